/**
 * What programs rely on: who may make each call, what it takes, with which limits and defaults, and how it answers. A change of
 * contract.txt is a change for them; `npx vitest run test/support/contract.test.ts -u` writes it, and a reviewer reads it.
 */
import { expect, test } from "vitest";
import { z } from "zod";
import { problemsOf } from "~/http/openapi/operation.server";
import { OPERATIONS } from "./operations";

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  [rule: string]: unknown;
}

const RULES = "enum const format minLength maxLength minItems maxItems minimum maximum exclusiveMinimum default".split(
  " ",
);

/** A line for each value that a schema takes, with its rules. */
function linesOf(schema: Schema, path: string, isRequired: boolean): string[] {
  const { properties = {}, required = [], items, anyOf, oneOf, type } = schema;
  const ways = anyOf ?? oneOf;
  if (ways) return ways.flatMap((way) => linesOf(way, path, isRequired));
  const rules = RULES.flatMap((rule) =>
    rule in schema && Math.abs(Number(schema[rule])) !== Number.MAX_SAFE_INTEGER
      ? `${rule}=${JSON.stringify(schema[rule])}`
      : [],
  );
  const line = [path, type ?? "any", ...rules, ...(isRequired ? ["required"] : [])].join(" ");
  return [
    ...(path && Object.keys(properties).length === 0 ? [line] : []),
    ...Object.entries(properties).flatMap(([name, property]) =>
      linesOf(property, path ? `${path}.${name}` : name, required.includes(name)),
    ),
    ...(items ? linesOf(items, `${path}[]`, false) : []),
  ];
}

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;

test("calls take what they took, and answer as they answered", async () => {
  const text = OPERATIONS.map(([key, operation]) => {
    const { access, recent, key: keys, cors, query, body, upload, limit, status = 200, media = [] } = operation;
    const room = typeof limit === "object" ? `${limit.characters} characters` : limit && `${limit} bytes`;
    const head = [
      key,
      access,
      ...(recent ? ["recent sign-in"] : []),
      ...(keys ? ["any key"] : []),
      ...(cors ? ["other sites"] : []),
      ...(room ? [room] : []),
      `${status} or ${problemsOf(key, operation).join()}`,
      ...media,
    ];
    return [
      head.join(" · "),
      ...(query ? linesOf(schemaOf(query), "", false).map((line) => `  ?${line}`) : []),
      ...[body, upload].flatMap((sent) => (sent ? linesOf(schemaOf(sent), "", false).map((line) => `  ${line}`) : [])),
    ].join("\n");
  }).join("\n");
  await expect(`${text}\n`).toMatchFileSnapshot("contract.txt");
});
