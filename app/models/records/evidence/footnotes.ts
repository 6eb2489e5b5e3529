/** Numbers the footnotes of the texts on one page. */

import type { Evidence, EvidenceSource } from "./evidence";
import { NUMBERS, PLACES, referenceId } from "./margin-note";
import { SOURCE_LABELS, STARTER_AUTHORS } from "./source-kinds";
import { type Prose, placedSupportOf, presentEvidence, sentencesOf, supportOf } from "./support";

/** A reference in the text. */
export interface Mark {
  number: number;
  id: string;
}

/** A piece of text and the references that follow it. */
export interface CitedPiece {
  text: string;
  marks: Mark[];
}

export interface Footnote extends Pick<Evidence, "quote" | "status" | "keptBy" | "reason"> {
  number: number;
  source: Omit<EvidenceSource, "textHash" | "doi"> | null;
  /** The person who vouches for a reference, which has no quote. */
  checkedBy?: string;
  /** The ids of its references in the text; empty if only a text on another page rests on it. */
  marks: string[];
}

/**
 * A footnote as the page receives it, numbered by its place in the list. It has only what is shown, because a page with
 * many footnotes is sent twice: as text and for its scripts.
 */
export interface ShownNote extends Partial<Pick<Evidence, "quote" | "keptBy" | "reason">> {
  source:
    | (Pick<EvidenceSource, "url" | "title" | "isbn" | "place"> & {
        /** The day of the check; missing if it is shown above the list, or unknown. */
        day?: string;
        kind?: string;
      })
    | null;
  checkedBy?: string;
  /** A sentence about the present state of the page, with a space before it. */
  statusText?: string;
  isRetracted?: true;
  /** The number of references in the text; missing for 1. */
  places?: number;
}

export interface ShownFootnotes extends Pick<Footnotes, "hasGaps" | "sentences" | "sourced"> {
  notes: ShownNote[];
  /** The name and day that most checks share, shown once above the list. */
  checked?: { by: string; day: string };
}

export class Footnotes {
  readonly notes: Footnote[] = [];
  /** Tells whether a text has sentences without evidence. */
  hasGaps = false;
  /** The number of sentences in the texts; a title does not count. */
  sentences = 0;
  /** The number of sentences with a source. */
  sourced = 0;
  readonly #byKey = new Map<string, Footnote>();
  readonly #evidence: Evidence[];

  constructor(record: Prose, evidence: Evidence[]) {
    this.#evidence = presentEvidence(record, evidence);
  }

  /** Tells whether there are sentences and each has a source. */
  get isComplete(): boolean {
    return this.sentences > 0 && this.sourced === this.sentences;
  }

  /** Returns the list for the foot of the page; nothing without notes. */
  pageData(): { footnotes?: ShownFootnotes } {
    const { notes, hasGaps, sentences, sourced } = this;
    if (notes.length === 0) return {};
    const shownNotes = notes.map(shownNote);
    const sharedCheck = commonCheck(shownNotes);
    const shortenedNotes = sharedCheck
      ? shownNotes.map((note) => (hasCheck(note, sharedCheck) ? withoutCheck(note) : note))
      : shownNotes;
    return {
      footnotes: { notes: shortenedNotes, hasGaps, sentences, sourced, ...(sharedCheck && { checked: sharedCheck }) },
    };
  }

  /** Splits a plain text into pieces with their references. */
  cite(field: string, text: string): CitedPiece[] {
    return this.#inPieces(text, this.#places(field, text));
  }

  /**
   * Splits a summary into pieces with their references. Sentences without a reference may rest on the text that is summed
   * up, and are counted there.
   */
  citeSummary(field: string, text: string): CitedPiece[] {
    const placedSentences = placedSupportOf(field, text, this.#evidence);
    const citedSentences = placedSentences.filter(({ evidence }) => evidence.length > 0);
    return this.#inPieces(
      text,
      citedSentences.map(({ end, evidence }) => ({ at: end, marks: this.#numbersOf(evidence) })),
    );
  }

  #inPieces(text: string, places: { at: number; marks: Mark[] }[]): CitedPiece[] {
    const pieces: CitedPiece[] = [];
    let from = 0;
    for (const { at, marks } of places) {
      pieces.push({ text: text.slice(from, at), marks });
      from = at;
    }
    if (from < text.length) pieces.push({ text: text.slice(from), marks: [] });
    return pieces;
  }

  /** Returns the references of one entry of a list. */
  citeEntry(field: string, entry: string): Mark[] {
    const [support] = supportOf(field, [entry], this.#evidence);
    return this.#marksOf(support?.evidence ?? []);
  }

  /** Returns the references of a title. A title is no sentence, so a title without references is no gap. */
  citeTitle(field: string, title: string): Mark[] {
    const [support] = supportOf(field, [title], this.#evidence);
    return this.#numbersOf(support?.evidence ?? []);
  }

  /** Returns the address of the first reference whose page still exists; undefined without one. */
  addressOf(marks: Mark[]): string | undefined {
    return marks
      .map(({ number }) => this.notes[number - 1])
      .find((note) => note?.source && note.status !== "gone" && note.status !== "retracted")?.source?.url;
  }

  /** Adds the sources of a text that another page shows, without references on this page. */
  add(field: string, text: string): void {
    for (const { evidence } of supportOf(field, text, this.#evidence)) for (const item of evidence) this.#noteOf(item);
  }

  /** Puts private-use characters in place of each reference of a Markdown text. Pass its rendering to `html`. */
  inMarkdown(field: string, markdown: string): string {
    const text = withoutCodes(markdown);
    if (!this.#evidence.some((item) => item.field === field)) {
      const gapCount = sentencesOf(field, text).length;
      this.sentences += gapCount;
      this.hasGaps ||= gapCount > 0;
      return text;
    }
    let markedText = "";
    let from = 0;
    for (const { at, marks } of this.#places(field, text)) {
      markedText += text.slice(from, at) + marks.map(codeOf).join("");
      from = at;
    }
    return markedText + text.slice(from);
  }

  /** Moves the placeholders out of tags and links, because attributes cannot have references and links do not nest. */
  html(renderedHtml: string): string {
    let linkMarks: string | null = null;
    return renderedHtml.replace(/<[^<>]*>|[\ue000-\uf7ff]/g, (piece) => {
      if (piece.startsWith("<a ")) linkMarks = "";
      if (piece === "</a>") {
        const closingTag = piece + (linkMarks ?? "");
        linkMarks = null;
        return closingTag;
      }
      if (piece.startsWith("<")) return piece.replace(CODES, "");
      if (linkMarks === null) return piece;
      linkMarks += piece;
      return "";
    });
  }

  #places(field: string, text: string): { at: number; marks: Mark[] }[] {
    const places: { at: number; marks: Mark[] }[] = [];
    for (const { end, evidence } of placedSupportOf(field, text, this.#evidence)) {
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

  /** Returns the references in the order of their numbers, whichever source came first. */
  #numbersOf(evidence: Evidence[]): Mark[] {
    const notes = [...new Set(evidence.map((item) => this.#noteOf(item)))];
    return notes
      .toSorted((first, second) => first.number - second.number)
      .map((note) => {
        const id = referenceId(note.number, note.marks.length + 1);
        note.marks.push(id);
        return { number: note.number, id };
      });
  }

  #noteOf({ source, quote, status, keptBy, reason, kind, checkedBy }: Evidence): Footnote {
    const key = JSON.stringify([source?.url, quote, keptBy, reason, source?.place, checkedBy]);
    const existingNote = this.#byKey.get(key);
    if (existingNote) return existingNote;
    const { textHash: _, doi: _doi, ...shownSource } = source ?? ({} as EvidenceSource);
    const note: Footnote = {
      number: this.notes.length + 1,
      source: source && shownSource,
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
    ...(status === "gone" && { statusText: " The page can no longer be opened." }),
    ...(status === "changed" && { statusText: " The page has changed since." }),
    ...(status === "retracted" && { isRetracted: true as const }),
    ...(keptBy && { keptBy, reason }),
    ...(checkedBy !== undefined && { checkedBy: checkerName(checkedBy) }),
    ...(marks.length !== 1 && { places: marks.length }),
  };
}

/** Returns the name of a checker. Readers do not know the authors of the starter profiles by name. */
function checkerName(name: string): string {
  return name === STARTER_AUTHORS ? "those who wrote the first profiles" : name;
}

type Check = NonNullable<ShownFootnotes["checked"]>;

/** Returns the check that most references share; undefined if fewer than two do. */
function commonCheck(notes: ShownNote[]): Check | undefined {
  const checks = notes.flatMap(({ source, checkedBy }) =>
    source?.day && checkedBy ? { by: checkedBy, day: source.day } : [],
  );
  const groups = [...Map.groupBy(checks, ({ by, day }) => `${day} ${by}`).values()];
  const [largestGroup] = groups.toSorted((first, second) => second.length - first.length);
  return largestGroup && largestGroup.length > 1 ? largestGroup[0] : undefined;
}

function hasCheck({ source, checkedBy }: ShownNote, { by, day }: Check): boolean {
  return source?.day === day && checkedBy === by;
}

function withoutCheck({ checkedBy: _, source, ...note }: ShownNote): ShownNote {
  if (!source) return { source, ...note };
  const { day: _day, ...undatedSource } = source;
  return { source: undatedSource, ...note };
}

const LAST_CODE = 0xf7ff;
const CODES = /[\ue000-\uf7ff]/g;

/** Returns the characters for a reference; "" beyond the last possible number, whose source is still in the list. */
function codeOf({ number, id }: { number: number; id: string }): string {
  const place = Number(id.split("-")[2] ?? 1);
  if (number > PLACES - NUMBERS || place > LAST_CODE - PLACES) return "";
  const code = String.fromCharCode(NUMBERS + number);
  return place === 1 ? code : code + String.fromCharCode(PLACES + place);
}

/** Removes characters that would be read as references, written out or as HTML character references. */
function withoutCodes(markdown: string): string {
  const isCode = (number: number) => number > NUMBERS && number <= LAST_CODE;
  return markdown
    .replace(CODES, "\ufffd")
    .replace(/&#(?:x([\da-f]+)|(\d+));?/gi, (written, hex, decimal) =>
      isCode(hex ? Number.parseInt(hex, 16) : Number(decimal)) ? "\ufffd" : written,
    );
}
