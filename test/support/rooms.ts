/**
 * The order of the rooms. A room imports only rooms of earlier rows, and only their `index.ts`.
 * A room enters the table when it is built; `docs/architecture.md` shows the same table with what each holds.
 */
import { targetOf } from "./import-graph.ts";
import type { ImportSite, SourceFile } from "./source-file.ts";

export type RoomTable = readonly (readonly string[])[];

/** Lowest first. Rooms of one row never import one another. */
export const roomTable: RoomTable = [
  ["errors"],
  ["text", "limits"],
  ["guard"],
  ["storage"],
  ["events"],
  ["models"],
  ["project"],
  ["memory"],
  ["sessions"],
  ["instructions"],
  ["search"],
  ["recall"],
  ["extraction"],
  ["context"],
  ["tools"],
  ["agent"],
  ["app"],
  ["cli", "mcp", "library"],
  ["bin"],
];

/** The room a path lies in; undefined outside `src/`, and the file's own name for a loose file in it. */
export function roomOf(path: string): string | undefined {
  return /^src\/([^/]+)/.exec(path)?.[1];
}

/** Folders of `src/` that the table does not name, and loose files. */
export function unknownRooms(files: readonly SourceFile[], table: RoomTable): string[] {
  const known = new Set(table.flat());
  const found = new Set(files.flatMap((file) => roomOf(file.path) ?? []));
  return [...found]
    .filter((room) => !known.has(room))
    .map((room) => `src/${room} is not in the table of rooms`);
}

/** Imports that go up, sideways, or past another room's `index.ts`. */
export function forbiddenImports(files: readonly SourceFile[], table: RoomTable): string[] {
  return files.flatMap((file) =>
    file.imports.flatMap((site) => {
      const target = targetOf(file.path, site.specifier);
      const reason = target === undefined ? undefined : reasonAgainst(file.path, target, table);
      return reason === undefined ? [] : [sentence(file, site, reason)];
    }),
  );
}

function sentence(file: SourceFile, site: ImportSite, reason: string): string {
  return `${file.path}:${site.line} imports ${site.specifier}: ${reason}`;
}

function reasonAgainst(from: string, to: string, table: RoomTable): string | undefined {
  const target = roomOf(to);
  if (target === undefined) {
    const isTestSupport = to.startsWith("test/support/") && isOnlyForTests(from);
    return roomOf(from) === undefined || isTestSupport ? undefined : "src imports only src";
  }
  const room = roomOf(from);
  if (room === target) return undefined;
  if (room !== undefined && rank(table, target) >= rank(table, room)) {
    return `${room} may not know ${target}, which is not below it`;
  }
  if (isDoor(from, to)) return undefined;
  return `only src/${target}/index.ts is open to others`;
}

function rank(table: RoomTable, room: string): number {
  const row = table.findIndex((rooms) => rooms.includes(room));
  return row < 0 ? table.length : row;
}

/** Tests, and what several of them share. Nothing of it is shipped. */
function isOnlyForTests(path: string): boolean {
  return /\.(test|fixture)\.ts$/.test(path) || path.startsWith("test/");
}

/** Contract suites and a room's `testing/` stay beside their port and are handed out by `daybook/testing`, and by tests. */
function isDoor(from: string, to: string): boolean {
  if (/^src\/[^/]+\/index\.ts$/.test(to)) return true;
  const isForTests = /\/([^/]+\.)?contract\.ts$/.test(to) || /^src\/[^/]+\/testing\/index\.ts$/.test(to);
  return isForTests && (from === "src/library/testing.ts" || isOnlyForTests(from));
}
