import { isSaidAndDone } from "./labelled-value.ts";
import type { SecretMatch } from "./match.ts";
import { looksLikePassword } from "./value-shape.ts";

/** Where a line of prose ends. */
const wrap = String.raw`[ \t]{0,4}\r?\n[ \t]{0,8}`;

/** A password named before its label: `use X as the password`, `用 X 作为密码`. Each start reads a bounded piece. */
const before = new RegExp(
  String.raw`(?:(?<![A-Za-z])(?:use|using|used|with|set|enter|type|try)(?:[ \t]{1,4}|${wrap})|[用以拿把将][ \t]{0,4})` +
    String.raw`["'\x60“‘「『]?([^\s"'\x60“”‘’「」『』<>|，。；、！？（）()\p{Script=Han}]{4,64})["'\x60”’」』]?(?:${wrap}|[ \t]{0,4})` +
    String.raw`(?:as[ \t]{1,4}(?:[A-Za-z]{1,20}[ \t]{1,4}){0,3}|(?:作为|作為|当作?|當作?|做|设为|设成)[^\s，。；,.;]{0,10}?)` +
    String.raw`(?:password|passphrase|passwd|密码|密碼|口令)(?![A-Za-z])`,
  "giu",
);

/** `arg2`, `column1`: the place where a password goes. */
const placeName =
  /^(?:arg|argv|field|column|col|param|parameter|line|row|group|step|input|part|slot|value|option)\w{0,10}\d$/i;

const REACH = 40;

/** Finds passwords that stand before the word that says so. */
export function findPasswordsBefore(text: string): SecretMatch[] {
  return [...text.matchAll(before)].flatMap((match): SecretMatch[] => {
    const end = match.index + match[0].length;
    const value = match[1] ?? "";
    if (!looksLikePassword(value) || placeName.test(value)) return [];
    if (!isSaidAndDone(text.slice(end, end + REACH))) return [];
    return [{ kind: "password", start: match.index, end, specific: false }];
  });
}
