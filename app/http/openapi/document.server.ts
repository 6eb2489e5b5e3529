/** Describes the JSON interface by OpenAPI 3.1, from the schemas that check the calls. */
import { z } from "zod";
import { keyNeedOf } from "./key-access.server";
import { allOperations, components, type Operation, Problem, problemsOf, SUBJECTS } from "./operation.server";

type Json = Record<string, unknown>;

const JSON_TYPE = "application/json";

/** Returns the document for this site. */
export function openApiDocument({ siteName, origin }: { siteName: string; origin: string }) {
  cachedDescription ??= describeCalls();
  return {
    openapi: "3.1.1",
    info: {
      title: `The JSON interface of ${siteName}`,
      version: "1",
      description: `For people, with examples: ${origin}/api/docs`,
    },
    servers: [{ url: origin }],
    tags: Object.keys(SUBJECTS).map((name) => ({ name })),
    paths: cachedDescription.paths,
    components: { schemas: cachedDescription.schemas, securitySchemes: SECURITY },
  };
}

/** Caches the description, which does not change while the site runs. */
let cachedDescription: { paths: Json; schemas: Json } | undefined;

const KEY =
  "A key from /admin/api-keys, with the scope that is named or all: it may do what its owner may, within its scopes.";

const SECURITY = {
  apiKey: { type: "http", scheme: "bearer", description: KEY },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "session",
    description: "The cookie that POST /api/auth/login sets; over https it is called __Host-session.",
  },
};

function describeCalls() {
  const paths: Record<string, Json> = {};
  for (const [key, operation] of allOperations()) {
    const [method = "", path = ""] = key.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(key, operation) };
  }
  return { paths, schemas: namedSchemas() };
}

function describeOperation(key: string, operation: Operation): Json {
  const operationId = operationIdOf(key);
  const requestBody = bodyOf(operation, operationId);
  return {
    operationId,
    tags: [operation.subject],
    summary: operation.summary,
    security: operation.access === "public" ? [] : securityOf(key),
    parameters: parametersOf(key, operation),
    ...(requestBody && { requestBody }),
    responses: {
      [operation.status ?? 200]: answerOf(operation, operationId),
      ...Object.fromEntries(problemsOf(key, operation).map((status) => [status, problemAnswer(status)])),
    },
  };
}

/** Allows a session, or a key with the scope of the call. */
function securityOf(key: string): Json[] {
  const need = keyNeedOf(key);
  const keySecurity = need === "none" ? [] : [{ apiKey: need === "any" ? [] : [need] }];
  return [...keySecurity, { session: [] }];
}

/** Returns the name of an operation: getExpertsBySlug for "GET /api/experts/{slug}". */
export function operationIdOf(key: string): string {
  const [method = "", path = ""] = key.split(" ");
  const words = path
    .replace("/api/", "")
    .replace(/\{/g, "by-")
    .split(/[^a-zA-Z0-9]+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function parametersOf(key: string, { query }: Operation): Json[] {
  const pathParameters = Array.from(key.matchAll(/\{(\w+)\}/g), ([, name]) => {
    return { name, in: "path", required: true, schema: { type: "string" } };
  });
  const { properties = {}, required = [] } = query ? z.toJSONSchema(query, { io: "input" }) : {};
  const queryParameters = Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = Object(property);
    return { name, in: "query", required: required.includes(name), ...(description && { description }), schema };
  });
  return [...pathParameters, ...queryParameters];
}

function bodyOf({ body, upload, example }: Operation, operationId: string): Json | null {
  const schema = upload ?? body;
  if (!schema) return null;
  const content = { schema: reference(schema, `${operationId}Body`), ...(example !== undefined && { example }) };
  return { required: true, content: { [upload ? "multipart/form-data" : JSON_TYPE]: content } };
}

function answerOf({ answer, status = 200, media = [JSON_TYPE] }: Operation, operationId: string): Json {
  if (!answer) return { description: status === 302 ? "Leads elsewhere" : "Done" };
  const schema = reference(answer, `${operationId}Answer`);
  const content = media.map((type) => [type, { schema: type.endsWith("json") ? schema : { type: "string" } }]);
  return { description: status === 201 ? "Made" : "Done", content: Object.fromEntries(content) };
}

const PROBLEMS: Record<number, string> = {
  400: "What was sent cannot be used",
  401: "Nobody is signed in",
  402: "The month's budget for AI is spent",
  403: "Not for this account, or sent from another site",
  404: "There is no such thing",
  409: "It changed meanwhile, or something stands against it",
  410: "The profile was removed at the person's wish",
  413: "Too large",
  415: "Not sent in the described format",
  429: "Too many calls; Retry-After says for how many seconds",
  501: "There is no such format",
  502: "Another server failed",
  503: "Too busy, or not set up",
};

function problemAnswer(status: number): Json {
  const retryHeader = { "Retry-After": { schema: { type: "integer" }, description: "In seconds." } };
  return {
    description: PROBLEMS[status],
    ...(status === 429 && { headers: retryHeader }),
    content: { [JSON_TYPE]: { schema: reference(Problem, "Problem") } },
  };
}

const INPUT_OPTIONS = { io: "input", unrepresentable: "any" } as const;

/** Adds the limits that apply after a transformation, such as trimming, to the description of the input. */
function withLimits(schema: Json, transformedSchema: Json): Json {
  const limitedSchema = structuredClone(schema);
  for (const [type, limit] of Object.entries({ string: "maxLength", array: "maxItems" }))
    if (transformedSchema.type === type && transformedSchema[limit] !== undefined && mayBe(limitedSchema, type))
      limitedSchema[limit] ??= transformedSchema[limit];
  for (const kind of ["anyOf", "oneOf"])
    if (Array.isArray(limitedSchema[kind]))
      limitedSchema[kind] = limitedSchema[kind].map((choice) => withLimits(choice, transformedSchema));
  if (limitedSchema.items && transformedSchema.items)
    limitedSchema.items = withLimits(limitedSchema.items as Json, transformedSchema.items as Json);
  return limitedSchema;
}

function mayBe({ type, $ref }: Json, wantedType: string): boolean {
  return type === wantedType || $ref !== undefined;
}

const addressOf = (id: string) => `#/components/schemas/${id}`;

/** Returns a reference to a schema, under `name` if it has no name yet. */
function reference(schema: z.ZodType, name: string): Json {
  if (!components.has(schema)) components.add(schema, { id: name });
  return { $ref: addressOf(components.get(schema)?.id ?? name) };
}

function namedSchemas(): Json {
  const generatedSchemas = z.toJSONSchema(components, {
    io: "input",
    unrepresentable: "any",
    uri: addressOf,
    override: ({ zodSchema, jsonSchema }) => {
      // openapi-typescript would make a field with a default required.
      delete jsonSchema.default;
      if (zodSchema instanceof z.ZodPipe && !(zodSchema.def.out instanceof z.ZodTransform))
        Object.assign(jsonSchema, withLimits(jsonSchema, z.toJSONSchema(zodSchema.def.out, INPUT_OPTIONS) as Json));
    },
  });
  return Object.fromEntries(
    Object.entries(generatedSchemas.schemas).map(([id, { $schema: _schema, $id: _id, ...schema }]) => [id, schema]),
  );
}
