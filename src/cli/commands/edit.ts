import { DaybookError } from "../../errors/index.ts";
import type { MemoryStore, SaveInput } from "../../memory/index.ts";
import { done } from "../command.ts";
import type { CommandContext } from "../command.ts";
import { editMemory } from "../editor/edit-memory.ts";
import { editorCommand, openEditor } from "../editor/open-editor.ts";
import { showLine } from "../terminal/show.ts";
import { reportSaved } from "./report-saved.ts";

export interface EditGiven {
  slug: string;
  name?: string;
  description?: string;
  body?: string;
}

/** `daybook edit`: corrects a memory by options, or in the person's editor when there are none. */
export async function edit(context: CommandContext, given: EditGiven): Promise<number> {
  const fields = changedFields(given);
  const { store } = await context.open();
  if (Object.keys(fields).length > 0) {
    reportSaved(context, await editByOptions(store, given.slug, fields));
    return done;
  }
  const edited = await editMemory({ store, reference: given.slug, open: editorOf(context) });
  if (edited.outcome === "saved") reportSaved(context, edited.result);
  else if (context.json) context.terminal.json({ id: edited.id, action: "unchanged" });
  else context.terminal.print(`Nothing was changed in ${showLine(edited.id)}.`);
  return done;
}

type Fields = Pick<SaveInput, "name" | "description" | "body">;

function changedFields({ name, description, body }: EditGiven): Fields {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(body === undefined ? {} : { body }),
  };
}

async function editByOptions(store: MemoryStore, reference: string, fields: Fields) {
  const { slug, scope, version } = await store.read(reference);
  return store.save({ ...fields, slug, scope, version, source: "user" });
}

function editorOf({ host, json }: CommandContext): (file: string) => Promise<void> {
  const command = editorCommand(host.env, host.stdin.isTTY === true && (json || host.stdout.isTTY === true));
  if (command === null) {
    throw new DaybookError(
      "usage",
      "There is no terminal for an editor here: give --name, --description or --body, or set $EDITOR.",
    );
  }
  return (file) => openEditor(command, { host, file, quiet: json });
}
