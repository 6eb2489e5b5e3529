import { expect, test } from "vitest";
import { readableText } from "./readable-text";

const LABELS = { biography: "Biography", url: "Link", facts: "Facts" };

const JSON_TEXT = `Here it is: "soon"\n\`\`\`json\n${JSON.stringify({
  categories: ["academic"],
  biography: 'Ada "the first" said: {yes}.\n\nThen, \\ she ☂ left 😀.',
  links: [
    { label: "Home", url: "https://a.example/" },
    { label: "Laboratory", url: "https://b.example/?a=[1]" },
  ],
  facts: ["One", "Two"],
  year: 1843,
}).replace("☂", "\\u2602")}\n\`\`\``;

const READABLE = `Biography
Ada "the first" said: {yes}.

Then, \\ she ☂ left 😀.

Link
https://a.example/
https://b.example/?a=[1]

Facts
One
Two`;

test("D40 the texts of a growing JSON are readable, however it is cut into pieces", () => {
  for (const size of [1, 3, 7, 10_000]) {
    let shown = "";
    const take = readableText(LABELS, (piece) => {
      shown += piece;
    });
    for (let at = 0; at < JSON_TEXT.length; at += size) take(JSON_TEXT.slice(at, at + size));
    expect(shown, `pieces of ${size}`).toBe(READABLE);
  }
});
