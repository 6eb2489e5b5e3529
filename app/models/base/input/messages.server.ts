/** Describes the problem of an invalid value whose schema has no message of its own. */
import type { z } from "zod";
import { capitalize, fieldWords } from "~/models/base/text/field-words";

type Issue = z.core.$ZodRawIssue;

/** Returns a sentence in plain words that begins with the field's name, such as "Links, entry 1, URL is missing." */
export function describeIssue(issue: Issue): string {
  const { path = [], input } = issue;
  if (path.length > 0 && input === undefined && isAboutType(issue)) return `${describePath(path)} is missing.`;
  return `${describePath(path)} ${describeProblem(issue)}.`;
}

function isAboutType({ code }: Issue): boolean {
  return code === "invalid_type" || code === "invalid_value" || code === "invalid_union";
}

function describePath(path: PropertyKey[]): string {
  if (path.length === 0) return "The input";
  const parts = path.map((part) => (typeof part === "number" ? `entry ${part + 1}` : fieldWords(String(part))));
  return capitalize(parts.join(", "));
}

function describeProblem(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${describeType(issue.expected)}`;
    case "invalid_value":
      return `must be ${joinWithOr(issue.values.map(String))}`;
    case "invalid_union":
      return describeUnion(issue);
    case "too_big":
      return isSized(issue.origin)
        ? `must have ${issue.exact ? "exactly" : "at most"} ${countWithUnit(issue.maximum, issue.origin)}`
        : `must be ${issue.inclusive ? "at most" : "below"} ${issue.maximum}`;
    case "too_small":
      if (isSized(issue.origin) && Number(issue.minimum) === 1) return "must not be empty";
      return isSized(issue.origin)
        ? `must have ${issue.exact ? "exactly" : "at least"} ${countWithUnit(issue.minimum, issue.origin)}`
        : `must be ${issue.inclusive ? "at least" : "above"} ${issue.minimum}`;
    case "invalid_format":
      return FORMATS[issue.format] ? `must be ${FORMATS[issue.format]}` : "has the wrong format";
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `must not have a field named ${joinWithOr(issue.keys)}`;
    default:
      return "cannot be used";
  }
}

/** Names the types if each of the alternatives expects a type. */
function describeUnion(issue: Extract<Issue, { code: "invalid_union" }>): string {
  const types = issue.errors.map(([firstIssue]) =>
    firstIssue?.code === "invalid_type" && firstIssue.path.length === 0 ? describeType(firstIssue.expected) : null,
  );
  const knownTypes = types.filter((type) => type !== null);
  return knownTypes.length > 0 && knownTypes.length === types.length
    ? `must be ${joinWithOr([...new Set(knownTypes)])}`
    : "cannot be used";
}

function joinWithOr(names: string[]): string {
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

function describeType(type: string): string {
  return TYPES[type] ?? "something else";
}

function isSized(origin: string): boolean {
  return ["string", "array", "set", "map", "object", "record"].includes(origin);
}

function countWithUnit(number: number | bigint, origin: string): string {
  const unit = origin === "string" ? "character" : "entr";
  const endings = origin === "string" ? ["", "s"] : ["y", "ies"];
  return `${Number(number).toLocaleString("en")} ${unit}${endings[Number(number) === 1 ? 0 : 1]}`;
}

const FORMATS: Record<string, string> = {
  email: "an email address",
  url: "a web address",
  uuid: "an id",
  datetime: "a time such as 2026-01-31T12:00:00Z",
  date: "a date such as 2026-01-31",
};
