/** Tells what others changed since a form was opened: the form returns the version of each value that it showed. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { SHOWN } from "./shown";

/** The field of a JSON call that names the version that the program read. */
export const VersionRead = z
  .string()
  .optional()
  .describe("The `version` that you read. If the record has changed since, the answer is 409.");

/** Returns a digest of a value. Equal values have equal versions. */
export function versionOf(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** Returns the hidden fields of a form that shows these values: "shown.NAME" with the version of the value. */
export function shownVersions(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [SHOWN + name, versionOf(value)]));
}

/** Tells whether the form showed this value; undefined if the form does not say so. */
export function wasShown(input: unknown, name: string, value: unknown): boolean | undefined {
  const version = new Map(Object.entries(Object(input))).get(SHOWN + name);
  return version === undefined ? undefined : version === versionOf(value);
}
