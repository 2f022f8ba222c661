import { DaybookError } from "../../errors/index.ts";

/** Which conversation a chat goes on with: none, the latest here, one by its id, or one that the person chooses. */
export type ResumeWish = { kind: "latest" } | { kind: "id"; id: string } | { kind: "choose" };

/** `-c` and `-r` as they were given; `true` is a `-r` without an id. */
export interface ResumeFlags {
  continue?: boolean;
  resume?: string | true;
}

/** Fails with `usage` where the flags contradict one another, or where nobody can be asked to choose. */
export function resumeWish(
  { continue: latest, resume }: ResumeFlags,
  { canChoose }: { canChoose: boolean },
): ResumeWish | null {
  if (latest === true && resume !== undefined) {
    throw new DaybookError(
      "usage",
      "-c goes on with the latest session here, -r with one that is named: give one of them.",
    );
  }
  if (latest === true) return { kind: "latest" };
  if (resume === undefined) return null;
  if (typeof resume === "string") return named(resume.trim());
  if (canChoose) return { kind: "choose" };
  throw new DaybookError(
    "usage",
    "-r needs the id of a session here, or its beginning; daybook sessions list shows them. -c takes the latest.",
  );
}

function named(id: string): ResumeWish {
  if (id !== "") return { kind: "id", id };
  throw new DaybookError(
    "usage",
    "The id behind -r is empty; daybook sessions list shows the sessions here.",
  );
}
