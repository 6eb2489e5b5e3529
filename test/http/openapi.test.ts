/** Checks that the description of the JSON interface is complete, valid, and true of the calls and their limits. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { BODY_CALLS, type Body, type Json, sendTo } from "../support/calls";
import { askChecked } from "../support/checked-requests";
import { type Mailbox, startMailbox } from "../support/mailbox";
import { OPERATIONS } from "../support/operations";
import { form, get, getJson, json } from "../support/requests";
import { builtRoutes } from "../support/routes";
import type { Site } from "../support/site";
import { createWorld, type World } from "../support/world";

let mailbox: Mailbox;
let world: World;
let site: Site;
let description: Description;
beforeAll(async () => {
  mailbox = await startMailbox();
  world = await createWorld({}, { SMTP_URL: mailbox.url });
  site = world.site;
  description = (await getJson<Description>(site, "/api/openapi.json")).body;
});
afterAll(async () => {
  await site?.stop();
  await mailbox?.stop();
});

interface DescribedCall {
  requestBody?: { content: Record<string, { example?: object; schema?: { $ref?: string } }> };
  parameters?: { name: string; in: string; schema: { maxLength?: number; maximum?: number } }[];
}

type Description = {
  openapi: string;
  servers: object[];
  paths: Record<string, Record<string, DescribedCall & { operationId: string }>>;
  components: { schemas: Record<string, Schema> };
};

/** Returns a validator that knows the schemas of the description as "description#/components/schemas/…". */
function newValidator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "description", components: description.components });
  return ajv;
}

function fieldsOf({ properties = {}, anyOf = [], oneOf = [] }: Schema): string[] {
  return [...Object.keys(properties), ...[...anyOf, ...oneOf].flatMap(fieldsOf)];
}

const operationAt = (method: string, path: string) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`;

/** Returns the operations that the routes of the build answer. */
async function answeredOperations(): Promise<string[]> {
  const routes = builtRoutes().filter(({ isCall, path }) => isCall && path !== "/api/*");
  const operations = await Promise.all(
    routes.map(async ({ path }) => {
      const response = await fetch(site.url + path.replace(/:\w+/g, "something"), { method: "OPTIONS" });
      const allowed = response.headers.get("Allow")?.split(", ") ?? [];
      const methods = allowed.filter((method) => method !== "HEAD" && method !== "OPTIONS");
      return methods.map((method) => operationAt(method, path));
    }),
  );
  return operations.flat().sort();
}

/** Matches names as programs write them: `captchaAnswer`, `links[0].url`, or a small letter at the beginning. */
const IN_CODE = /\b[a-z]+[A-Z]|\w\[\d|^[a-z]|\w\.[a-z]/;
/** Matches messages that need the name of their field. */
const BESIDE_A_FIELD = /^(This must|At most|At least)\b/;

/** Yields the body without each of its fields, and with each field as null or as something else, in turn. */
function* spoiltBodies(validBody: Body): Generator<[name: string, spoiltValue: Json]> {
  for (const [place, name] of Object.keys(validBody).entries()) {
    const { [name]: value, ...otherFields } = validBody;
    yield [name, otherFields];
    const otherType = typeof value === "object" ? 5 : { not: "this" };
    yield [name, { ...otherFields, [name]: place % 2 ? null : otherType }];
  }
  yield ["body", []];
  yield ["body", {}];
}

/** Matches messages about a text or list that is too long. */
const LIMIT = /\bat most [\d,]+ |\btoo (long|many)\b|\bfit here\b/i;
const LETTERS = 150_000;
const ENTRIES = 5_000;

/** Yields the body with each of its texts and lists made too long, one at a time. */
function* oversizedValues(value: Json, path: string, letters: number): Generator<[path: string, changed: Json]> {
  if (typeof value === "string") yield [path, value.padEnd(letters, "x")];
  else if (Array.isArray(value)) {
    const firstEntry = value[0];
    if (firstEntry !== undefined) {
      yield [
        path,
        Array.from({ length: Math.min(ENTRIES, letters / 40) }, (_, index) => makeDistinct(firstEntry, index)),
      ];
      for (const [innerPath, changed] of oversizedValues(firstEntry, `${path}[]`, letters))
        yield [innerPath, [changed, ...value.slice(1)]];
    }
  } else if (value !== null && typeof value === "object") {
    for (const [name, field] of Object.entries(value))
      for (const [innerPath, changed] of oversizedValues(field, path ? `${path}.${name}` : name, letters))
        yield [innerPath, { ...value, [name]: changed }];
  }
}

function makeDistinct(entry: Json, index: number): Json {
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
  format?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  enum?: Json[];
  properties?: Record<string, Schema>;
};

function resolveReference(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name ? (description.components.schemas[name] as Schema) : schema;
}

function propertiesOf(schema: Schema): Record<string, Schema> {
  const { properties = {}, anyOf = [], oneOf = [] } = resolveReference(schema);
  return Object.assign({}, properties, ...[...anyOf, ...oneOf].map(propertiesOf));
}

function exampleOf(schema: Schema): Json | undefined {
  const { type, anyOf = [], oneOf = [], items, enum: choices, properties } = resolveReference(schema);
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

describe("the description of the JSON interface", () => {
  test("is valid OpenAPI 3.1 and names this site", async () => {
    expect(description.openapi).toMatch(/^3\.1\./);
    expect(description.servers).toEqual([{ url: site.url }]);
    const validator = new Validator();
    // A copy, because the other tests read the description too.
    expect(await validator.validate(structuredClone(description))).toEqual({ valid: true });
    const ids = Object.values(description.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    const { content = {} } = description.paths["/api/admin/images"]?.post?.requestBody ?? {};
    expect(Object.keys(content)).toEqual(["multipart/form-data"]);
    const fileSchema = description.components.schemas.postAdminImagesBody?.properties?.file;
    expect(fileSchema).toMatchObject({ type: "string", format: "binary" });
  });

  test("shows example bodies that fit their schema", async () => {
    const { paths, components } = description;
    const ajv = newValidator();
    const problems: string[] = [];
    let exampleCount = 0;
    for (const [path, calls] of Object.entries(paths)) {
      for (const [method, { requestBody }] of Object.entries(calls)) {
        const { example, schema } = requestBody?.content["application/json"] ?? {};
        if (example === undefined || !schema?.$ref) continue;
        exampleCount++;
        const isValid = ajv.compile({ $ref: `description${schema.$ref}` });
        if (!isValid(example)) problems.push(`${method} ${path}: ${ajv.errorsText(isValid.errors)}`);
        const describedFields = fieldsOf(components.schemas[schema.$ref.split("/").at(-1) as string] ?? {});
        const unknownNames = Object.keys(example).filter((name) => !describedFields.includes(name));
        if (unknownNames.length > 0)
          problems.push(`${method} ${path} shows ${unknownNames}, which it does not describe`);
      }
    }
    expect(problems).toEqual([]);
    expect(exampleCount).toBeGreaterThan(50);
  });

  test("has every call of every route, and no other", async () => {
    expect(OPERATIONS.map(([key]) => key).sort()).toEqual(await answeredOperations());
  });

  test("says who may make each call", async () => {
    const problems: string[] = [];
    for (const [key, { access }] of OPERATIONS) {
      const [method, path = ""] = key.split(" ");
      const address = site.url + path.replace(/\{\w+\}/g, "something");
      const requestParts = method === "GET" ? {} : { body: "{}", headers: { "Content-Type": "application/json" } };
      const { status } = await fetch(address, { method, redirect: "manual", ...requestParts });
      const isRefused = status === 401 && !path.startsWith("/api/auth/orcid");
      if (isRefused !== (access !== "public")) problems.push(`${key} answers ${status} to visitors`);
    }
    expect(problems).toEqual([]);
  });

  describe("of bodies", () => {
    test("shows a valid body for each call, which the call accepts", async () => {
      const problems: string[] = [];
      for (const [key, { body, example }] of OPERATIONS) {
        if (body && !body.safeParse(example).success)
          problems.push(`${key}: ${body.safeParse(example).error?.message}`);
      }
      for (const call of BODY_CALLS) {
        if (call.isSlow || call.callsOtherServices) continue;
        const { status, text } = await sendTo(world, call, JSON.stringify(await call.body(world)));
        if (status === 400) problems.push(`${call.endpoint}: ${text}`);
      }
      expect(problems).toEqual([]);
    });

    test("refuses bodies against their schema with 400 and a plain message that names the field", async () => {
      const problems: string[] = [];
      const unclearMessages: string[] = [];
      let bodyCount = 0;
      for (const call of BODY_CALLS) {
        const validBody = await call.body(world);
        for (const [name, spoiltBody] of spoiltBodies(validBody)) {
          if (call.operation.body?.safeParse(spoiltBody).success) continue;
          bodyCount++;
          const { status, text } = await sendTo(world, call, JSON.stringify(spoiltBody));
          if (call.operation.isCheckedLater) continue;
          const { message, fieldErrors = {} } = status === 400 ? JSON.parse(text) : {};
          if (!message) problems.push(`${call.endpoint} with a bad ${name}: ${status}`);
          for (const sentence of [message ?? "", ...Object.values<string>(fieldErrors)])
            if (IN_CODE.test(sentence)) unclearMessages.push(`${call.endpoint} ${name}: ${sentence}`);
          if (BESIDE_A_FIELD.test(message)) unclearMessages.push(`${call.endpoint} ${name}: ${message}`);
        }
      }
      expect(problems).toEqual([]);
      expect(unclearMessages).toEqual([]);
      expect(bodyCount).toBeGreaterThan(200);
    });
  });
});

describe("described limits", () => {
  test("a limit that refuses a text or a list is described", async () => {
    const ajv = newValidator();
    const undescribedLimits: string[] = [];
    let describedLimits = 0;
    for (const call of BODY_CALLS) {
      const [method = "", path = ""] = call.endpoint.split(" ");
      const schema = description.paths[path]?.[method.toLowerCase()]?.requestBody?.content["application/json"]?.schema;
      if (!schema) continue;
      const isValid = ajv.compile({ $ref: `description${schema.$ref}` });
      const letters = Math.min(LETTERS, bytesOf(call.operation.limit) - 8_000);
      const oversizedBodies = function* (validBody: Body) {
        for (const [body, fields] of bodiesWith(validBody, schema))
          for (const field of fields)
            for (const [at, changed] of oversizedValues(body[field] as Json, field, letters))
              yield [at, { ...body, [field]: changed }] as const;
      };
      for (const [at, oversizedBody] of oversizedBodies(await call.body(world))) {
        if (!isValid(oversizedBody)) {
          describedLimits++;
          continue;
        }
        const { status, text } = await sendTo(world, call, JSON.stringify(oversizedBody));
        if (status === 400 && LIMIT.test(text)) undescribedLimits.push(`${call.endpoint} ${at}: ${text}`);
      }
    }
    expect(undescribedLimits).toEqual([]);
    expect(describedLimits).toBeGreaterThan(100);
  });

  test("an invalid query parameter is refused in plain words, and its limit is described", async () => {
    const problems: string[] = [];
    for (const [key, { query }] of OPERATIONS) {
      const [method = "", path = ""] = key.split(" ");
      if (!query || method !== "GET") continue;
      for (const { name, in: place, schema } of description.paths[path]?.get?.parameters ?? []) {
        if (place !== "query") continue;
        for (const value of ["x".repeat(5_000), "-1", "9".repeat(30), "%00"]) {
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
});

describe("scripts of other sites", () => {
  const origin = { Origin: "https://elsewhere.example" };
  const CORS = "Access-Control-Allow-Origin";

  test("may read public answers, errors and 304 included", async () => {
    for (const path of ["/api/experts", "/api/experts/paginated", "/api/experts/homepage", "/api/articles"]) {
      const { headers, status } = await get(site, path, { headers: origin });
      expect([status, headers.get(CORS), headers.get("Access-Control-Allow-Credentials")], path).toEqual([
        200,
        "*",
        null,
      ]);
      const etag = headers.get("ETag") as string;
      const cachedAnswer = await get(site, path, { headers: { ...origin, "If-None-Match": etag } });
      expect([cachedAnswer.status, cachedAnswer.headers.get(CORS)], path).toEqual([304, "*"]);
    }
    const missingAnswer = await get(site, "/api/experts/nobody-there", { headers: origin });
    expect([missingAnswer.status, missingAnswer.headers.get(CORS)]).toEqual([404, "*"]);
    expect((await get(site, "/api/openapi.json", { headers: origin })).headers.get(CORS)).toBe("*");
  });

  test("may read and write nothing else", async () => {
    for (const [key, { access }] of OPERATIONS) {
      if (access === "public") continue;
      const [method, path = ""] = key.split(" ");
      const response = await fetch(site.url + path.replace(/\{\w+\}/g, "something"), { method, headers: origin });
      expect(response.headers.get(CORS), key).toBeNull();
    }
    for (const path of ["/api/auth/user", "/api/auth/captcha", "/api/admin/users", "/"]) {
      expect((await get(site, path, { headers: origin })).headers.get(CORS), path).toBeNull();
    }
    const preflight = await fetch(`${site.url}/api/experts/david-sinclair`, {
      method: "OPTIONS",
      headers: { ...origin, "Access-Control-Request-Method": "PUT" },
    });
    expect([preflight.status, preflight.headers.get("Access-Control-Allow-Methods")]).toEqual([204, "GET, HEAD"]);
  });
});

describe("the dataset", () => {
  test("is a dated CSV file of everybody who is listed, and is not sent again unchanged", async () => {
    const response = await get(site, "/api/dataset/csv");
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("Content-Disposition")).toMatch(/filename="longevity-experts-\d{4}-\d\d-\d\d\.csv"/);
    const [head, ...rows] = parse(await response.text()) as string[][];
    const { body } = await getJson(site, "/api/experts/paginated");
    expect(head?.slice(0, 4)).toEqual(["id", "url", "name", "title"]);
    expect(rows).toHaveLength(body.total);
    expect(rows.every((row) => row.length === head?.length && row[1]?.startsWith(site.url))).toBe(true);
    const etag = response.headers.get("ETag") as string;
    expect((await get(site, "/api/dataset/csv", { headers: { "If-None-Match": etag } })).status).toBe(304);
    const admin = await signUpAdmin(site);
    const person = { name: "=Ada Formula", title: "-1+2", affiliation: "＝1+2", longevityContribution: '@sum, "so"' };
    const { status } = await json(site, "POST", "/api/admin/experts", person, admin);
    expect(status).toBe(201);
    const nextDownload = await get(site, "/api/dataset/csv", { headers: { "If-None-Match": etag } });
    const people = parse(await nextDownload.text(), { columns: true }) as Record<string, string>[];
    const ada = people.find(({ name }) => name?.includes("Ada Formula"));
    const escapedCells = {
      name: "'=Ada Formula",
      title: "'-1+2",
      affiliation: "'＝1+2",
      longevityContribution: '\'@sum, "so"',
    };
    expect(ada).toMatchObject(escapedCells);
  });

  test("is JSON-LD with the licence that the operator chose", async () => {
    const withoutLicence = await getJson(site, "/api/dataset/jsonld");
    const [dataset, ...people] = withoutLicence.body["@graph"];
    expect([dataset["@type"], dataset.license, people[0]["@type"]]).toEqual(["Dataset", undefined, "Person"]);
    expect(await (await get(site, "/dataset")).text()).toContain("none yet. Please ask us");
    const admin = await signUpAdmin(site);
    const url = "https://creativecommons.org/licenses/by/4.0/";
    await form(site, "/admin/settings", { dataLicenceName: "CC BY 4.0", dataLicenceUrl: url }, admin);
    expect((await getJson(site, "/api/dataset/jsonld")).body["@graph"][0].license).toBe(url);
    const html = await (await get(site, "/dataset")).text();
    expect(html).toContain(`<a href="${url}" rel="license">CC BY 4.0</a>`);
    expect(html).toContain('"@type":"Dataset"');
    expect(await (await get(site, "/llms.txt")).text()).toContain(`licence: CC BY 4.0 ${url}`);
    await form(site, "/admin/settings", { dataLicenceName: "", dataLicenceUrl: url }, admin);
    expect(await (await get(site, "/dataset")).text()).toContain(`<a href="${url}" rel="license">${url}</a>`);
    expect((await get(site, "/api/dataset/xml")).status).toBe(404);
  });
});

test("llms.txt names pages and calls, and all of them answer", async () => {
  const text = await (await get(site, "/llms.txt")).text();
  const links = Array.from(text.matchAll(/\]\((\S+)\)/g), ([, url]) => url as string);
  expect(links.length).toBeGreaterThan(20);
  for (const url of links) expect((await fetch(url)).status, url).toBe(200);
  expect(text).toMatch(/\]\(\S+\/api\/experts\/[^/)]+\): a profile/);
  // A reader follows an address with a placeholder as it stands.
  expect(text).not.toMatch(/[{}]/);
});

test("the page about the interface names every call, without scripts", async () => {
  const response = await get(site, "/api/docs");
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(OPERATIONS.map(([key]) => key).filter((key) => !html.includes(`<code>${key}</code>`))).toEqual([]);
  expect(html).toMatch(new RegExp(`curl &#39;${site.url}/api/[a-z]+&#39;`));
});
