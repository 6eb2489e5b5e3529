/** The description of the JSON interface: complete, valid, and true of the calls. */

import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { BODY_CALLS, type Body, type Json, sendTo } from "../support/calls";
import { OPERATIONS } from "../support/operations";
import { form, get, getJson, json } from "../support/requests";
import { builtRoutes } from "../support/routes";
import { type Site, startSite } from "../support/site";
import { createWorld, type World } from "../support/world";

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT: "off" } });
});
afterAll(() => site?.stop());

interface DescribedCall {
  requestBody?: { content: Record<string, { example?: object; schema?: { $ref?: string } }> };
}

interface Fields {
  properties?: object;
  anyOf?: Fields[];
  oneOf?: Fields[];
}

function fieldsOf({ properties = {}, anyOf = [], oneOf = [] }: Fields): string[] {
  return [...Object.keys(properties), ...[...anyOf, ...oneOf].flatMap(fieldsOf)];
}

const operationAt = (method: string, path: string) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`;

/** Returns the operations that the routes of the build answer. */
async function answeredOperations(): Promise<string[]> {
  const routes = builtRoutes().filter(({ isCall, path }) => isCall && path !== "/api/*");
  const handled = await Promise.all(
    routes.map(async ({ path }) => {
      const response = await fetch(site.url + path.replace(/:\w+/g, "something"), { method: "OPTIONS" });
      const allowed = response.headers.get("Allow")?.split(", ") ?? [];
      const methods = allowed.filter((method) => method !== "HEAD" && method !== "OPTIONS");
      return methods.map((method) => operationAt(method, path));
    }),
  );
  return handled.flat().sort();
}

/** Matches names as programs write them: `captchaAnswer`, `links[0].url`, or a small letter at the beginning. */
const IN_CODE = /\b[a-z]+[A-Z]|\w\[\d|^[a-z]|\w\.[a-z]/;
/** Matches messages that need the name of their field. */
const BESIDE_A_FIELD = /^(This must|At most|At least)\b/;

/** Yields the body without each of its fields, and with each field as something else. */
function* spoiltBodies(validBody: Body): Generator<[name: string, bad: Json]> {
  for (const name of Object.keys(validBody)) {
    const { [name]: value, ...rest } = validBody;
    yield [name, rest];
    yield [name, { ...rest, [name]: typeof value === "object" ? 5 : { not: "this" } }];
    yield [name, { ...rest, [name]: null }];
  }
  yield ["body", []];
  yield ["body", {}];
}

describe("the description of the JSON interface", () => {
  test("is valid OpenAPI 3.1 and names this site", async () => {
    const { body } = await getJson(site, "/api/openapi.json");
    expect(body.openapi).toMatch(/^3\.1\./);
    expect(body.servers).toEqual([{ url: site.url }]);
    const validator = new Validator();
    expect(await validator.validate(body)).toEqual({ valid: true });
    const ids = Object.values(body.paths as Record<string, Record<string, { operationId: string }>>).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("shows example bodies that fit their schema", async () => {
    const { paths, components } = (await getJson(site, "/api/openapi.json")).body;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: "description", components });
    const problems: string[] = [];
    let exampleCount = 0;
    for (const [path, calls] of Object.entries<Record<string, DescribedCall>>(paths)) {
      for (const [method, { requestBody }] of Object.entries(calls)) {
        const { example, schema } = requestBody?.content["application/json"] ?? {};
        if (example === undefined || !schema?.$ref) continue;
        exampleCount++;
        const isValid = ajv.compile({ $ref: `description${schema.$ref}` });
        if (!isValid(example)) problems.push(`${method} ${path}: ${ajv.errorsText(isValid.errors)}`);
        const describedFields = fieldsOf(components.schemas[schema.$ref.split("/").at(-1) as string]);
        const unknown = Object.keys(example).filter((name) => !describedFields.includes(name));
        if (unknown.length > 0) problems.push(`${method} ${path} shows ${unknown}, which it does not describe`);
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
      const sent = method === "GET" ? {} : { body: "{}", headers: { "Content-Type": "application/json" } };
      const { status } = await fetch(address, { method, redirect: "manual", ...sent });
      const isRefused = status === 401 && !path.startsWith("/api/auth/orcid");
      if (isRefused !== (access !== "public")) problems.push(`${key} answers ${status} to visitors`);
    }
    expect(problems).toEqual([]);
  });

  describe("of bodies", () => {
    let world: World;
    beforeAll(async () => {
      world = await createWorld();
    });
    afterAll(() => world?.site.stop());

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
      let sentBytes = 0;
      for (const call of BODY_CALLS) {
        const validBody = await call.body(world);
        for (const [name, spoiltBody] of spoiltBodies(validBody)) {
          if (call.operation.body?.safeParse(spoiltBody).success) continue;
          sentBytes++;
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
      expect(sentBytes).toBeGreaterThan(200);
    });
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
      const cached = await get(site, path, { headers: { ...origin, "If-None-Match": etag } });
      expect([cached.status, cached.headers.get(CORS)], path).toEqual([304, "*"]);
    }
    const missing = await get(site, "/api/experts/nobody-there", { headers: origin });
    expect([missing.status, missing.headers.get(CORS)]).toEqual([404, "*"]);
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
    const later = await get(site, "/api/dataset/csv", { headers: { "If-None-Match": etag } });
    const people = parse(await later.text(), { columns: true }) as Record<string, string>[];
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
  expect(html).toContain(`curl &#39;${site.url}/api/experts&#39;`);
});
