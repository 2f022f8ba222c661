import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Lets every import through a room's `index.ts` go straight to the file that owns the name. The doors are for readers;
 * to a bundler that splits, one import through a door is an import of the whole room, and of all that it knows.
 * As nothing runs at import, nothing but the size of a start depends on it.
 */
export function straightImports(): Plugin {
  const doors = new Map<string, Promise<ReadonlyMap<string, string>>>();
  const ownersBehind = (door: string): Promise<ReadonlyMap<string, string>> => {
    const known = doors.get(door) ?? readFile(door, "utf8").then((text) => ownersIn(text, dirname(door)));
    doors.set(door, known);
    return known;
  };
  return {
    name: "straight-imports",
    setup(build) {
      build.onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        return { contents: await straightened(text, dirname(path), ownersBehind), loader: "ts" };
      });
    },
  };
}

const throughDoor = /^import \{([^}]*)\} from "(\.[^"]*\/index\.ts)";$/gm;
const reExport = /^export \{([^}]*)\} from "(\.[^"]+)";$/gm;

/** The file behind each name that a door hands out. */
function ownersIn(text: string, folder: string): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const [, names = "", file = ""] of text.matchAll(reExport)) {
    for (const name of namesIn(names)) owners.set(name, join(folder, file));
  }
  return owners;
}

async function straightened(
  text: string,
  folder: string,
  ownersBehind: (door: string) => Promise<ReadonlyMap<string, string>>,
): Promise<string> {
  let result = text;
  for (const [statement, names = "", door = ""] of text.matchAll(throughDoor)) {
    const owners = await ownersBehind(resolve(folder, door));
    const straight = namesIn(names).map((name) => {
      const owner = owners.get(name.replace(/^type | as .*$/g, ""));
      return `import { ${name} } from ${JSON.stringify(owner ?? door)};`;
    });
    // On one line, so that lines of stack traces stay what they are.
    result = result.replace(statement, () => straight.join(" ") + "\n".repeat(linesIn(statement)));
  }
  return result;
}

function namesIn(list: string): string[] {
  return list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function linesIn(statement: string): number {
  return statement.split("\n").length - 1;
}
