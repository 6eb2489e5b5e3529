/** Numbered footnotes of the texts of one page. */

import type { Evidence, EvidenceSource } from "./evidence";
import { NUMBERS, PLACES, referenceId } from "./margin-note";
import { SOURCE_LABELS, STARTER_AUTHORS } from "./source-kinds";
import { type Prose, placedSentencesOf, presentEvidence, sentencesOf, supportOf, withEvidence } from "./support";

/** A reference in the text. */
export interface Mark {
  number: number;
  id: string;
}

/** A piece of text and the references that follow it. */
export interface Cited {
  text: string;
  marks: Mark[];
}

export interface Footnote extends Pick<Evidence, "quote" | "status" | "keptBy" | "reason"> {
  number: number;
  source: Omit<EvidenceSource, "textHash" | "doi"> | null;
  /** Who stands for a reference, which has no quote. */
  checkedBy?: string;
  /** Ids of its references in the text; none where only a text that stands elsewhere rests on it. */
  marks: string[];
}

/**
 * A footnote as a page is given it: what is said of it only, because a page with many is sent twice, as text and for its
 * scripts. Its number is its place in the list.
 */
export interface ShownNote extends Partial<Pick<Evidence, "quote" | "keptBy" | "reason">> {
  source:
    | (Pick<EvidenceSource, "url" | "title" | "isbn" | "place"> & {
        /** Not where it is said above all of them, or not known. */
        day?: string;
        kind?: string;
      })
    | null;
  checkedBy?: string;
  /** A sentence about the page as it is now, with a space before it. */
  said?: string;
  isRetracted?: true;
  /** How many references the text has, where that is not one. */
  places?: number;
}

export interface ShownFootnotes extends Pick<Footnotes, "hasGaps" | "sentences" | "sourced"> {
  notes: ShownNote[];
  /** Who checked most of them, and on which day: said once, and not at each. */
  checked?: { by: string; day: string };
}

export class Footnotes {
  readonly notes: Footnote[] = [];
  /** Whether a text has sentences without evidence. */
  hasGaps = false;
  /** Sentences of the texts; a title is none. */
  sentences = 0;
  /** Those of them with a source. */
  sourced = 0;
  readonly #byKey = new Map<string, Footnote>();
  readonly #evidence: Evidence[];

  constructor(record: Prose, evidence: Evidence[]) {
    this.#evidence = presentEvidence(record, evidence);
  }

  /** Whether there are sentences, and each has a source. */
  get isComplete(): boolean {
    return this.sentences > 0 && this.sourced === this.sentences;
  }

  /** For the foot of the page; nothing without notes. */
  shown(): { footnotes?: ShownFootnotes } {
    const { notes, hasGaps, sentences, sourced } = this;
    if (notes.length === 0) return {};
    const shown = notes.map(shownNote);
    const checked = commonCheck(shown);
    const rest = checked ? shown.map((note) => (isCheckedSo(note, checked) ? withoutCheck(note) : note)) : shown;
    return { footnotes: { notes: rest, hasGaps, sentences, sourced, ...(checked && { checked }) } };
  }

  /** A plain text in pieces, each with its references. */
  cite(field: string, text: string): Cited[] {
    return this.#inPieces(text, this.#places(field, text));
  }

  /** The same of a text that sums another one up: what has no reference here may rest on that, and counts there. */
  citeSummary(field: string, text: string): Cited[] {
    const placed = withEvidence(field, placedSentencesOf(field, text), this.#evidence);
    const cited = placed.filter(({ evidence }) => evidence.length > 0);
    return this.#inPieces(
      text,
      cited.map(({ end, evidence }) => ({ at: end, marks: this.#numbersOf(evidence) })),
    );
  }

  #inPieces(text: string, places: { at: number; marks: Mark[] }[]): Cited[] {
    const pieces: Cited[] = [];
    let from = 0;
    for (const { at, marks } of places) {
      pieces.push({ text: text.slice(from, at), marks });
      from = at;
    }
    if (from < text.length) pieces.push({ text: text.slice(from), marks: [] });
    return pieces;
  }

  /** The references of one entry of a list. */
  citeEntry(field: string, entry: string): Mark[] {
    const [found] = supportOf(field, [entry], this.#evidence);
    return this.#marksOf(found?.evidence ?? []);
  }

  /** The references of a title, a person's or a book's, which is no sentence: without them it is no gap. */
  citeTitle(field: string, title: string): Mark[] {
    const [found] = supportOf(field, [title], this.#evidence);
    return this.#numbersOf(found?.evidence ?? []);
  }

  /** Where the first of these references leads; undefined where none has a page that is still there. */
  addressOf(marks: Mark[]): string | undefined {
    return marks
      .map(({ number }) => this.notes[number - 1])
      .find((note) => note?.source && note.status !== "gone" && note.status !== "retracted")?.source?.url;
  }

  /** The sources of a text that stands elsewhere: without references. */
  add(field: string, text: string): void {
    for (const { evidence } of supportOf(field, text, this.#evidence)) for (const one of evidence) this.#noteOf(one);
  }

  /** Markdown with characters in place of each reference, which `withReferences` shows; its rendering needs `html`. */
  inMarkdown(field: string, markdown: string): string {
    const text = withoutCodes(markdown);
    if (!this.#evidence.some((one) => one.field === field)) {
      const bare = sentencesOf(field, text).length;
      this.sentences += bare;
      this.hasGaps ||= bare > 0;
      return text;
    }
    let marked = "";
    let from = 0;
    for (const { at, marks } of this.#places(field, text)) {
      marked += text.slice(from, at) + marks.map(codeOf).join("");
      from = at;
    }
    return marked + text.slice(from);
  }

  /** No reference stands within a tag or a link: an attribute keeps its words only, and links do not nest. */
  html(rendered: string): string {
    let held: string | null = null;
    return rendered.replace(/<[^<>]*>|[\ue000-\uf7ff]/g, (piece) => {
      if (piece.startsWith("<a ")) held = "";
      if (piece === "</a>") {
        const after = piece + (held ?? "");
        held = null;
        return after;
      }
      if (piece.startsWith("<")) return piece.replace(CODES, "");
      if (held === null) return piece;
      held += piece;
      return "";
    });
  }

  #places(field: string, text: string): { at: number; marks: Mark[] }[] {
    const places: { at: number; marks: Mark[] }[] = [];
    for (const { end, evidence } of withEvidence(field, placedSentencesOf(field, text), this.#evidence)) {
      const marks = this.#marksOf(evidence);
      if (marks.length > 0) places.push({ at: end, marks });
    }
    return places;
  }

  #marksOf(evidence: Evidence[]): Mark[] {
    if (evidence.length === 0) this.hasGaps = true;
    this.sentences++;
    if (evidence.some(({ source }) => source)) this.sourced++;
    return this.#numbersOf(evidence);
  }

  /** In the order of their numbers, whichever source was found first. */
  #numbersOf(evidence: Evidence[]): Mark[] {
    const notes = [...new Set(evidence.map((one) => this.#noteOf(one)))];
    return notes
      .toSorted((one, other) => one.number - other.number)
      .map((note) => {
        const id = referenceId(note.number, note.marks.length + 1);
        note.marks.push(id);
        return { number: note.number, id };
      });
  }

  #noteOf({ source, quote, status, keptBy, reason, kind, checkedBy }: Evidence): Footnote {
    const key = JSON.stringify([source?.url, quote, keptBy, reason, source?.place, checkedBy]);
    const known = this.#byKey.get(key);
    if (known) return known;
    const { textHash: _, doi: _doi, ...read } = source ?? ({} as EvidenceSource);
    const note: Footnote = {
      number: this.notes.length + 1,
      source: source && read,
      quote,
      status,
      keptBy,
      reason,
      marks: [],
      ...(kind === "reference" && { checkedBy }),
    };
    this.#byKey.set(key, note);
    this.notes.push(note);
    return note;
  }
}

function sourceOf({
  url,
  title,
  retrievedAt,
  kind,
  isbn,
  place,
}: NonNullable<Footnote["source"]>): ShownNote["source"] {
  const day = retrievedAt.slice(0, "2026-01-01".length);
  return {
    url,
    title,
    ...(day && { day }),
    ...(kind && { kind: SOURCE_LABELS[kind] }),
    ...(isbn && { isbn }),
    ...(place && { place }),
  };
}

function shownNote({ source, quote, status, keptBy, reason, checkedBy, marks }: Footnote): ShownNote {
  return {
    source: source && sourceOf(source),
    ...(quote && { quote }),
    ...(status === "gone" && { said: " The page can no longer be opened." }),
    ...(status === "changed" && { said: " The page has changed since." }),
    ...(status === "retracted" && { isRetracted: true as const }),
    ...(keptBy && { keptBy, reason }),
    ...(checkedBy !== undefined && { checkedBy: checkerName(checkedBy) }),
    ...(marks.length !== 1 && { places: marks.length }),
  };
}

/** Those who wrote the starter are nobody whom a reader knows by that name. */
function checkerName(name: string): string {
  return name === STARTER_AUTHORS ? "those who wrote the first profiles" : name;
}

type Check = NonNullable<ShownFootnotes["checked"]>;

/** The check that most references have, at least two. */
function commonCheck(notes: ShownNote[]): Check | undefined {
  const checks = notes.flatMap(({ source, checkedBy }) =>
    source?.day && checkedBy ? { by: checkedBy, day: source.day } : [],
  );
  const groups = [...Map.groupBy(checks, ({ by, day }) => `${day} ${by}`).values()];
  const [most] = groups.toSorted((one, other) => other.length - one.length);
  return most && most.length > 1 ? most[0] : undefined;
}

function isCheckedSo({ source, checkedBy }: ShownNote, { by, day }: Check): boolean {
  return source?.day === day && checkedBy === by;
}

function withoutCheck({ checkedBy: _, source, ...note }: ShownNote): ShownNote {
  if (!source) return { source, ...note };
  const { day: _day, ...undated } = source;
  return { source: undated, ...note };
}

const LAST_CODE = 0xf7ff;
const CODES = /[\ue000-\uf7ff]/g;

/** "" for one too many, whose source stands in the list all the same. */
function codeOf({ number, id }: { number: number; id: string }): string {
  const place = Number(id.split("-")[2] ?? 1);
  if (number > PLACES - NUMBERS || place > LAST_CODE - PLACES) return "";
  const code = String.fromCharCode(NUMBERS + number);
  return place === 1 ? code : code + String.fromCharCode(PLACES + place);
}

/** A text without characters that would be taken for references, spelled out or as HTML's numbers of characters. */
function withoutCodes(markdown: string): string {
  const isCode = (number: number) => number > NUMBERS && number <= LAST_CODE;
  return markdown
    .replace(CODES, "\ufffd")
    .replace(/&#(?:x([\da-f]+)|(\d+));?/gi, (written, hex, decimal) =>
      isCode(hex ? Number.parseInt(hex, 16) : Number(decimal)) ? "\ufffd" : written,
    );
}
