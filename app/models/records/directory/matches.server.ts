/** Why a search found somebody: which words of a text are meant, and the line of a record that has most of them. */
import {
  fold,
  type Marks,
  readDb,
  type SearchedField,
  saysLittle,
  searchTextsOf,
  spellingsOf,
  stemOf,
} from "~/db.server";
import { plainText, shortened } from "~/models/base/markdown/plain-text.server";
import { EXPERT_RECORD } from "~/models/records/experts/fields";
import { categoryLabel } from "~/models/records/listings/categories";
import { namesOf } from "~/models/records/shared/fields";

/** Odd positions are search matches: ["David ", "Sinclair", ""]. A plain string has no match. */
export type Marked = string | string[];
export type Mark = (text: string) => Marked;

export interface Match {
  field: SearchedField;
  /** A plain text of at most 200 characters and two "…". */
  text: string;
}

/** ASCII letters and punctuation fold by lower case alone. */
const SIMPLE = /^[\x00-\x7f\u2010-\u2027]*$/;
const SIMPLE_WORD = /[a-z0-9]+/g;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Marks the words of a text that were searched for, in any of their forms. */
export function marker(marks: Marks): Mark {
  if (marks.length === 0) return (text) => text;
  const isMeant = meantBy(marks);
  const inside = marks.flatMap(({ forms }) => forms.flat().flatMap(spellingsOf));
  return (text) => {
    if (SIMPLE.test(text))
      return inPieces(
        text,
        [...text.toLowerCase().matchAll(SIMPLE_WORD)].filter(([word]) => isMeant(word)),
      );
    const folded = fold(text);
    return inside.some((word) => folded.includes(word.slice(0, SHORTEST_STEM)))
      ? inPieces(
          text,
          [...text.matchAll(WORD)].filter(([word]) => isMeant(fold(word))),
        )
      : text;
  };
}

/** No form of an English word is further from its stem than that. */
const SHORTEST_STEM = 2;

function meantBy(marks: Marks): (word: string) => boolean {
  const all = marks.flatMap(({ forms }) => forms.flatMap(meantWords));
  const words = new Set(all.flatMap(spellingsOf));
  const stems = new Set(Array.from(words, stemOf));
  const beginnings = marks.flatMap(({ forms, begins }) => (begins ? spellingsOf(forms[0]?.[0] as string) : []));
  const starts = new Set(Array.from(words, (word) => word.slice(0, SHORTEST_STEM)));
  return (word) =>
    words.has(word) ||
    beginnings.some((beginning) => word.startsWith(beginning)) ||
    (starts.has(word.slice(0, SHORTEST_STEM)) && stems.has(stemOf(word)));
}

/** Of a phrase, what says something alone: "working out" is no reason to mark "works". */
function meantWords(form: string[]): string[] {
  return form.length > 1 ? form.filter((word) => !saysLittle(word)) : form;
}

function inPieces(text: string, matches: RegExpMatchArray[]): Marked {
  const pieces: string[] = [];
  let end = 0;
  for (const { index = 0, 0: word = "" } of matches) {
    pieces.push(text.slice(end, index), text.slice(index, index + word.length));
    end = index + word.length;
  }
  return pieces.length > 0 ? [...pieces, text.slice(end)] : text;
}

/** The part of a text with its first match in it, of about `length` characters. */
export function around(text: string, mark: Mark, length: number): string {
  const pieces = mark(text);
  const before = typeof pieces === "string" ? "" : (pieces[0] as string);
  if (before.length < length * 0.7) return shortened(text, length);
  const start = before.lastIndexOf(" ", before.length - 60) + 1;
  return `… ${shortened(text.slice(start), length)}`;
}

/** What a card shows anyway. */
const SHOWN: SearchedField[] = ["name", "title", "longevityContribution"];
/** Characters of a text searched for a match. */
const LOOKED_THROUGH = 20_000;
const MATCH_LENGTH = 200;
const PROSE = new Set<string>(namesOf(EXPERT_RECORD, "prose"));

/** By row number, the line that explains why each was found; null where name, title and contribution do. */
export async function matchesOf(rowIds: number[], marks: Marks): Promise<Map<number, Match | null>> {
  if (marks.length === 0) return new Map();
  const texts = await searchTextsOf(readDb, rowIds, categoryLabel);
  const mark = marker(marks);
  const isMeant = meantBy(marks);
  const units = marks.map(unitOf);
  const has = (text: string) => {
    const meant = [...new Set(fold(text).match(WORD) ?? [])].filter(isMeant);
    return new Set(meant.length > 0 ? units.filter((isThere) => isThere(meant)) : []);
  };
  return new Map(
    texts.map(({ rowId, text }) => {
      const shown = has(SHOWN.map((field) => text[field] ?? "").join("\n"));
      if (shown.size === units.length) return [rowId, null];
      let most = 0;
      let match: Match | null = null;
      for (const [field, content] of Object.entries(text) as [SearchedField, string | string[]][]) {
        if (SHOWN.includes(field) || field === "categoryLabels") continue;
        for (const line of linesOf(content)) {
          const further = [...has(line)].filter((unit) => !shown.has(unit)).length;
          if (further <= most) continue;
          most = further;
          match = { field, text: around(asShown(field, line), mark, MATCH_LENGTH) };
        }
      }
      return [rowId, match];
    }),
  );
}

/** A unit is there when all words of one of its forms are. */
function unitOf(unit: Marks[number]): (words: string[]) => boolean {
  const isMeant = meantBy([unit]);
  const forms = unit.forms.map((form) => ({
    isBeginning: unit.begins && form.length === 1,
    stems: meantWords(form).map((word) => spellingsOf(word).map(stemOf)),
  }));
  return (words) => {
    const meant = words.filter(isMeant);
    if (meant.length === 0) return false;
    const there = new Set(meant.map(stemOf));
    return forms.some(
      ({ isBeginning, stems }) =>
        isBeginning || (stems.length > 0 && stems.every((spelled) => spelled.some((stem) => there.has(stem)))),
    );
  };
}

/** A line of a field as the profile shows it: without markup where the field is Markdown. */
function asShown(field: SearchedField, line: string): string {
  return PROSE.has(field) ? plainText(line, LOOKED_THROUGH) : shortened(line, LOOKED_THROUGH);
}

function linesOf(content: string | string[]): string[] {
  if (Array.isArray(content)) return content;
  return content.slice(0, LOOKED_THROUGH).split(/\n\s*\n/);
}
