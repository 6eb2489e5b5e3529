/**
 * What is searched of the experts in the public lists: three indexes, from the best to the widest, and their words.
 */
import type { Kysely } from "kysely";
import { type Database, NOT_FEATURED } from "../schema";
import type { Searched } from "./full-text";
import { tokensOf } from "./terms";

export interface SearchText {
  name: string;
  title: string;
  categoryLabels: string[];
  longevityContribution: string;
  biography: string;
}

export const EXPERT_INDEXES = ["expertNames", "expertTitles", "expertTexts"] as const;

const SLICE = 200;

/** Makes experts findable, in place of what was indexed of them before. */
export async function indexExperts(at: Searched, experts: { rowId: number; text: SearchText }[]): Promise<void> {
  for (let first = 0; first < experts.length; first += SLICE) await indexSlice(at, experts.slice(first, first + SLICE));
}

async function indexSlice(at: Searched, experts: { rowId: number; text: SearchText }[]): Promise<void> {
  const rowIds = experts.map(({ rowId }) => rowId);
  await unindexExperts(at, rowIds);
  const scopes = await scopesOf(at.db, rowIds);
  const listed = experts.filter(({ rowId }) => scopes.has(rowId)).sort((a, b) => a.rowId - b.rowId);
  const entries = listed.map(({ rowId, text }) => ({ rowId, scope: scopes.get(rowId) ?? [], ...wordsOf(text) }));
  for (const index of EXPERT_INDEXES) {
    const texts = entries.map((entry) => ({ rowId: entry.rowId, scope: entry.scope, words: entry[index] }));
    await at.fullText.add(at.db, index, texts);
  }
  await countWords(
    at,
    entries.flatMap((entry) => entry.expertTexts),
    1,
  );
}

function wordsOf({ name, title, categoryLabels, longevityContribution, biography }: SearchText) {
  const heading = [name, title, ...categoryLabels].join("\n");
  return {
    expertNames: tokensOf(name),
    expertTitles: tokensOf(heading),
    expertTexts: tokensOf([heading, longevityContribution, biography].join("\n")),
  };
}

/** Takes experts out of the search; nothing happens for one who is not in it. */
export async function unindexExperts(at: Searched, rowIds: number[]): Promise<void> {
  const words = await at.fullText.wordsOfExperts(at.db, rowIds);
  if (words.length === 0) return;
  for (const index of EXPERT_INDEXES) await at.fullText.remove(at.db, index, rowIds);
  await countWords(at, words.flat(), -1);
}

export function categoryScope(category: string): string {
  return `c${Buffer.from(category).toString("hex")}`;
}
export const FEATURED_SCOPE = "featured";

async function scopesOf(db: Kysely<Database>, rowIds: number[]): Promise<Map<number, string[]>> {
  const listed = await db
    .selectFrom("listing")
    .select(["expertRowId", "category", "rank"])
    .where("expertRowId", "in", rowIds)
    .execute();
  const scopes = new Map<number, string[]>();
  for (const { expertRowId, category, rank } of listed) {
    const before = scopes.get(expertRowId) ?? (rank < NOT_FEATURED ? [FEATURED_SCOPE] : []);
    scopes.set(expertRowId, category === "*" ? before : [...before, categoryScope(category)]);
  }
  return scopes;
}

async function countWords({ db, fullText }: Searched, words: string[], change: 1 | -1): Promise<void> {
  const changes = new Map<string, number>();
  for (const word of words) changes.set(word, (changes.get(word) ?? 0) + change);
  await fullText.countWords(db, new Map([...changes].sort(([a], [b]) => (a < b ? -1 : 1))));
}
