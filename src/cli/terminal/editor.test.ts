import { afterEach, describe, expect, it } from "vitest";
import { createEditor, type Editor } from "./editor.ts";

let editor: Editor;
afterEach(() => editor.close());

function press(...names: string[]): void {
  for (const name of names) editor.press({ text: "", name });
}

function type(text: string): void {
  for (const character of text) editor.press({ text: character, name: character, sequence: character });
}

describe("createEditor", () => {
  it("edits Chinese text by characters, also outside the basic plane", () => {
    editor = createEditor({ history: [] });
    type("部署𠮷文档");
    press("left", "left", "backspace");
    expect(editor.text).toBe("部署文档");
    type("的");
    expect(editor.text).toBe("部署的文档");
  });

  it("takes one step for what is seen as one character", () => {
    editor = createEditor({ history: [] });
    const family = "👨‍👩‍👧‍👦";
    editor.insert(`a${family}e\u0301${family}🇩🇪`);
    press("backspace", "backspace");
    expect(editor.text).toBe(`a${family}e\u0301`);
    press("left", "left");
    expect(editor.cursor).toBe(1);
    press("right");
    expect(editor.cursor).toBe(1 + family.length);
    press("left", "delete", "delete", "delete", "backspace", "backspace", "left", "right");
    expect(editor.text).toBe("");
  });

  it("keeps line ends of what is put in, and walks between the lines before it walks the history", () => {
    editor = createEditor({ history: ["newest", "oldest"] });
    editor.insert("one\r\ntwo\nthree");
    expect(editor.text).toBe("one\ntwo\nthree");
    press("up");
    expect(editor.text.slice(0, editor.cursor)).toBe("one\ntwo");
    press("up");
    expect(editor.text.slice(0, editor.cursor)).toBe("one");
    press("down", "down");
    expect(editor.cursor).toBe("one\ntwo\nthr".length);
    editor.clear();
    expect(editor.text).toBe("");
    press("up", "up");
    expect(editor.text).toBe("oldest");
  });

  it("remembers what was submitted, line ends too", () => {
    editor = createEditor({ history: [] });
    editor.insert("one\ntwo");
    expect(editor.submit()).toBe("one\ntwo");
    expect(editor.text).toBe("");
    press("up");
    expect(editor.text).toBe("one\ntwo");
  });

  it("looks in the history for what begins as what is typed", () => {
    editor = createEditor({ history: ["list", "save this", "show"] });
    type("sa");
    press("up");
    expect(editor.text).toBe("save this");
  });

  it("replaces what stands before the cursor", () => {
    editor = createEditor({ history: [] });
    editor.insert("see @sr and more");
    for (let count = 0; count < " and more".length; count += 1) press("left");
    editor.replace(4, "@src/");
    expect(editor.text).toBe("see @src/ and more");
  });
});
