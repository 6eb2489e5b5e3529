/** Answers that are sent in one piece say exactly what node:http would have written. */
import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Exchange } from "./exchanges.server";
import { listen } from "./listener.server";
import { makeReady, sendReady } from "./ready.server";

const BODY = Buffer.from("Grüße an alle Leser".repeat(4_000));
const HEADERS = ["Content-Type", "text/plain; charset=utf-8", "ETag", 'W/"1"', "Content-Length", String(BODY.length)];

async function start() {
  const page = makeReady(200, HEADERS, BODY);
  const unchanged = makeReady(304, ["ETag", 'W/"1"'], Buffer.alloc(0));
  const statuses: number[] = [];
  const answer = (exchange: Exchange) => {
    const { incoming, outgoing } = exchange;
    if (incoming.url === "/by-node") return void outgoing.writeHead(200, HEADERS).end(BODY);
    sendReady(exchange, incoming.headers["if-none-match"] ? unchanged : page);
  };
  const ended = ({ outgoing }: Exchange) => void statuses.push(outgoing.writableFinished ? outgoing.statusCode : 499);
  const server = await listen(answer, { port: 0, host: "127.0.0.1", ended });
  onTestFinished(() => server.stop());
  /** All that comes back for what is sent, until the server ends the connection. */
  const exchange = async (...requests: string[]) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.write(requests.join(""));
    await once(socket, "close");
    return Buffer.concat(chunks)
      .toString("latin1")
      .replaceAll(/Date: [^\r]+/g, "Date: now");
  };
  return { exchange, statuses };
}

const LAST = "GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;

test("performance: the same bytes as node:http writes, one answer after the other on a connection", async () => {
  const { exchange, statuses } = await start();
  const usual = await exchange(get("/by-node"), get("/by-node"), LAST);
  expect(usual.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(3);
  expect(await exchange(get("/"), get("/"), LAST)).toBe(usual);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
});

test("performance: 304 without a body, and what follows it is understood", async () => {
  const { exchange, statuses } = await start();
  const said = await exchange(get("/", 'If-None-Match: W/"1"\r\n'), LAST);
  const [first, second] = said.split("\r\n\r\n", 2) as [string, string];
  expect(first).toMatch(/^HTTP\/1\.1 304 Not Modified\r\nETag: W\/"1"\r\nDate: now\r\nConnection: keep-alive/);
  expect(second).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(statuses).toEqual([304, 200]);
});

test("performance: who asks for the head, speaks HTTP/1.0 or ends the connection gets what node:http says to that", async () => {
  const { exchange } = await start();
  expect(await exchange("HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toMatch(
    /Connection: close\r\n\r\n$/,
  );
  expect(await exchange("GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*Connection: close\r\n\r\nGr/);
  expect(await exchange(LAST)).toMatch(/Connection: close\r\n\r\nGr/);
});
