/** A page in passages that could be quotes, and whom each of them is about. */
import { names, namesFamily } from "~/models/base/web/proof-names.server";
import type { SourcePage } from "~/models/records/evidence/evidence";
import { type Index, indexOf } from "~/models/records/evidence/judgement/match.server";
import { type Token, tokensOf, type Vocabulary } from "~/models/records/evidence/judgement/tokens.server";
import { sentencesIn } from "~/models/records/evidence/sentences";
import { WORDS_OF_INSTITUTIONS } from "~/subject/same-words";

export interface Passage {
  page: SourcePage;
  /** As it stands in the page, but for white space. */
  text: string;
  index: Index;
  /** Its place on the page: the first of its sentences or lines, and the one after its last. */
  from: number;
  to: number;
}

/** Characters of a page that are read, passages of it, and characters of one. */
export const MOST_READ = 200_000;
const MOST_PASSAGES = 2_000;
const LONGEST = 500;
const SHORTEST = 25;
/** A line without an end, as in tables, lists of prizes and CVs. */
const SHORT_LINE = 160;
const MIN_WORDS = 4;

interface Person {
  person: string;
  /** What the profile calls the person, where that is known. */
  pronoun: "he" | "she" | "";
}

/** Whom a part of a page is about: the person, somebody else, or nobody that was named. */
type About = "person" | "other" | "unknown";

/**
 * Single sentences and two that follow each other, of paragraphs and of lines of lists, without those that are about
 * somebody else. At most 2,000 of the first 200,000 characters.
 */
export function passagesOf(page: SourcePage, { person, pronoun }: Person, known: Vocabulary): Passage[] {
  const found: Passage[] = [];
  const title = wordsIn(page.title);
  const add = (parts: Part[]) => {
    const text = parts.map((part) => part.text).join(" ");
    if (found.length >= MOST_PASSAGES || text.length < SHORTEST || text.length > LONGEST) return;
    if (parts.some(({ about }) => about === "other") || isOfSomebody(parts) || title.includes(wordsIn(text))) return;
    const tokens = tokensOf(text, known);
    if (tokens.length < MIN_WORDS) return;
    const from = parts[0]?.at ?? 0;
    found.push({ page, text, index: indexOf(tokens), from, to: from + parts.length });
  };
  const parts = partsOfPage(page, { person, pronoun }, known);
  for (const [at, part] of parts.entries()) {
    add([part]);
    const [next, third] = [parts[at + 1], parts[at + 2]];
    if (!next) break;
    if (next.block === part.block || areOneEntry(part, next)) add([part, next]);
    if (third && third.block === part.block) add([part, next, third]);
  }
  return found;
}

function wordsIn(text: string): string {
  return ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? ""
  } `;
}

/** Two cells of a row, or a term with what it means: "2012–" and "Professor in Geneva". */
function areOneEntry(one: Part, next: Part): boolean {
  return isLine(one) && isLine(next) && /\d/.test(one.text + next.text);
}

/** A sentence, or a line that is none. */
interface Part {
  text: string;
  at: number;
  block: number;
  about: About;
  /** Begins with a pronoun or a possessive for somebody. */
  isPronoun: boolean;
}

function isLine({ text }: Part): boolean {
  return text.length <= SHORT_LINE && !/[.!?]["'”’)]?$/.test(text);
}

/** "She" of whom nothing is known. */
function isOfSomebody(parts: Part[]): boolean {
  const [first] = parts;
  return first?.isPronoun === true && first.about === "unknown";
}

function partsOfPage(page: SourcePage, { person, pronoun }: Person, known: Vocabulary): Part[] {
  const parts: Part[] = [];
  const others = new Set<string>();
  const isOwnPage = names(page.title, person);
  let section: About = isOwnPage ? "person" : "unknown";
  let about: About = section;
  const whom = (subject: string): About => {
    if (namesFamily(subject, person)) return "person";
    const [surname = ""] = wordsOfName(subject).slice(-1);
    if (others.has(surname)) return "other";
    return isPersonal(subject, known) ? "other" : about;
  };
  for (const [block, text] of blocksOf(page.text.slice(0, MOST_READ)).entries()) {
    if (isNameAlone(text, known)) {
      section = names(text, person) ? "person" : "other";
      about = section;
    } else if (section !== "unknown") about = section;
    for (const sentence of sentencesIn(text)) {
      const tokens = tokensOf(sentence.slice(0, MOST_SENTENCE), known);
      for (const name of fullNamesIn(tokens))
        if (isPersonal(name, known) && !namesFamily(name, person)) others.add(wordsOfName(name).at(-1) ?? "");
      // Whom a sentence begins with, it is about; else whom it names.
      const subject = subjectOf(tokens);
      const [, said = ""] = PRONOUN.exec(sentence) ?? [];
      if (subject) about = whom(subject);
      else if (namesFamily(sentence, person)) about = "person";
      else if (pronoun && said && PRONOUNS[pronoun].test(said)) about = "other";
      parts.push({ text: sentence, at: parts.length, block, about, isPronoun: said !== "" });
    }
  }
  return parts;
}

/** Those that somebody else is called. */
const PRONOUNS = { she: /^(?:he|his)$/i, he: /^(?:she|her)$/i };

const MOST_SENTENCE = 2_000;

function fullNamesIn(tokens: Token[]): string[] {
  const found: string[] = [];
  let run: Token[] = [];
  for (const token of tokens) {
    const last = run.at(-1);
    if (token.isName && (!last || token.from - last.to <= 1)) run.push(token);
    else {
      if (run.length === 2 || run.length === 3) found.push(run.map(({ written }) => written).join(" "));
      run = token.isName ? [token] : [];
    }
  }
  if (run.length === 2 || run.length === 3) found.push(run.map(({ written }) => written).join(" "));
  return found;
}

const PRONOUN = /^["“‘(]?(he|she|his|her|they|their)\b/i;

/** Runs of lines without a blank one between them. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) blocks.push(open.join(" "));
    open = [];
  };
  for (const line of text.split("\n")) {
    const words = line.trim().replace(/\s+/g, " ");
    if (words) open.push(words);
    else close();
  }
  close();
  return blocks;
}

const MOST_NAME_WORDS = 9;

/** A line that is a person's name, perhaps with a title and what the person is: "Prof. Maria Lopez, PhD". */
function isNameAlone(text: string, known: Vocabulary): boolean {
  if (text.length > 100 || /[.!?:]$/.test(text) || text.split(" ").length > MOST_NAME_WORDS) return false;
  const [name = ""] = text.split(/[,–—|(]/, 1);
  const words = wordsOfName(name);
  return (
    words.length >= 2 && words.length <= 4 && words.every((word) => /^\p{Lu}/u.test(word)) && isPersonal(name, known)
  );
}

/** The name that a sentence begins with, after at most two other words; "" for none, and for "With Maria Lopez he …". */
function subjectOf(tokens: Token[]): string {
  const start = tokens.findIndex(({ isName }) => isName);
  if (start < 0 || start > 2 || tokens.slice(0, start).some(({ word }) => LEADS_ASIDE.has(word))) return "";
  const run: string[] = [];
  for (const token of tokens.slice(start)) {
    if (!token.isName && !(run.length > 0 && PARTICLES.has(token.word))) break;
    run.push(token.written);
  }
  return run.join(" ");
}

/** Words after which a name is not whom the sentence is about. */
const LEADS_ASIDE = new Set(
  "with by from for under after before in at of on to like unlike besides beside alongside since until through via".split(
    " ",
  ),
);
const PARTICLES = new Set("von van de der den di da la le el bin al du dos".split(" "));
const TITLE = /^(?:dr|prof|professor|sir|dame|mr|mrs|ms)\.?$/i;

function wordsOfName(name: string): string[] {
  return name
    .trim()
    .split(/\s+/)
    .filter((word) => word && !TITLE.test(word) && !/^\p{Lu}\.$/u.test(word) && !PARTICLES.has(word));
}

/** From this rank on, a word is rather a name. */
const RARE = 5_000;

/** "Maria Lopez" rather than "Selected Publications" or "Harvard Business School": the first word is a given name, or no common word. */
function isPersonal(name: string, { givenNames, ranks }: Vocabulary): boolean {
  const words = wordsOfName(name).map((word) => word.toLowerCase());
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last || words.length < 2 || words.length > 4) return false;
  if (words.some((word) => NO_PERSON.has(word))) return false;
  return givenNames.has(first) || ((ranks.get(first) ?? RARE) >= RARE && (ranks.get(last) ?? RARE) >= RARE);
}

const NO_PERSON = new Set(
  `university institute college school hospital foundation prize award medal laboratory lab labs center centre society
  academy department faculty journal press research science sciences company inc street avenue road
  museum council association program programme project study trial fund group committee conference lecture news`
    .split(/\s+/)
    .concat(WORDS_OF_INSTITUTIONS),
);
