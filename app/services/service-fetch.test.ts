import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { fetchAtHost, fetchWithSecret } from "./service-fetch.server";

let paths: string[] = [];
const server = createServer((request, response) => {
  const path = request.url ?? "";
  paths.push(path);
  const location = { "/merged": "/kept", "/away": `http://localhost:${port()}/kept`, "/loop": "/loop" }[path];
  if (location) response.writeHead(307, { Location: location }).end();
  else response.end(path === "/long" ? " ".repeat(100_000) : '{"kept":true}');
}).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => void server.close());
beforeEach(() => {
  paths = [];
});

const port = () => (server.address() as AddressInfo).port;
const at = (path: string) => `http://127.0.0.1:${port()}${path}`;

test.each([
  ["/merged", 200, ["/merged", "/kept"]],
  ["/away", 307, ["/away"]],
  ["/loop", 307, ["/loop", "/loop", "/loop", "/loop"]],
])("reliability 17 a service's redirect at %s is followed only within its host", async (path, status, asked) => {
  expect((await fetchAtHost(at(path), {})).status).toBe(status);
  expect(paths).toEqual(asked);
});

test("reliability 17 a request with a secret follows no redirect, and its answer is read only to a limit", async () => {
  const post = { method: "POST", body: "client_secret=s" };
  expect(await fetchWithSecret(at("/kept"), post)).toEqual({ kept: true });
  for (const path of ["/merged", "/away", "/long"]) await expect(fetchWithSecret(at(path), post)).rejects.toThrow();
  expect(paths).toEqual(["/kept", "/merged", "/away", "/long"]);
});
