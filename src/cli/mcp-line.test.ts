import { expect, it } from "vitest";
import { readMcpLine } from "./mcp-line.ts";

it("reads the line as clients start it", () => {
  expect(readMcpLine(["mcp"])).toEqual({});
  expect(readMcpLine(["mcp", "--project", "/a b", "--home=/h"])).toEqual({ project: "/a b", home: "/h" });
  expect(readMcpLine(["mcp", "--project=-odd\n"])).toEqual({ project: "-odd\n" });
});

it.each([
  ["search"],
  ["mcp", "--http", "0"],
  ["mcp", "--help"],
  ["mcp", "--project"],
  ["mcp", "--project", "--home"],
  ["mcp", "--home="],
  ["mcp", "--"],
  ["mcp", "word"],
])("leaves %s %s %s to the full reader", (...given) => {
  expect(readMcpLine(given)).toBeUndefined();
});
