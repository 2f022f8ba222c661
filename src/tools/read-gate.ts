import type { Act, Permissions } from "./permissions.ts";
import type { PermissionVerdict } from "./tool.ts";
import { judge } from "./verdict.ts";
import { isOpen, locatePath, type Located, type Place, type WorkArea } from "./work-area.ts";

/** What a call wants to look at. */
export interface WantedReading {
  tool: string;
  /** As the model named it. */
  path: string;
}

/** A place that may be read now. */
export type OpenPlace = Extract<Located, { found: true }>;

/** Judges readings, so that what is read is what was judged. */
export interface ReadGate {
  /** `call` is the parsed input: the same object goes to `open`. */
  permission(call: object, wanted: WantedReading): Promise<PermissionVerdict>;
  /** Follows the path again: it may lead elsewhere by now. */
  open(call: object, wanted: WantedReading): Promise<OpenPlace | { refusal: string }>;
}

/** A gate for reading under these permissions. */
export function createReadGate({
  area,
  permissions,
}: {
  area: WorkArea;
  permissions: Permissions;
}): ReadGate {
  const shown = new WeakMap<object, string>();

  function judgePlace({ tool, path }: WantedReading, located: OpenPlace): PermissionVerdict {
    const led = located.path === located.wanted ? "" : ` (it leads to ${located.path})`;
    return judge({
      mode: permissions.mode,
      act: { kind: "read", place: actPlace(located.place) },
      subject: `${path}${led} is not read`,
      ...(located.place === "outside" ? { why: `it lies outside the project ${area.projectRoot}` } : {}),
      request: () => ({
        tool,
        title: `read ${located.path}`,
        detail: { kind: "path", path: located.path },
        always: null,
      }),
    });
  }

  return {
    async permission(call, wanted) {
      const located = await locatePath(wanted.path, area);
      if (!located.found) return { decision: "refuse", reason: `refused: ${located.reason}.` };
      const verdict = judgePlace(wanted, located);
      if (verdict.decision === "ask") shown.set(call, located.path);
      return verdict;
    },
    async open(call, wanted) {
      const located = await locatePath(wanted.path, area);
      if (!located.found) return { refusal: `refused: ${located.reason}.` };
      const verdict = judgePlace(wanted, located);
      if (verdict.decision === "allow" || shown.get(call) === located.path) return located;
      return { refusal: verdict.decision === "ask" ? verdict.otherwise : verdict.reason };
    },
  };
}

function actPlace(place: Place): Extract<Act, { kind: "read" }>["place"] {
  if (isOpen(place)) return "open";
  return place === "home" ? "home" : "outside";
}
