/** Recognises rows that may not be a person: organisations, several people in a cell, notes below a table. The editor is asked about them. */
import { fold, wordsWithoutTitles } from "~/db.server";
import { ORGANISATION_WORDS } from "~/subject/organisations";

export const DOUBTS = {
  organisation: "looks like an organisation",
  several: "looks like several people",
  line: "looks like a line of text, not a name",
} as const;

export type Doubt = keyof typeof DOUBTS;

export function isDoubt(kind: string): kind is Doubt {
  return Object.hasOwn(DOUBTS, kind);
}

/** Headings of columns with the kind of a row, such as person or organisation. */
const SURE_KIND =
  /^(?:gender|sex|kind|@?type of (?:entity|party|person)|entity type|party type|agent type|(?:person|individual|ind) or (?:org|organi[sz]ation|company|group))$/;
const MAYBE_KIND = /^(?:type|@type|record type|contact type|laureate type|category|class)$/;
const PERSON_WORD = /^(?:(?:natural |physical )?persons?|individuals?|people|human|male|female|man|woman|[mfwx])$/;
const ORGANISATION_WORD =
  /^(?:(?:https?:\/\/)?(?:www\.)?schema(?:\.org\/|:))?(?:orgs?|organi[sz]ations?|organisations|compan(?:y|ies)|corporat(?:e|ion)(?: body)?|legal (?:entity|person)|institutions?|groups?|location|application|device|ngo|agency|organisme|organisation|organizacion|organizzazione|empresa|societe|unternehmen|firma|verein|institut(?:ion)?|instituicao)$/;

/** Headings of columns in which "true" means that the row is not a person. */
const NOT_A_PERSON = /^(?:is )?(?:an? )?(?:non person|no person|org|organi[sz]ation|company)$/;
const TRUE_WORD = /^(?:true|yes|1)$/i;

/** Returns the indexes of columns with the kind of a row. An ambiguous heading, such as "Type", counts if a sample row says "person". */
export function kindColumns(columns: string[], sample: string[][]): number[] {
  return columns.flatMap((column, index) => {
    const heading = plainHeading(column);
    const hasPersonWord = () => sample.some((cells) => PERSON_WORD.test(fold(cells[index] ?? "").trim()));
    return SURE_KIND.test(heading) || NOT_A_PERSON.test(heading) || (MAYBE_KIND.test(heading) && hasPersonWord())
      ? [index]
      : [];
  });
}

function plainHeading(column: string): string {
  return fold(column.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2"))
    .replace(/[^a-z0-9@]+/g, " ")
    .trim();
}

/** Headings of columns with the name of an organisation. */
const ORGANISATION_NAME = /^(?:org|organi[sz]ation|company|institution|corporate)(?: name)?$/;

export function organisationNameIn(columns: string[], cells: string[]): string {
  const place = columns.findIndex(
    (column, index) => ORGANISATION_NAME.test(plainHeading(column)) && (cells[index] ?? "").trim() !== "",
  );
  return place < 0 ? "" : (cells[place] ?? "").trim().slice(0, 200);
}

const WORDS_OF_ORGANISATIONS = new Set([
  ...ORGANISATION_WORDS,
  ...`committee organization organisation organisations organizations institute institut instituto istituto university universitat
  universite universidad universita universidade foundation stiftung fondation fundacion fondazione association council bureau agency
  federation commission ministry gmbh ltd llc inc corporation programme consortium secretariat department laboratory laboratories
  academy akademie academie centre center college society company nations observatory`.split(/\s+/),
]);

/** Tells whether a text has a word that occurs only in names of organisations. */
export function namesOrganisation(text: string): boolean {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => WORDS_OF_ORGANISATIONS.has(word));
}

interface NamedRow {
  name: string;
  /** True if the table has a column of family names that is empty in this row. */
  lacksFamily: boolean;
  /** The cells in the columns of `kindColumns`. */
  kinds: { heading: string; text: string }[];
}

function isOrganisationKind(text: string, heading: string): boolean {
  if (NOT_A_PERSON.test(plainHeading(heading))) return TRUE_WORD.test(text.trim());
  return ORGANISATION_WORD.test(fold(text).trim());
}

/** Returns the reason to doubt that a row is a person, with its text, or null. */
export function doubtOf({ name, lacksFamily, kinds }: NamedRow): { kind: Doubt; text: string } | null {
  const kind = kinds.find(({ text, heading }) => isOrganisationKind(text, heading));
  if (kind) return { kind: "organisation", text: kind.text };
  if (/^(?:#|\/\/|--|\*\*)|https?:|\bwww\.|\d{4}|:\s*\d/.test(name)) return { kind: "line", text: name };
  if (/^(?:total|source|sources|sourced from|generated|note|updated|quelle|stand)\b.*[:\d]/i.test(name))
    return { kind: "line", text: name };
  if (NOBODY.test(name)) return { kind: "line", text: name };
  if (namesOrganisation(name) && (lacksFamily || wordsWithoutTitles(name).length > 2))
    return { kind: "organisation", text: name };
  return namesSeveralPeople(name) ? { kind: "several", text: name } : null;
}

/** Matches what lists of members and speakers have in place of a name. */
const NOBODY =
  /^(?:tb[acd]|to be (?:announced|confirmed|decided|determined)|vacant|vacancy|unknown|n\/a|n\.? ?n\.)(?: \(.*\))?$/i;

/** Recognises "Ann Lee and Bo Cho", "Ann Lee; Bo Cho", and three or more full names separated by commas. */
function namesSeveralPeople(name: string): boolean {
  const isFullName = (part: string) => part.trim().split(/\s+/).length > 1;
  if (name.split(/[;\n]| (?:and|und|et|&|\/) /).filter((part) => part.trim()).length > 1)
    return name.trim().split(/\s+/).length > 3;
  const parts = name.split(",");
  return parts.length > 2 && parts.every(isFullName);
}
