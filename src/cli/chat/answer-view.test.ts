import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createTerminal } from "../terminal/terminal.ts";
import { createLiveView, createPlainView } from "./answer-view.ts";
import { hostWith } from "./chat.fixture.ts";

describe("createPlainView", () => {
  it("gives the answer as it comes, and the rest on standard error, each on lines of its own", async () => {
    const written = { out: "", err: "" };
    const view = createPlainView(hostWith("", written));
    view.write("**half");
    view.aside("· Read a");
    view.write(" done**\n");
    view.endText();
    await new Promise((resolve) => setImmediate(resolve));
    expect(written).toEqual({ out: "**half\n done**\n", err: "· Read a\n" });
  });
});

describe("createLiveView", () => {
  function live(isTTY: boolean) {
    const written = { out: "", err: "" };
    const host = hostWith("", written);
    const stderr = Object.assign(host.stderr, { isTTY });
    const stdout = Object.assign(new PassThrough(), { isTTY: true as const, columns: 30 });
    const printed: string[] = [];
    const open: string[][] = [];
    const at = { ...host, stdout: stdout as never, stderr, env: { NO_COLOR: "1" } };
    const pane = {
      print: (text: string, { apart = false } = {}) => void printed.push((apart ? "\n" : "") + text),
      showOpen: (lines: readonly string[]) => void open.push([...lines]),
      work: () => undefined,
    };
    return { view: createLiveView(pane, { host: at, terminal: createTerminal(at) }), printed, open, written };
  }

  it("prints finished blocks once and draws the open one", async () => {
    const { view, printed, open } = live(true);
    view.write("- one\n\nsecond **par");
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(open.at(-1)).toEqual(["- one", "", "second **pa"]);
    view.write("t**\n\nthird\n");
    view.endText();
    expect(open.at(-1)).toEqual([]);
    expect(printed.join("\n")).toBe("\n- one\n\nsecond **part**\n\nthird");
  });

  it("sets remarks apart from the answer, but not from one another", () => {
    const { view, printed } = live(true);
    view.write("I look.");
    view.aside("· Read a");
    view.aside("· Read b, whose words do not fit into one line");
    view.write("Seen.");
    view.endText();
    expect(printed).toEqual([
      "\nI look.",
      "\n· Read a",
      "· Read b, whose words do\n  not fit into one line",
      "\nSeen.",
    ]);
  });

  it("leaves remarks to a standard error that goes elsewhere", async () => {
    const { view, printed, written } = live(false);
    view.aside("· Read a");
    await new Promise((resolve) => setImmediate(resolve));
    expect({ printed, err: written.err }).toEqual({ printed: [], err: "· Read a\n" });
  });

  it("shows control characters as escapes, also when they come in pieces", () => {
    const { view, printed } = live(true);
    view.write("a\u001b");
    view.write("[31mb\u202e");
    view.endText();
    expect(printed.join("")).toBe("\na\\u{1b}[31mb\\u{202e}");
  });
});
