/** Recognises people who were removed at their wish, by keyed hashes: nothing else of them is stored. */
import { db, fold, type Queryable, readDb, words } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { wordsWithoutTitles } from "~/models/base/text/names.server";
import { keyedHash } from "~/services/secrets.server";
import { latinSpellings, readingsOf, withoutInitials, writeOut } from "./look-alikes.server";

export interface Person {
  name?: string;
  /** Bare ids, or texts with their addresses in them, such as reference links. */
  identifiers?: unknown;
}

export const ASKED_NOT_TO_BE_LISTED = "This person asked not to be listed.";
const WRITE_WHY = "To list them anyway, please say why. The reason is kept in the audit log.";
const REASON_LENGTH = 1_000;

interface RelistOptions {
  editor: Editor | null;
  /** The unchecked reason; only a text with words counts. */
  reason?: unknown;
}

/**
 * Throws "conflict" for somebody on the do-not-relist list, unless an admin gives a reason (at most 1,000 characters),
 * which is audited.
 */
export async function refuseRelisting(tx: Queryable, person: Person, { editor, reason }: RelistOptions): Promise<void> {
  if (!(await askedNotToBeListed(person, tx))) return;
  if (editor?.role === "editor")
    throw new AppError("conflict", `${ASKED_NOT_TO_BE_LISTED} Only an admin may go on, with a reason.`);
  const reasonText = typeof reason === "string" ? reason.trim() : "";
  if (!reasonText || !editor)
    throw new AppError("conflict", `${ASKED_NOT_TO_BE_LISTED} ${WRITE_WHY}`, { relistReason: WRITE_WHY });
  if (reasonText.length > REASON_LENGTH) {
    const tooLong = `At most ${REASON_LENGTH.toLocaleString("en")} characters fit here.`;
    throw new AppError("invalid", tooLong, { relistReason: tooLong });
  }
  const subject = { subjectKind: "directory", subjectId: "", subjectName: person.name ?? "" } as const;
  await audit(tx, editor, { action: "went on against a wish not to be listed", ...subject, detail: reasonText });
}

/** Applies `refuseRelisting` to texts by a model. People who are listed were let in with a reason before. */
export async function refuseToWriteAbout(editor: Editor, input: unknown): Promise<void> {
  const { expertName, relistReason } = Object(input) as Record<string, unknown>;
  if (typeof expertName !== "string" || (await isListedNow(expertName))) return;
  await refuseRelisting(db, { name: expertName }, { editor, reason: relistReason });
}

async function isListedNow(name: string): Promise<boolean> {
  const listedExperts = readDb.selectFrom("experts").select("rowId").where("deletedAt", "is", null);
  return (await listedExperts.where("sortName", "=", words(name).join(" ")).executeTakeFirst()) !== undefined;
}

/** Tells whether the name or one of the identifiers is on the do-not-relist list. */
export async function askedNotToBeListed(person: Person, from: Queryable = readDb): Promise<boolean> {
  // Ends early: most sites have nobody on the list, and an import checks each person.
  if (!(await from.selectFrom("doNotRelist").select("hash").limit(1).executeTakeFirst())) return false;
  const hashes = await hashesToLookFor(person);
  if (hashes.length === 0) return false;
  return (
    (await from.selectFrom("doNotRelist").select("hash").where("hash", "in", hashes).executeTakeFirst()) !== undefined
  );
}

export async function rememberNotToRelist(tx: Queryable, person: Person): Promise<void> {
  await rememberHashes(tx, "doNotRelist", await hashesOf(person));
}

/** Makes the addresses answer 410. */
export async function rememberGone(tx: Queryable, slugs: string[]): Promise<void> {
  await rememberHashes(tx, "goneSlugs", slugs.map(slugHash));
}

async function rememberHashes(tx: Queryable, table: "doNotRelist" | "goneSlugs", hashes: string[]): Promise<void> {
  if (hashes.length === 0) return;
  const at = new Date().toISOString().slice(0, 10);
  await tx
    .insertInto(table)
    .values(hashes.map((hash) => ({ hash, at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Throws "gone" for the address of a profile that was removed at the person's wish. */
export async function refuseGone(slug: string): Promise<void> {
  if (await isGone(slug)) throw new AppError("gone", "This profile was removed at the person's wish.");
}

/** Tells whether a slug is the address of a profile that was removed at the person's wish. */
export async function isGone(slug: string): Promise<boolean> {
  const match = readDb.selectFrom("goneSlugs").select("hash").where("hash", "=", slugHash(slug.toLowerCase()));
  return (await match.executeTakeFirst()) !== undefined;
}

function slugHash(slug: string): string {
  return keyedHash("gone slug", slug);
}

/** Returns the hashes to store for somebody. */
async function hashesOf({ name = "", identifiers }: Person): Promise<string[]> {
  const { visibleName, readings } = await readingsOf(name);
  const nearestSpellings = [...readings.slice(0, 1), writeOut(visibleName) ?? [], latinSpellings(visibleName)].flat();
  const namesWithoutInitials = [visibleName, ...nearestSpellings].flatMap((text) => withoutInitials(text) ?? []);
  // Hashes the name as sent, too: an invisible character may have divided words in an earlier hash.
  const spellings = [name, visibleName, ...nearestSpellings];
  return [
    ...hashNames("name", [...spellings, ...spellings.flatMap((text) => joinings(nameWords(text), 2))]),
    ...hashNames("name in one word", spellings.flatMap(inOneWord)),
    ...hashNames("name without initials", namesWithoutInitials),
    ...idHashes(identifiers),
  ];
}

/** Returns a function that tells whether a text is one of some names, in any spelling. */
export async function nameMatcher(names: string[]): Promise<(text: string) => Promise<boolean>> {
  const hashes = new Set((await Promise.all(names.map((name) => hashesOf({ name })))).flat());
  return async (text) => (await hashesToLookFor({ name: text })).some((hash) => hashes.has(hash));
}

/**
 * Returns the hashes under which this or a former version may have stored somebody, for any spelling of the name.
 */
async function hashesToLookFor({ name = "", identifiers }: Person): Promise<string[]> {
  const { visibleName, readings } = await readingsOf(name);
  const names = [name, visibleName, ...readings, ...latinSpellings(visibleName)];
  const shortNames = names.flatMap((spelling) => withoutInitials(spelling) ?? []);
  const namesWithoutInitials = names.filter((spelling) => withoutInitials(spelling) === null);
  // Includes words that look like titles: "Iv o Pickwell" has no IV, and "Ma xim" no degree.
  const joinedSpellings = [...names, ...shortNames]
    .slice(0, MAX_JOINED)
    .flatMap((text) => [...joinings(nameWords(text), 1), ...joinings(words(text), 1)]);
  return [
    ...hashNames("name", [...names, ...shortNames, ...joinedSpellings]),
    ...hashNames(
      "name in one word",
      names.filter((spelling) => nameWords(spelling).length === 1),
    ),
    ...hashNames("name without initials", namesWithoutInitials),
    ...idHashes(identifiers),
  ];
}

/** Limits the joining of neighbouring words to names of this many pieces, up to three words, and the first readings. */
const MAX_JOINED = 8;
const MAX_PIECES = 32;

/**
 * Returns the ways to read neighbouring words of a name as one, down to `leastWords` words: "Jan ina Test", "AnnaMaria Test".
 * Names are not cut anew: "Lin An" is not "Li Nan".
 */
function joinings(pieces: string[], leastWords: 1 | 2): string[] {
  const count = pieces.length;
  if (count < 2 || count > MAX_PIECES) return [];
  const joinAt = (...at: number[]) =>
    [0, ...at].map((from, index) => pieces.slice(from, at[index] ?? count).join("")).join(" ");
  const places = Array.from({ length: count - 1 }, (_, index) => index + 1);
  const joinedForms = places.flatMap((place) => [
    joinAt(place),
    ...places.filter((second) => second > place).map((second) => joinAt(place, second)),
  ]);
  return leastWords === 1 ? [joinAt(), ...joinedForms] : joinedForms;
}

/** Returns all words as one, also with the last name first. */
function inOneWord(name: string): string[] {
  const parts = nameWords(name);
  return parts.length > 1 ? [parts.join(""), [...parts.slice(-1), ...parts.slice(0, -1)].join("")] : [];
}

/** Returns the folded words of a name without titles, or all of them if nothing else remains. */
export function nameWords(name: string): string[] {
  const parts = wordsWithoutTitles(name);
  return parts.length > 0 ? parts : words(name);
}

function hashNames(purpose: "name" | "name in one word" | "name without initials", names: string[]): string[] {
  const normalisedNames = new Set(names.map(normalisedName).filter(Boolean));
  return Array.from(normalisedNames, (text) => keyedHash(purpose, text));
}

function idHashes(identifiers: unknown): string[] {
  return identifiersIn(identifiers).map((id) => keyedHash("identifier", id));
}

/** Returns folded words in alphabetical order, so that neither accents nor "Last, First" hide a name. */
function normalisedName(name: string): string {
  return nameWords(name).sort().join(" ") || fold(name.trim());
}

/** Returns ORCID iDs, Wikidata items and OpenAlex authors in any value. */
function identifiersIn(value: unknown): string[] {
  const text = JSON.stringify(value ?? "").toUpperCase();
  const matches = text.matchAll(
    /\b(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\b|(?:"|WIKI\/|ENTITY\/)(Q\d{1,15})\b|(?:"|OPENALEX\.ORG\/(?:AUTHORS\/)?)(A\d{5,15})\b/g,
  );
  return [
    ...new Set(Array.from(matches, ([, orcid, wikidata, openalex]) => (orcid ?? wikidata ?? openalex) as string)),
  ];
}
