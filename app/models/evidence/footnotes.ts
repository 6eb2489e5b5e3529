/** Numbered footnotes of the texts of one page. */
import type { Evidence, EvidenceSource } from "./evidence";
import { marginNote, referenceId } from "./margin-note";
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

/** Characters for private use stand for references while Markdown is rendered. */
const FIRST_CODE = 0xe000;
const MAX_MARKS = 0x1800;
const CODES = /[\ue000-\uf7ff]/g;

/**
 * A footnote as a page is given it: what is said of it only, because a page with many is sent twice, as text and for its
 * scripts. Its number is its place in the list.
 */
export interface ShownNote extends Partial<Pick<Evidence, "quote" | "status" | "keptBy" | "reason">> {
  source: (Pick<EvidenceSource, "url" | "title" | "kind" | "isbn" | "place"> & { day: string }) | null;
  checkedBy?: string;
  /** How many references the text has, where that is not one. */
  places?: number;
}

export interface ShownFootnotes extends Pick<Footnotes, "hasGaps" | "sentences" | "sourced"> {
  notes: ShownNote[];
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
  readonly #marks: Mark[] = [];
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
    return notes.length > 0 ? { footnotes: { notes: notes.map(shownNote), hasGaps, sentences, sourced } } : {};
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

  /** The references of a title, which is no sentence: without them it is no gap. */
  citeTitle(field: string, title: string): Mark[] {
    const [found] = supportOf(field, [title], this.#evidence);
    return this.#numbersOf(found?.evidence ?? []);
  }

  /** The sources of a text that stands elsewhere: without references. */
  add(field: string, text: string): void {
    for (const { evidence } of supportOf(field, text, this.#evidence)) for (const one of evidence) this.#noteOf(one);
  }

  /** Markdown with a character in place of each reference; `html` of its rendering shows them. */
  inMarkdown(field: string, markdown: string): string {
    if (!this.#evidence.some((one) => one.field === field)) {
      const bare = sentencesOf(field, markdown).length;
      this.sentences += bare;
      this.hasGaps ||= bare > 0;
      return markdown;
    }
    const text = markdown.replace(CODES, "\ufffd");
    let marked = "";
    let from = 0;
    for (const { at, marks } of this.#places(field, text)) {
      marked += text.slice(from, at);
      for (const mark of marks) {
        if (this.#marks.length < MAX_MARKS) marked += String.fromCharCode(FIRST_CODE + this.#marks.push(mark) - 1);
      }
      from = at;
    }
    return marked + text.slice(from);
  }

  /** Never within a tag or a link: an attribute keeps its words only, and links do not nest. */
  html(rendered: string): string {
    if (this.#marks.length === 0) return rendered;
    let held: string | null = null;
    const shown = rendered.replace(/<[^<>]*>|[\ue000-\uf7ff]/g, (piece) => {
      if (piece.startsWith("<a ")) held = "";
      if (piece === "</a>") {
        const after = piece + (held ?? "");
        held = null;
        return after;
      }
      if (piece.startsWith("<")) return piece.replace(CODES, "");
      const mark = this.#marks[piece.charCodeAt(0) - FIRST_CODE];
      const written = mark ? reference(mark) : "";
      if (held === null) return written;
      held += written;
      return "";
    });
    // Beside each other 3 and 4 would be read as 34.
    return shown.replaceAll("</sup><sup>", "</sup><sup>, </sup><sup>");
  }

  /** HTML of `html` with each source also beside its first reference. Call it once all texts of the page are cited. */
  inMargin(html: string): string {
    return html.replace(FIRST_REFERENCE, (reference, number) => {
      const note = marginNote(this.notes, { number: Number(number), id: `cite-${number}` });
      return note ? `${reference}<span class="margin-note" aria-hidden="true">${escaped(note)}</span>` : reference;
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
  return { url, title, day, ...(kind && { kind }), ...(isbn && { isbn }), ...(place && { place }) };
}

function shownNote({ source, quote, status, keptBy, reason, checkedBy, marks }: Footnote): ShownNote {
  return {
    source: source && sourceOf(source),
    ...(quote && { quote }),
    ...(status !== "supported" && { status }),
    ...(keptBy && { keptBy, reason }),
    ...(checkedBy !== undefined && { checkedBy }),
    ...(marks.length !== 1 && { places: marks.length }),
  };
}

const FIRST_REFERENCE = /<sup><a href="#source-(\d+)" id="cite-\1" [^<>]*>\d+<\/a><\/sup>/g;

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function reference({ number, id }: Mark): string {
  return `<sup><a href="#source-${number}" id="${id}" aria-label="Source ${number}">${number}</a></sup>`;
}
