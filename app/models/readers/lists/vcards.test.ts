import ICAL from "ical.js";
import { expect, test } from "vitest";
import { vCardOf } from "./vcards.server";

const NOBODY = {
  name: "",
  title: "",
  organisation: "",
  note: "",
  categories: [],
  languages: [],
  url: "https://site.example/somebody",
  urls: [],
  photo: null,
  changedAt: "2026-11-26T00:00:00.000Z",
};

test.each(["\r\n", "\n", "\r", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029"])(
  "RC08 no text can begin a line of the card, whichever character the reading program takes for a line end: %j",
  (lineEnd) => {
    const text = `Bob${lineEnd}END:VCARD${lineEnd}BEGIN:VCARD${lineEnd}FN:Eve`;
    const card = vCardOf({ ...NOBODY, name: text, title: text, organisation: text, note: text, categories: [text] });
    const lines = card.split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);
    expect(lines.filter((line) => /^(BEGIN|END):VCARD|^FN:/.test(line))).toEqual([
      "BEGIN:VCARD",
      expect.stringMatching(/^FN:Bob/),
      "END:VCARD",
    ]);
  },
);

test("RC08 a card has no line for an unknown fact", () => {
  const card = vCardOf({ ...NOBODY, name: "Ada", photo: "" });
  expect(card.split("\r\n").filter((line) => !/^[A-Z]+:./.test(line))).toEqual([""]);
});

test.each(["A\\nB", "C:\\", "Bob, Eve; \\, \\;", "\\\\", "müßig \\n 漢字 ".repeat(20).trim()])(
  "RC08 another program reads the text of a card unchanged: %j",
  (text) => {
    const card = vCardOf({ ...NOBODY, name: text, title: text, organisation: "The Sea, Inc.; Bergen", note: text });
    for (const line of card.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const parsedCard = new ICAL.Component(ICAL.parse(card) as unknown[]);
    const value = (name: string) => parsedCard.getFirstPropertyValue(name);
    expect([value("fn"), value("title"), value("note")]).toEqual([text, text, text]);
    expect([value("org")].flat()).toEqual(["The Sea, Inc.; Bergen"]);
  },
);
