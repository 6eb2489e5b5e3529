import { afterEach, expect, test } from "vitest";
import { db } from "~/db.server";
import { askedNotToBeListed, rememberNotToRelist } from "./relisting.server";

afterEach(() => db.deleteFrom("doNotRelist").execute());

const SPELLINGS = [
  "Zoë Lovegood",
  "ZOE LOVEGOOD",
  "Lovegood, Zoë",
  "Prof. Dr. Zoë Lovegood, PhD",
  "Zoe\u0308 Lovegood",
  "\uff3aoe Lovegood",
  "\u202eZoë Lovegood\u202c",
  // Nobody sees what stands within the words.
  ...("\u00ad\u200b\u200c\u200d\u2060\ufeff\u034f\u180e\ufe0f\u3164\u{e0041}"
    .match(/./gu)
    ?.map((sign) => `Zo${sign}ë Love${sign}good`) ?? []),
];

test("32 a removed name is known again in every spelling that reads the same", async () => {
  await rememberNotToRelist(db, { name: "Zoë Lovegood" });
  const unknown: string[] = [];
  for (const name of SPELLINGS) if (!(await askedNotToBeListed({ name }))) unknown.push(JSON.stringify(name));
  expect(unknown).toEqual([]);
  expect(await askedNotToBeListed({ name: "Zoë Love" })).toBe(false);
});

test("32 a name that was removed with an invisible sign in it is known without it, too", async () => {
  await rememberNotToRelist(db, { name: "Zoë Love\u00adgood" });
  for (const name of ["Zoë Lovegood", "Zoë Love\u00adgood", "Zoë Love\u200bgood"])
    expect(await askedNotToBeListed({ name }), JSON.stringify(name)).toBe(true);
});
