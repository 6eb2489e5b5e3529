/**
 * Programs rely on the access rules, inputs, limits, defaults and statuses of each call. A change of contract.txt may break
 * them: `npx vitest run test/support/contract.test.ts -u` writes the file, and a reviewer reads the change.
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

const CHANGE_HINT =
  "contract.txt has other calls. If you meant the change, run `npx vitest run test/support/contract.test.ts -u` and read the difference";
const SCHEMA_RULES =
  "enum const format minLength maxLength minItems maxItems minimum maximum exclusiveMinimum default".split(" ");

/** Returns a line for each value that a schema accepts, with its rules. */
function linesOf(schema: Schema, path: string, isRequired: boolean): string[] {
  const { properties = {}, required = [], items, anyOf, oneOf, type } = schema;
  const variants = anyOf ?? oneOf;
  if (variants) return variants.flatMap((variant) => linesOf(variant, path, isRequired));
  const rules = SCHEMA_RULES.flatMap((rule) =>
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

const jsonSchemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;

test("the inputs and statuses of all calls are those of contract.txt", async () => {
  const text = OPERATIONS.map(([key, operation]) => {
    const { access, recent, key: keys, cors, query, body, upload, limit, status = 200, media = [] } = operation;
    const limitText = typeof limit === "object" ? `${limit.characters} characters` : limit && `${limit} bytes`;
    const summary = [
      key,
      access,
      ...(recent ? ["recent sign-in"] : []),
      ...(keys ? ["any key"] : []),
      ...(cors ? ["other sites"] : []),
      ...(limitText ? [limitText] : []),
      `${status} or ${problemsOf(key, operation).join()}`,
      ...media,
    ];
    return [
      summary.join(" · "),
      ...(query ? linesOf(jsonSchemaOf(query), "", false).map((line) => `  ?${line}`) : []),
      ...[body, upload].flatMap((schema) =>
        schema ? linesOf(jsonSchemaOf(schema), "", false).map((line) => `  ${line}`) : [],
      ),
    ].join("\n");
  }).join("\n");
  await expect(`${text}\n`, CHANGE_HINT).toMatchFileSnapshot("contract.txt");
});

/** Calls that change a record without naming the version that the program read, each with the reason. */
const WITHOUT_VERSION: Record<string, string> = {
  "PUT /api/drafts/{id}": "one reader's own draft",
  "PUT /api/admin/articles/{id}/draft": "one editor's own draft",
  "PUT /api/admin/submissions/{id}/place": "tells who is reviewing",
  "PUT /api/admin/experts/{id}/portraits": "takes a picture anew, and the history keeps the former one",
  "PUT /api/admin/featured/order": "one order, which the page shows at once",
  "PUT /api/admin/articles/featured-order": "one order, which the page shows at once",
  "PATCH /api/experts/{id}/featured": "one switch",
  "PATCH /api/admin/articles/{id}/featured": "one switch",
  "PATCH /api/admin/users/{id}": "one choice at a time",
  "POST /api/admin/suggestions": "asks about a record, and changes none",
  "POST /api/auth/passkey": "signs in",
};

test("a call that changes a record accepts the version that was read, or says why it needs none", () => {
  const names = OPERATIONS.flatMap(([key, { body }]) => {
    const fields = body ? linesOf(jsonSchemaOf(body), "", false) : [];
    // A POST with the id of a record may replace it.
    if (!/^(PUT|PATCH) /.test(key) && !fields.some((line) => /^id /.test(line))) return [];
    return fields.some((line) => /^(updatedAt|version|shownAlts?) /.test(line)) ? [] : [key];
  });
  expect(names.sort()).toEqual(Object.keys(WITHOUT_VERSION).sort());
});
