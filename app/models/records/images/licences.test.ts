import { expect, test } from "vitest";
import { htmlWords } from "~/services/html-words";
import { freeLicence } from "./licences";

const CC = "https://creativecommons.org";
const licenceOrReason = (licence: string, { author = "Ada", licenceUrl = "", isNonFree = false } = {}) => {
  const result = freeLicence({ author, licence, licenceUrl, isNonFree });
  return "reason" in result ? result.reason : `${result.licence} ${result.licenceUrl}`;
};

test("ID08 accepts CC0, public domain, CC BY and CC BY-SA of any version and country, with the licence's address", () => {
  expect(licenceOrReason("CC BY-SA 4.0", { licenceUrl: `${CC}/licenses/by-sa/4.0` })).toBe(
    `CC BY-SA 4.0 ${CC}/licenses/by-sa/4.0/`,
  );
  expect(licenceOrReason("CC BY 2.5 in")).toBe(`CC BY 2.5 IN ${CC}/licenses/by/2.5/in/`);
  expect(licenceOrReason("CC BY-SA 3.0 DE")).toBe(`CC BY-SA 3.0 DE ${CC}/licenses/by-sa/3.0/de/`);
  expect(licenceOrReason("cc-by-sa-3.0")).toBe(`CC BY-SA 3.0 ${CC}/licenses/by-sa/3.0/`);
  expect(licenceOrReason("CC0", { author: "" })).toBe(`CC0 1.0 ${CC}/publicdomain/zero/1.0/`);
  expect(licenceOrReason("Public domain", { author: "" })).toBe(`Public domain ${CC}/publicdomain/mark/1.0/`);
});

test("ID08 refuses a ban on commercial use or changes, fair use, a link to another licence, and a missing author", () => {
  for (const licence of [
    "CC BY-NC 4.0",
    "CC BY-ND 4.0",
    "CC BY-NC-SA 2.0",
    "GFDL",
    "Fair use",
    "CC BY",
    "Copyrighted",
    "CC BY-SA 9.9",
    "FAL",
  ])
    expect([licence, licenceOrReason(licence)]).toEqual([
      licence,
      expect.stringContaining("not one of those that are free"),
    ]);
  expect(licenceOrReason("")).toBe("no licence is named");
  expect(licenceOrReason("CC BY 4.0", { isNonFree: true })).toContain("fair use");
  expect(licenceOrReason("CC BY 4.0", { licenceUrl: `${CC}/licenses/by-nc/4.0/` })).toContain("not one");
  expect(licenceOrReason("CC0", { licenceUrl: `${CC}/licenses/by-nc/4.0/` })).toContain("not one");
  for (const author of ["", "Unknown author", "unknown", " – "])
    expect(licenceOrReason("CC BY-SA 4.0", { author })).toContain("there is none");
});

test("ID08 turns the author's HTML into plain text", () => {
  const html = `<style>a{b:c}</style><a href="//x.example/?a=1&amp;b=2" title="User:J. Doe">J.&nbsp;Doe</a><br>&amp; <b>S&#246;n</b>\u202e &lt;script&gt;`;
  expect(htmlWords(html)).toBe("J. Doe & Sön <script>");
  expect(htmlWords("<i>ශ්\u200dරී</i>")).toBe("ශ්\u200dරී");
  expect(htmlWords("<".repeat(200_000)).length).toBeLessThan(6_000);
});
