/** Words the problem of a value that fits no schema, if the schema itself does not. */
import type { z } from "zod";
import { inWords, startedLarge } from "~/models/base/text/field-words";

type Issue = z.core.$ZodRawIssue;

/** A sentence in plain words that begins with the field's: "Links, entry 1, URL is missing." */
export function sentenceOf(issue: Issue): string {
  const { path = [], input } = issue;
  if (path.length > 0 && input === undefined && isAboutType(issue)) return `${nameOf(path)} is missing.`;
  return `${nameOf(path)} ${saidOf(issue)}.`;
}

function isAboutType({ code }: Issue): boolean {
  return code === "invalid_type" || code === "invalid_value" || code === "invalid_union";
}

function nameOf(path: PropertyKey[]): string {
  if (path.length === 0) return "What was sent";
  const parts = path.map((part) => (typeof part === "number" ? `entry ${part + 1}` : inWords(String(part))));
  return startedLarge(parts.join(", "));
}

function saidOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${typeNamed(issue.expected)}`;
    case "invalid_value":
      return `must be ${oneOf(issue.values.map(String))}`;
    case "invalid_union":
      return saidOfUnion(issue);
    case "too_big":
      return isSized(issue.origin)
        ? `must have ${issue.exact ? "exactly" : "at most"} ${counted(issue.maximum, issue.origin)}`
        : `must be ${issue.inclusive ? "at most" : "below"} ${issue.maximum}`;
    case "too_small":
      if (isSized(issue.origin) && Number(issue.minimum) === 1) return "must not be empty";
      return isSized(issue.origin)
        ? `must have ${issue.exact ? "exactly" : "at least"} ${counted(issue.minimum, issue.origin)}`
        : `must be ${issue.inclusive ? "at least" : "above"} ${issue.minimum}`;
    case "invalid_format":
      return FORMATS[issue.format] ? `must be ${FORMATS[issue.format]}` : "is not written as it should be";
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `must not have a field named ${oneOf(issue.keys)}`;
    default:
      return "cannot be used";
  }
}

/** Names the types if each of the alternatives expects another one. */
function saidOfUnion(issue: Extract<Issue, { code: "invalid_union" }>): string {
  const types = issue.errors.map(([first]) =>
    first?.code === "invalid_type" && first.path.length === 0 ? typeNamed(first.expected) : null,
  );
  const knownTypes = types.filter((type) => type !== null);
  return knownTypes.length > 0 && knownTypes.length === types.length
    ? `must be ${oneOf([...new Set(knownTypes)])}`
    : "cannot be used";
}

function oneOf(names: string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : (names[0] ?? "left out");
}

const TYPES: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
  date: "a date",
};

function typeNamed(type: string): string {
  return TYPES[type] ?? "something else";
}

function isSized(origin: string): boolean {
  return ["string", "array", "set", "map", "object", "record"].includes(origin);
}

function counted(number: number | bigint, origin: string): string {
  const unit = origin === "string" ? "character" : "entr";
  const ending = origin === "string" ? ["", "s"] : ["y", "ies"];
  return `${Number(number).toLocaleString("en")} ${unit}${ending[Number(number) === 1 ? 0 : 1]}`;
}

const FORMATS: Record<string, string> = {
  email: "an e-mail address",
  url: "a web address",
  uuid: "an id",
  datetime: "a time such as 2026-01-31T12:00:00Z",
  date: "a date such as 2026-01-31",
};
