/** Tests the Model Context Protocol, by which assistants read the directory. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Client as ClientOf2026, StreamableHTTPClientTransport as TransportOf2026 } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let slug: string;
beforeAll(async () => {
  site = await startSite({ env: { TRUST_PROXY: "on" } });
  const admin = await signUpAdmin(site);
  const article = { title: "On mice", body: "They lived longer.", status: "published", sources: ["A paper"] };
  slug = (await json(site, "POST", "/api/admin/articles", article, admin)).body.slug;
  await json(site, "POST", "/api/admin/articles", { title: "A draft on mice", body: "Text." }, admin);
});
afterAll(() => site?.stop());

async function send(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${site.url}/mcp`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
}

let requestCount = 0;
const ask = (method: string, params?: unknown, headers?: Record<string, string>) =>
  send({ jsonrpc: "2.0", id: ++requestCount, method, params }, headers);
const call = async (name: string, input?: unknown) => (await ask("tools/call", { name, arguments: input })).body.result;

describe("a session", () => {
  test("begins with the protocol version that both sides support", async () => {
    const client = { capabilities: {}, clientInfo: { name: "test", version: "1" } };
    for (const [requestedVersion, answeredVersion] of [
      ["2025-11-25", "2025-11-25"],
      ["2025-06-18", "2025-06-18"],
      ["2025-03-26", "2025-03-26"],
      ["1999-01-01", "2025-11-25"],
    ]) {
      const { status, headers, body } = await ask("initialize", { protocolVersion: requestedVersion, ...client });
      expect([status, headers.get("Content-Type"), headers.get("Cache-Control")]).toEqual([
        200,
        expect.stringContaining("application/json"),
        "no-store",
      ]);
      expect(body).toMatchObject({
        jsonrpc: "2.0",
        id: requestCount,
        result: {
          protocolVersion: answeredVersion,
          capabilities: { tools: {} },
          serverInfo: { name: "longevity-leaders" },
        },
      });
    }
    const notificationAnswer = await send({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect([notificationAnswer.status, notificationAnswer.body]).toEqual([202, undefined]);
    expect((await send({ jsonrpc: "2.0", id: 7, result: {} })).status).toBe(202);
    expect((await ask("ping", undefined, { "MCP-Protocol-Version": "2025-06-18" })).body.result).toEqual({});
  });

  test("has no stream and no end, and scripts of other sites may use it", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const { status, headers } = await fetch(`${site.url}/mcp`, { method });
      expect([method, status, headers.get("Allow")]).toEqual([method, 405, "POST, OPTIONS"]);
    }
    const preflight = await fetch(`${site.url}/mcp`, { method: "OPTIONS" });
    expect([preflight.status, preflight.headers.get("Access-Control-Allow-Methods")]).toEqual([204, "POST"]);
    for (const origin of ["https://elsewhere.example", "null"]) {
      const { status, headers } = await ask("ping", undefined, { Origin: origin, Cookie: "session=x" });
      expect([status, headers.get("Access-Control-Allow-Origin")]).toEqual([200, "*"]);
    }
  });

  test("of the older version takes several messages at once, and answers each of them", async () => {
    const messages = [
      { jsonrpc: "2.0", id: "a", method: "ping" },
      { jsonrpc: "2.0", method: "notifications/cancelled" },
      { jsonrpc: "2.0", id: "b", method: "nothing" },
    ];
    const { body } = await send(messages);
    expect(body.map(({ id, error }: { id: string; error?: { code: number } }) => [id, error?.code])).toEqual([
      ["a", undefined],
      ["b", -32601],
    ]);
    expect((await send([messages[1]])).status).toBe(202);
    expect((await send(Array(11).fill(messages[0]))).status).toBe(400);
    const listTopics = { jsonrpc: "2.0", id: "c", method: "tools/call", params: { name: "list_topics" } };
    const cancellation = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "c" } };
    expect((await send([listTopics, cancellation])).body.result.structuredContent).toHaveProperty("topics");
    expect((await send([messages[0], messages[0]])).body).toEqual({ jsonrpc: "2.0", id: "a", result: {} });
  });
});

describe("a request since version 2026-07-28", () => {
  const metadata = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const server = { "io.modelcontextprotocol/serverInfo": expect.objectContaining({ name: "longevity-leaders" }) };
  const headersOf = (method: string, name?: string) => ({
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": method,
    ...(name !== undefined && { "Mcp-Name": name }),
  });

  test("says all about itself, and needs no session", async () => {
    const discovery = await ask("server/discover", { _meta: metadata }, headersOf("server/discover"));
    expect([discovery.status, discovery.body.result]).toEqual([
      200,
      expect.objectContaining({
        resultType: "complete",
        ttlMs: 3_600_000,
        cacheScope: "public",
        _meta: server,
        capabilities: { tools: { listChanged: false } },
        supportedVersions: ["2026-07-28"],
      }),
    ]);
    const { result: list } = (await ask("tools/list", { _meta: metadata }, headersOf("tools/list"))).body;
    expect(list).toMatchObject({ resultType: "complete", ttlMs: 3_600_000, cacheScope: "public" });
    expect(list.tools).toEqual((await ask("tools/list")).body.result.tools);
    const params = { name: "search_experts", arguments: { query: "sinclair" }, _meta: metadata };
    const base64 = `=?base64?${Buffer.from("search_experts").toString("base64")}?=`;
    for (const name of ["search_experts", base64]) {
      const { result } = (await ask("tools/call", params, headersOf("tools/call", name))).body;
      expect(result).toMatchObject({ resultType: "complete", _meta: server, structuredContent: { total: 1 } });
    }
  });

  test("is refused without its metadata, or when its headers contradict them", async () => {
    const list = headersOf("tools/list");
    const withUnknownVersion = { ...metadata, "io.modelcontextprotocol/protocolVersion": "2027-01-01" };
    const { "io.modelcontextprotocol/clientCapabilities": _, ...withoutCapabilities } = metadata;
    for (const [method, params, headers, status, code] of [
      ["tools/list", {}, list, 400, -32602],
      ["tools/list", { _meta: withoutCapabilities }, list, 400, -32602],
      ["tools/list", { _meta: { ...metadata, "io.modelcontextprotocol/protocolVersion": 7 } }, list, 400, -32602],
      ["tools/list", { _meta: metadata }, {}, 400, -32020],
      ["tools/list", { _meta: metadata }, headersOf("tools/call"), 400, -32020],
      ["tools/list", { _meta: metadata }, { ...list, "MCP-Protocol-Version": "2025-11-25" }, 400, -32020],
      ["tools/call", { _meta: metadata, name: "get_expert" }, headersOf("tools/call"), 400, -32020],
      ["tools/call", { _meta: metadata, name: "get_expert" }, headersOf("tools/call", "get_article"), 400, -32020],
      ["tools/call", { _meta: metadata, name: "delete" }, headersOf("tools/call", "delete"), 200, -32602],
      ["tools/list", { _meta: withUnknownVersion }, { ...list, "MCP-Protocol-Version": "2027-01-01" }, 400, -32022],
      ["ping", { _meta: metadata }, headersOf("ping"), 404, -32601],
      ["initialize", { _meta: metadata }, headersOf("initialize"), 404, -32601],
      ["__proto__", { _meta: metadata }, headersOf("__proto__"), 404, -32601],
    ] as [string, object, Record<string, string>, number, number][]) {
      const answer = await ask(method, params, headers);
      expect([method, params, answer.status, answer.body.id, answer.body.error.code]).toEqual([
        method,
        params,
        status,
        requestCount,
        code,
      ]);
    }
    expect((await send([{ jsonrpc: "2.0", id: 1, method: "tools/list" }], list)).status).toBe(400);
    expect((await send({ jsonrpc: "2.0", id: 7, result: {} }, list)).status).toBe(400);
    const notification = { jsonrpc: "2.0", method: "notifications/x", params: { _meta: metadata } };
    expect((await send(notification, headersOf("notifications/x"))).status).toBe(202);
  });

  test("gets no stream of changes, because the tools never change", async () => {
    const params = { _meta: metadata, notifications: { toolsListChanged: true } };
    const { status, body } = await ask("subscriptions/listen", params, headersOf("subscriptions/listen"));
    expect([status, body.error.code]).toEqual([200, -32603]);
  });
});

describe("invalid input", () => {
  test.each([
    ["{", 400, -32700],
    ["", 400, -32700],
    ["null", 400, -32600],
    ["[]", 400, -32600],
    ["7", 400, -32600],
    [{ id: 1, method: "ping" }, 400, -32600],
    [{ jsonrpc: "2.0", id: null, method: "ping" }, 400, -32600],
    [{ jsonrpc: "2.0", id: 1, method: 7 }, 400, -32600],
    [{ jsonrpc: "2.0", id: 1, method: "ping", params: [1] }, 400, -32600],
    [{ jsonrpc: "2.0", id: 1, method: "resources/list" }, 200, -32601],
    [{ jsonrpc: "2.0", id: 1, method: "__proto__" }, 200, -32601],
    [{ jsonrpc: "2.0", id: 1, method: "tools/call" }, 200, -32602],
    [{ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "delete_expert" } }, 200, -32602],
    [{ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_expert", arguments: [] } }, 200, -32602],
    [{ jsonrpc: "2.0", id: 1, method: "server/discover" }, 200, -32601],
  ] as [unknown, number, number][])("%j is answered with its error", async (body, status, code) => {
    const answer = await send(body);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  test.each([
    ["get_expert", {}, /Slug is missing/],
    ["search_experts", { query: "x", category: "dentists" }, /Category must be /],
    ["search_experts", { query: "x", limit: 1_000 }, /Limit must be /],
  ])("of %s with %j is explained to the assistant, which can try again", async (name, args, message) => {
    const { isError, content } = await call(name, args);
    expect([isError, content]).toEqual([true, [{ type: "text", text: expect.stringMatching(message) }]]);
  });

  test("is refused by its size, its type and its version", async () => {
    expect((await send("x".repeat(70_000))).status).toBe(413);
    expect((await send("{}", { "Content-Type": "text/plain" })).status).toBe(415);
    const { status, body } = await ask("ping", undefined, { "MCP-Protocol-Version": "1999-01-01" });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("2025-11-25, 2025-06-18")]);
  });

  test("never causes a fault, whatever the texts are", async () => {
    for (const text of ["\u0000", "a\u0000b", "\ud800", "%", "' OR 1=1 --", '"*', "../..", "x".repeat(200)]) {
      for (const [name, args] of [
        ["search_experts", { query: text }],
        ["search_articles", { query: text }],
        ["get_expert", { slug: text }],
        ["get_article", { slug: text }],
      ] as const) {
        const { status, body } = await ask("tools/call", { name, arguments: args });
        expect([status, typeof body.result.content[0].text], `${name} ${text}`).toEqual([200, "string"]);
      }
    }
    expect(site.logs().filter(({ level }) => level === "error")).toEqual([]);
  });
});

describe("the tools", () => {
  test("are listed with their input, and only read", async () => {
    const { tools } = (await ask("tools/list")).body.result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      "search_experts",
      "list_topics",
      "get_expert",
      "search_articles",
      "get_article",
    ]);
    for (const { inputSchema, annotations } of tools) {
      expect(inputSchema.type).toBe("object");
      expect(annotations.readOnlyHint).toBe(true);
    }
    expect(tools[0].inputSchema.required).toEqual(["query"]);
  });

  test("find and read people as the public calls do, with the source of each sentence", async () => {
    const { structuredContent: results, content } = await call("search_experts", { query: "sinclair" });
    expect(JSON.parse(content[0].text)).toEqual(results);
    const [{ url, ...firstExpert }] = results.experts;
    const callResult = (await getJson(site, "/api/experts/paginated?search=sinclair")).body;
    expect([url, firstExpert, results.total]).toEqual([
      `${site.url}/${firstExpert.slug}`,
      callResult.experts[0],
      callResult.total,
    ]);
    const { structuredContent: expert } = await call("get_expert", { slug: firstExpert.slug });
    expect(expert).toEqual({ url, ...(await getJson(site, `/api/experts/${firstExpert.slug}`)).body });
    expect(expert.evidence).toBeInstanceOf(Array);
    const authors = await call("search_experts", { query: "", category: "authors", limit: 2 });
    expect(authors.structuredContent.experts.length).toBeLessThanOrEqual(2);
    const filters = { country: "gb", topic: "geroscience,ageing-policy", status: "living", sourced: "true" };
    const narrowedResults = await call("search_experts", { query: "", ...filters });
    const filteredAnswer = await getJson(site, `/api/experts/paginated?${new URLSearchParams(filters)}`);
    expect(narrowedResults.structuredContent.total).toBe(filteredAnswer.body.total);
    expect(filteredAnswer.body.total).toBeGreaterThan(0);
    const unfiltered = (await call("search_experts", { query: "ageing" })).structuredContent;
    const [topic, experts] = Object.entries(unfiltered.facets.topic as Record<string, number>)[1] as [string, number];
    expect((await call("search_experts", { query: "ageing", topic })).structuredContent.total).toBe(experts);
    expect(await call("get_expert", { slug: "nobody-there" })).toEqual({
      content: [{ type: "text", text: expect.stringContaining("doesn't exist") }],
      isError: true,
    });
  });

  test("find and read published articles only", async () => {
    const { structuredContent: results } = await call("search_articles", { query: "mice" });
    expect(results.articles.map((article: { slug: string }) => article.slug)).toContain(slug);
    expect(JSON.stringify(results)).not.toContain("a-draft-on-mice");
    expect((await call("search_articles")).structuredContent.total).toBeGreaterThan(0);
    const { structuredContent: article } = await call("get_article", { slug });
    expect(article).toMatchObject({
      url: `${site.url}/articles/${slug}`,
      body: "They lived longer.",
      sources: ["A paper"],
    });
    expect(article).not.toHaveProperty("shareToken");
    expect((await call("get_article", { slug: "a-draft-on-mice" })).isError).toBe(true);
  });
});

test("llms.txt and the page about the JSON interface name the address", async () => {
  for (const path of ["/llms.txt", "/api/docs"])
    expect(await (await get(site, path)).text()).toContain(`${site.url}/mcp`);
});

test("each network has a limit of calls, which does not hold up others", async () => {
  const params = { name: "get_expert", arguments: {} };
  const callFrom = (address: string) => ask("tools/call", params, { "X-Forwarded-For": address });
  const tenCallsFrom = (address: string) => {
    const calls = Array.from({ length: 10 }, () => ({
      jsonrpc: "2.0",
      id: ++requestCount,
      method: "tools/call",
      params,
    }));
    return send(calls, { "X-Forwarded-For": address });
  };
  let answer = await tenCallsFrom("203.0.113.50");
  for (let n = 0; n < 60 && answer.status === 200; n++) answer = await tenCallsFrom("203.0.113.50");
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await callFrom("203.0.113.50")).status).toBe(429);
  expect((await callFrom("203.0.113.51")).status).toBe(200);
});

describe("the protocol's own software", () => {
  test("the client of versions with a handshake reads the directory", async () => {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${site.url}/mcp`)) as Transport);
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(0);
    const result = await client.callTool({
      name: tools[0]?.name ?? "",
      arguments: { query: "aging", search: "aging" },
    });
    expect(result.content).toEqual(expect.arrayContaining([expect.objectContaining({ type: "text" })]));
    expect(client.getServerVersion()?.name).toBe("longevity-leaders");
    await client.close();
  });

  test.each(["auto", { pin: "2026-07-28" }] as const)(
    "the client of the version without a handshake reads the directory, in mode %j",
    async (mode) => {
      const client = new ClientOf2026({ name: "test", version: "1" }, { versionNegotiation: { mode } });
      const transport = new TransportOf2026(new URL(`${site.url}/mcp`));
      await client.connect(transport);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain("get_article");
      const result = await client.callTool({ name: "get_article", arguments: { slug } });
      expect(result.structuredContent).toMatchObject({ title: "On mice" });
      expect(client.getServerVersion()?.name).toBe("longevity-leaders");
      await client.close();
    },
  );

  // The other scenarios ask for example tools of the suite, or for features that this server does not announce: resources, prompts,
  // completion, logging, sampling and elicitation.
  test("the conformance suite passes, except for a deliberate difference", async () => {
    const folder = mkdtempSync(join(tmpdir(), "longevity-mcp-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const suite = resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js");
    const suiteArguments = [suite, "server", "--url", `${site.url}/mcp`, "--output-dir", folder];
    // The suite exits with an error when a check fails.
    await promisify(execFile)(process.execPath, suiteArguments, { cwd: folder }).catch(() => {});
    const idsOf = (scenario: string) => {
      const results = readdirSync(folder).filter((name) => name.startsWith(`server-${scenario}-2`));
      expect(results, scenario).toHaveLength(1);
      const text = readFileSync(join(folder, `${results[0]}`, "checks.json"), "utf8");
      const checks = JSON.parse(text) as { id: string; status: string }[];
      const withStatus = (status: string) => checks.filter((check) => check.status === status).map(({ id }) => id);
      return [withStatus("SUCCESS").length, withStatus("FAILURE")];
    };
    for (const scenario of ["server-initialize", "ping", "tools-list"])
      expect(idsOf(scenario), scenario).toEqual([1, []]);
    // Any origin may ask: everything there is public, and no cookie or key counts (DECISIONS.md).
    expect(idsOf("dns-rebinding-protection")).toEqual([1, ["localhost-host-rebinding-rejected"]]);
  });
});
