/** How well passages are proposed, on pages of which it is known what they support. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { names } from "~/models/base/web/proof-names.server";
import { readDocument } from "~/models/base/web/proof-text.server";
import type { SourcePage } from "~/models/records/evidence/evidence";
import { candidatesFor } from "./candidates.server";

/** A person, the pages that a record names, and sentences with words of each passage that supports them; none for no passage. */
const Subject = z.object({
  person: z.string(),
  pages: z.array(z.object({ path: z.string(), html: z.string() })),
  sentences: z.array(z.object({ sentence: z.string(), right: z.array(z.string()) })),
});

export interface Proposed {
  person: string;
  sentence: string;
  /** Whether each candidate has the words of a passage that supports the sentence. */
  candidates: { quote: string; score: number; isRight: boolean }[];
  right: string[];
}

/** @param text a subject a line, as JSON. */
export async function proposalsFor(text: string): Promise<Proposed[]> {
  const proposed: Proposed[] = [];
  for (const line of text.split(/\r?\n/).filter((one) => one.trim())) {
    const { person, pages, sentences } = Subject.parse(JSON.parse(line));
    const read = await Promise.all(pages.map((page) => pageOf(page, person)));
    const asked = sentences.map(({ sentence }) => ({ field: "biography", sentence }));
    const found = await candidatesFor(asked, read, person);
    for (const [at, { sentence, right }] of sentences.entries()) {
      const candidates = (found[at] ?? []).map(({ quote, score }) => ({ quote, score, isRight: isIn(quote, right) }));
      proposed.push({ person, sentence, candidates, right });
    }
  }
  return proposed;
}

function isIn(quote: string, right: string[]): boolean {
  return right.some((words) => plain(quote).includes(plain(words)));
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").toLowerCase();
}

async function pageOf({ path, html }: { path: string; html: string }, person: string): Promise<SourcePage> {
  const bytes = Buffer.from(html);
  const document = await readDocument({ bytes, contentType: "text/html", charset: "utf-8" });
  const { text = "", titles = [], doi = "" } = document ?? {};
  return {
    url: `https://pages.example${path}`,
    title: titles.find((one) => names(one, person)) ?? titles.find(Boolean) ?? "",
    text,
    retrievedAt: "",
    textHash: createHash("sha256").update(text).digest("hex"),
    isCut: false,
    namesPerson: names(text, person),
    doi,
    isRetracted: false,
  };
}

/** `right` is a part of the sentences that a page supports, `wrong` one of all proposals. */
export function proposalFigures(proposed: Proposed[]) {
  const answerable = proposed.filter(({ right }) => right.length > 0);
  const all = proposed.flatMap(({ candidates }) => candidates);
  const part = (some: unknown[], whole: unknown[]) => (whole.length === 0 ? null : some.length / whole.length);
  return {
    sentences: proposed.length,
    answerable: answerable.length,
    proposals: all.length,
    right: part(
      answerable.filter(({ candidates }) => candidates[0]?.isRight),
      answerable,
    ),
    wrong: part(
      all.filter(({ isRight }) => !isRight),
      all,
    ),
  };
}
