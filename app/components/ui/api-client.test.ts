import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError, call } from "./api-client";

const servers: { stop(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.stop();
});

test("PL01 every call sends the reader's credentials, and a body as JSON", async () => {
  const requests: { method?: string; type?: string; body: string }[] = [];
  const url = await startServer(async (incoming, outgoing) => {
    requests.push({ method: incoming.method, type: incoming.headers["content-type"], body: await text(incoming) });
    outgoing.end('{"fine":true}');
  });
  const fetchSpy = vi.spyOn(globalThis, "fetch");

  expect(await call(url)).toEqual({ fine: true });
  expect(await call(url, { method: "POST", body: { name: "Ada" } })).toEqual({ fine: true });

  expect(fetchSpy.mock.calls.map(([, init]) => init?.credentials)).toEqual(["include", "include"]);
  fetchSpy.mockRestore();
  expect(requests).toEqual([
    { method: "GET", type: undefined, body: "" },
    { method: "POST", type: "application/json", body: '{"name":"Ada"}' },
  ]);
});

test.each([
  ["the body", 401, '{"message":"Unauthorized"}', '401: {"message":"Unauthorized"}', "Unauthorized"],
  ["the body that is not JSON", 502, "<h1>Bad gateway</h1>", "502: <h1>Bad gateway</h1>", ""],
  ["the JSON without a message for the reader", 400, '{"message":42}', '400: {"message":42}', ""],
  ["the status text if the body is empty", 404, "", "404: Not Found", ""],
])("PL01 the message of a failed call has its status and %s", async (_, status, body, message, reason) => {
  const url = await startServer((_incoming, outgoing) => outgoing.writeHead(status).end(body));
  const error = await call(url).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ name: "ApiError", status, message, reason });
});

test("PL01 a request outlives its page while the bodies of the running requests have at most 60,000 bytes together", async () => {
  const url = await startServer((_incoming, outgoing) => outgoing.end("{}"));
  const fetchSpy = vi.spyOn(globalThis, "fetch");
  const send = (letters: string) => call(url, { method: "POST", body: letters, keepalive: true });

  await send("a".repeat(59_000));
  // Each of these letters has three bytes.
  await send("学".repeat(30_000));
  await Promise.all([send("a".repeat(35_000)), send("b".repeat(35_000))]);
  await send("c".repeat(35_000));
  await call(url, { method: "POST", body: "d" });

  const kept = fetchSpy.mock.calls.map(([, init]) => Boolean(init?.keepalive));
  fetchSpy.mockRestore();
  expect(kept).toEqual([true, false, true, false, true, false]);
});

test("PL01 throws a TypeError if the server cannot be reached", async () => {
  const url = await startServer(() => {});
  for (const server of servers.splice(0)) server.stop();
  const error = await call(url).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(TypeError);
});

async function startServer(answer: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push({ stop: () => server.close().closeAllConnections() });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
