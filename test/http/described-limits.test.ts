/** The API description names each limit of length or number that the calls enforce. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BODY_CALLS, type Body, type Json, sendTo } from "../support/calls";
import { askChecked } from "../support/checked-requests";
import { type Mailbox, startMailbox } from "../support/mailbox";
import { OPERATIONS } from "../support/operations";
import { getJson } from "../support/requests";
import { createWorld, type World } from "../support/world";

let mailbox: Mailbox;
let world: World;
let description: {
  paths: Record<string, Record<string, DescribedCall>>;
  components: { schemas: Record<string, object> };
};
beforeAll(async () => {
  mailbox = await startMailbox();
  world = await createWorld({}, { SMTP_URL: mailbox.url });
  description = (await getJson(world.site, "/api/openapi.json")).body;
});
afterAll(async () => {
  await world?.site.stop();
  await mailbox?.stop();
});

interface DescribedCall {
  requestBody?: { content: Record<string, { schema: { $ref: string } }> };
  parameters: { name: string; in: string; schema: { maxLength?: number; maximum?: number } }[];
}

/** Matches messages about a text or list that is too long. */
const LIMIT = /\bat most [\d,]+ |\btoo (long|many)\b|\bfit here\b/i;
const LETTERS = 150_000;
const ENTRIES = 5_000;

/** Yields the body with each of its texts and lists made too long, one at a time. */
function* oversized(value: Json, path: string, letters: number): Generator<[path: string, changed: Json]> {
  if (typeof value === "string") yield [path, value.padEnd(letters, "x")];
  else if (Array.isArray(value)) {
    const first = value[0];
    if (first !== undefined) {
      yield [path, Array.from({ length: Math.min(ENTRIES, letters / 40) }, (_, index) => distinct(first, index))];
      for (const [inside, changed] of oversized(first, `${path}[]`, letters))
        yield [inside, [changed, ...value.slice(1)]];
    }
  } else if (value !== null && typeof value === "object") {
    for (const [name, field] of Object.entries(value))
      for (const [inside, changed] of oversized(field, path ? `${path}.${name}` : name, letters))
        yield [inside, { ...value, [name]: changed }];
  }
}

function distinct(entry: Json, index: number): Json {
  if (typeof entry === "string") return `${entry}${index}`;
  if (entry === null || typeof entry !== "object" || Array.isArray(entry)) return entry;
  return Object.fromEntries(
    Object.entries(entry).map(([name, field]) => [name, typeof field === "string" ? `${field}${index}` : field]),
  );
}

/** Yields the body, and for each field that it leaves out one with that field. */
function* bodiesWith(validBody: Body, schema: Schema): Generator<[body: Body, fields: string[]]> {
  yield [validBody, Object.keys(validBody)];
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    const example = exampleOf(property);
    if (!(name in validBody) && example !== undefined) yield [{ ...validBody, [name]: example }, [name]];
  }
}

type Schema = {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  enum?: Json[];
  properties?: Record<string, Schema>;
};

function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name ? (description.components.schemas[name] as Schema) : schema;
}

function propertiesOf(schema: Schema): Record<string, Schema> {
  const { properties = {}, anyOf = [], oneOf = [] } = resolved(schema);
  return Object.assign({}, properties, ...[...anyOf, ...oneOf].map(propertiesOf));
}

function exampleOf(schema: Schema): Json | undefined {
  const { type, anyOf = [], oneOf = [], items, enum: choices, properties } = resolved(schema);
  if (choices) return choices[0];
  if (type === "string") return "x";
  if (type === "array" && items) {
    const entry = exampleOf(items);
    return entry === undefined ? undefined : [entry];
  }
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, property]) => {
        const value = exampleOf(property);
        return value === undefined ? [] : [[name, value]];
      }),
    ) as Body;
  return [...anyOf, ...oneOf].map(exampleOf).find((example) => example !== undefined);
}

const bytesOf = (limit: number | { characters: number } | undefined) =>
  typeof limit === "object" ? limit.characters : (limit ?? 64 * 1024);

test("a limit that refuses a text or a list is described", async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "description", components: description.components });
  const missing: string[] = [];
  let refused = 0;
  for (const call of BODY_CALLS) {
    const [method = "", path = ""] = call.endpoint.split(" ");
    const schema = description.paths[path]?.[method.toLowerCase()]?.requestBody?.content["application/json"]?.schema;
    if (!schema) continue;
    const isValid = ajv.compile({ $ref: `description${schema.$ref}` });
    const letters = Math.min(LETTERS, bytesOf(call.operation.limit) - 8_000);
    const oversizedBodies = function* (validBody: Body) {
      for (const [body, fields] of bodiesWith(validBody, schema))
        for (const field of fields)
          for (const [at, changed] of oversized(body[field] as Json, field, letters))
            yield [at, { ...body, [field]: changed }] as const;
    };
    for (const [at, oversizedBody] of oversizedBodies(await call.body(world))) {
      const { status, text } = await sendTo(world, call, JSON.stringify(oversizedBody));
      if (status !== 400 || !LIMIT.test(text)) continue;
      refused++;
      if (isValid(oversizedBody)) missing.push(`${call.endpoint} ${at}: ${text}`);
    }
  }
  expect(missing).toEqual([]);
  expect(refused).toBeGreaterThan(100);
});

test("an invalid query parameter is refused in plain words, and its limit is described", async () => {
  const problems: string[] = [];
  for (const [key, { query }] of OPERATIONS) {
    const [method = "", path = ""] = key.split(" ");
    if (!query || method !== "GET") continue;
    for (const { name, in: place, schema } of description.paths[path]?.get?.parameters ?? []) {
      if (place !== "query") continue;
      for (const value of ["x".repeat(5_000), "-1", "0", "9".repeat(30), "%00", "[]"]) {
        const address = `${path.replace(/\{\w+\}/g, world.ids.expert)}?${name}=${value}`;
        const { status, text } = await askChecked(world, { path: address, as: "admin" });
        if (status !== 400) continue;
        const { message } = JSON.parse(text);
        if (/^[a-z]|\b[a-z]+[A-Z]/.test(message)) problems.push(`${key} ${name}: ${message}`);
        if (LIMIT.test(message) && schema.maxLength === undefined && schema.maximum === undefined)
          problems.push(`${key} does not say how much ${name} takes: ${message}`);
      }
    }
  }
  expect(problems).toEqual([]);
});
