import { expect, it } from "vitest";
import { plainRegexes } from "../scripts/plain-regexes.ts";

it("escapes what is beyond ASCII in regular expressions, and nothing else", () => {
  const code = 'const words = [/以后|[。！]/u, /😀{2}/u, "别", `再${/künftig/.source}`];';
  const plain = plainRegexes(code);
  expect(plain).toBe(
    'const words = [/\\u4ee5\\u540e|[\\u3002\\uff01]/u, /\\ud83d\\ude00{2}/u, "别", `再${/k\\u00fcnftig/.source}`];',
  );
  // What such a pair of escapes is to a regular expression that knows code points.
  expect(/^\ud83d\ude00{2}$/u.test("😀😀")).toBe(true);
  expect(plainRegexes("const none = 1;")).toBe("const none = 1;");
});
