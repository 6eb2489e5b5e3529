import { expect, test } from "vitest";
import { createJsonTextReader } from "./readable-text";

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

const READABLE_TEXT = `Biography
Ada "the first" said: {yes}.

Then, \\ she ☂ left 😀.

Link
https://a.example/
https://b.example/?a=[1]

Facts
One
Two`;

test("D40 shows the texts of a streamed JSON, whatever its chunks are", () => {
  for (const size of [1, 3, 7, 10_000]) {
    let shownText = "";
    const readChunk = createJsonTextReader(LABELS, (chunk) => {
      shownText += chunk;
    });
    for (let start = 0; start < JSON_TEXT.length; start += size) readChunk(JSON_TEXT.slice(start, start + size));
    expect(shownText, `pieces of ${size}`).toBe(READABLE_TEXT);
  }
});
