/** Tests with a real name server that connections go only to public addresses, or to those in FETCH_PRIVATE. */
import { createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type NameServer, startNameServer } from "../../test/support/name-server";
import { lookUpAt } from "./public-address.server";
import { type FetchProblem, safeFetch } from "./safe-fetch.server";

const { pages } = await vi.hoisted(async () => {
  const { startPageServer } = await import("../../test/support/pages");
  return { pages: await startPageServer() };
});

/** Private addresses of this machine that FETCH_PRIVATE does not name; `reachedHosts` lists those that got a connection. */
const HIDDEN = ["127.0.0.2", "127.8.8.8"];
const reachedHosts: string[] = [];
const hiddenServers = HIDDEN.map((host) => ({ host, server: createServer(() => void reachedHosts.push(host)) }));

let nameServer: NameServer;
beforeAll(async () => {
  nameServer = await startNameServer();
  pages.answers["/mine"] = "found";
  await Promise.all(
    hiddenServers.map(({ host, server }) => new Promise<void>((resolve) => server.listen(pages.port, host, resolve))),
  );
});
beforeEach(() => {
  nameServer.lookups.length = 0;
  pages.requestedPaths.length = 0;
});
afterAll(async () => {
  for (const { server } of hiddenServers) server.close();
  await Promise.all([nameServer.stop(), pages.stop()]);
});

function open(host: string): Promise<string> {
  const lookup = (host: string, signal: AbortSignal) => lookUpAt([nameServer.address], host, signal);
  return safeFetch(`http://${host}:${pages.port}/mine`, { lookup, timeoutMs: 20_000 }).then(
    () => "opened",
    ({ kind }: FetchProblem) => kind,
  );
}

test("reliability 17 a name with a private address is refused in any notation", async () => {
  const forms: Record<string, NameServer["answersByName"][string][number]> = {
    "plain.listed-people.net": ["127.0.0.2"],
    "several.listed-people.net": ["10.0.0.1", "127.8.8.8", "169.254.169.254"],
    "mapped.listed-people.net": ["::ffff:127.0.0.2"],
    "translated.listed-people.net": ["64:ff9b::7f00:2"],
    "six-to-four.listed-people.net": ["2002:7f00:2::"],
    "compatible.listed-people.net": ["::127.0.0.2"],
    "loopback.listed-people.net": ["::1", "0.0.0.0", "::"],
    "alias.listed-people.net": [{ alias: "localhost" }, "127.0.0.2"],
    // Has a public address first, but FETCH_PRIVATE allows this port only for 127.0.0.1.
    "public-first.listed-people.net": ["8.8.8.8", "127.0.0.2"],
  };
  for (const [name, answers] of Object.entries(forms)) {
    nameServer.answersByName[name] = [answers];
    expect([name, await open(name)]).toEqual([name, "private"]);
  }
  expect(nameServer.lookups.sort()).toEqual(Object.keys(forms).sort());
  expect([reachedHosts, pages.requestedPaths]).toEqual([[], []]);
});

test("reliability 17 a name is looked up once, and the checked address gets the connection even if the next look-up differs", async () => {
  for (const [name, secondAnswer] of [
    ["rebinding.listed-people.net", ["127.0.0.2"]],
    ["to-metadata.listed-people.net", ["169.254.169.254"]],
    ["to-alias.listed-people.net", [{ alias: "localhost" }, "127.8.8.8"]],
  ] as const) {
    nameServer.answersByName[name] = [["127.0.0.1"], [...secondAnswer]];
    expect([name, await open(name)]).toEqual([name, "opened"]);
    expect([name, await open(name)]).toEqual([name, "private"]);
    expect(nameServer.lookups.filter((text) => text === name)).toHaveLength(2);
  }
  expect([reachedHosts, pages.requestedPaths]).toEqual([[], ["/mine", "/mine", "/mine"]]);
});

test("reliability 17 a name is looked up again after a redirect, and refused if it has become private", async () => {
  const name = "turning.listed-people.net";
  nameServer.answersByName[name] = [["127.0.0.1"], ["127.0.0.2"]];
  pages.answers["/on"] = (_request, response) => {
    response.writeHead(302, { Location: `http://${name}:${pages.port}/mine` }).end();
  };
  const lookup = (host: string, signal: AbortSignal) => lookUpAt([nameServer.address], host, signal);
  const opening = safeFetch(`http://${name}:${pages.port}/on`, { lookup, timeoutMs: 20_000 });
  await expect(opening).rejects.toMatchObject({ kind: "private" });
  expect([reachedHosts, pages.requestedPaths]).toEqual([[], ["/on"]]);
});

test("reliability 17 missing names and addresses differ from a name server's refusal", async () => {
  nameServer.answersByName["empty.listed-people.net"] = [[]];
  nameServer.answersByName["refused.listed-people.net"] = [{ errorCode: 5 }];
  expect(await open("nobody.listed-people.net")).toBe("unknown");
  expect(await open("empty.listed-people.net")).toBe("unknown");
  expect(await open("refused.listed-people.net")).toBe("offline");
});
