/** Sends raw bytes that no HTTP client would send, and connections of clients that never finish. */
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askChecked, sendRequest } from "../support/checked-requests";
import { sharedWorld } from "./world";

const world = sharedWorld();
const { hostname, port } = new URL(world.site.url);

const HOST = "Host: localhost";
const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\n${[HOST, "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;
const withHost = (host: string) => `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
const post = (headers: string[], body: string) =>
  `POST /api/auth/logout HTTP/1.1\r\n${[HOST, "Content-Type: application/json", ...headers].join("\r\n")}\r\n\r\n${body}`;
/** A request in a body, which the site must never read as a request of its own (RFC 9112 §11.2). */
const SMUGGLED = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n\r\n`;

const REFUSED: Record<string, string | Buffer> = {
  "no request line": "hello\r\n\r\n",
  binary: Buffer.from(Array.from({ length: 2_000 }, (_, index) => (index * 7) & 255)),
  "TLS hello": Buffer.from("1603010200010001fc0303", "hex"),
  "HTTP/0.9": "GET /\r\n",
  "HTTP/2 preface": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "HTTP/9.9": `GET / HTTP/9.9\r\n${HOST}\r\n\r\n`,
  "unknown method": `FOO / HTTP/1.1\r\n${HOST}\r\n\r\n`,
  TRACE: `TRACE / HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`,
  CONNECT: "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
  "no Host": "GET / HTTP/1.1\r\n\r\n",
  "absolute form": `GET http://evil.example/ HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`,
  "path without a slash": `GET index HTTP/1.1\r\n${HOST}\r\n\r\n`,
  "two slashes": get("//evil.example/"),
  backslash: get("/\\evil.example/"),
  "broken percent": get("/%"),
  "broken UTF-8": get("/%ff%fe"),
  "NUL in the path": get("/a\u0000b"),
  "space in the path": get("/a b"),
  "tab before the version": `GET /\tHTTP/1.1\r\n${HOST}\r\n\r\n`,
  "a path of 100 KB": get(`/${"a".repeat(100_000)}`),
  "a query of 100 KB": get(`/?${"a".repeat(100_000)}`),
  "a header of 100 KB": get("/", `X-Long: ${"a".repeat(100_000)}`),
  "5,000 headers": get("/", ...Array.from({ length: 5_000 }, (_, index) => `X-${index}: 1`)),
  "a header without a colon": get("/", "nonsense"),
  "a header without a name": get("/", ": x"),
  "space before the colon": get("/", "X-Space : x"),
  "NUL in a header": get("/", "X-Nul: a\u0000b"),
  "CR alone": `GET / HTTP/1.1\r${HOST}\r\r`,
  "two lengths": post(["Content-Length: 2", "Content-Length: 5"], `{}${SMUGGLED}`),
  "a negative length": post(["Content-Length: -1"], SMUGGLED),
  "a length that is no number": post(["Content-Length: 2x"], `{}${SMUGGLED}`),
  "a length with a sign": post(["Content-Length: +2"], `{}${SMUGGLED}`),
  "a huge length": post(["Content-Length: 99999999999999999999"], "{}"),
  "length and chunks": post(["Content-Length: 6", "Transfer-Encoding: chunked"], `0\r\n\r\n${SMUGGLED}`),
  "chunks and length": post(["Transfer-Encoding: chunked", "Content-Length: 6"], `0\r\n\r\n${SMUGGLED}`),
  "chunked twice": post(["Transfer-Encoding: chunked, chunked"], `0\r\n\r\n${SMUGGLED}`),
  "chunked, then identity": post(["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], `0\r\n\r\n${SMUGGLED}`),
  xchunked: post(["Transfer-Encoding: xchunked"], `0\r\n\r\n${SMUGGLED}`),
  "chunked with a vertical tab": post(["Transfer-Encoding: \u000bchunked"], `0\r\n\r\n${SMUGGLED}`),
  "a chunk size that is no number": post(["Transfer-Encoding: chunked"], "zz\r\n{}\r\n0\r\n\r\n"),
  "a huge chunk size": post(["Transfer-Encoding: chunked"], "FFFFFFFFFFFFFFFFF\r\n{}\r\n"),
};

/** Requests that the server may answer with any status, but not with a fault and not twice. */
const ODD: Record<string, string | Buffer> = {
  "nothing but a line end": "\r\n\r\n",
  "two Hosts": `GET / HTTP/1.1\r\n${HOST}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
  "asterisk form": `OPTIONS * HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`,
  "raw high bytes": Buffer.from(get("/\xff\xfe"), "latin1"),
  "a folded header": get("/", "X-Folded: a\r\n b"),
  "line ends are LF": `GET / HTTP/1.1\n${HOST}\nConnection: close\n\n`,
  "a chunk longer than said": post(["Transfer-Encoding: chunked"], `1\r\n{}\r\n0\r\n\r\n${SMUGGLED}`),
  "endless chunk extensions": post(["Transfer-Encoding: chunked"], `2;${"a=b;".repeat(50_000)}\r\n{}\r\n0\r\n\r\n`),
  "endless trailers": post(["Transfer-Encoding: chunked"], `0\r\n${"X-T: 1\r\n".repeat(20_000)}\r\n`),
  "Expect: something": post(["Content-Length: 2", "Expect: 300-teapot", "Connection: close"], "{}"),
  "Upgrade: websocket": get("/", "Upgrade: websocket", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="),
  "Upgrade: h2c": get("/", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"),
  "a range that is no range": get("/robots.txt", "Range: bytes=9-1,-,x"),
  "2,500 ranges": get("/robots.txt", `Range: bytes=${"0-0,".repeat(2_500)}0-0`),
};

const HOSTS =
  `localhost:99999|localhost:-1|localhost:|localhost:x|256.1.1.1|1.2.3.4.5|[::::]|[|[]|[::1|::1|evil.example/x?y
a@evil.example|a b|a,b|%41|a%2fb|<script>|é.example`.split(/[|\n]/);

/** Writes to a connection. Returns the statuses of the answers until the site closes the connection or falls silent. */
function exchange(bytes: string | Buffer, patienceMs = 30_000): Promise<{ statuses: number[]; text: string }> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", () => {}); // closed while it was written to
    socket.on("close", () => {
      const statuses = [...text.matchAll(/(?:^|\r\n|\})HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status));
      resolve({ statuses, text });
    });
  });
}

describe("reliability 10 sockets", () => {
  const slowSockets: Socket[] = [];
  let timer: NodeJS.Timeout;
  beforeAll(() => {
    const starts = [
      `GET / HTTP/1.1\r\n${HOST}\r\nX-Slow: `,
      post(["Content-Length: 10000"], "{").replace("logout", "login"),
    ];
    for (let index = 0; index < 60; index++) {
      const socket = connect(Number(port), hostname, () => socket.write(starts[index % 2] as string));
      slowSockets.push(socket.on("error", () => {}));
    }
    timer = setInterval(() => {
      for (const socket of slowSockets) if (socket.writable) socket.write("a");
    }, 500);
  });
  afterAll(() => {
    clearInterval(timer);
    for (const socket of slowSockets) socket.destroy();
  });

  test.for(Object.entries(REFUSED))("refused: %s", async ([, bytes]) => {
    const { statuses, text } = await exchange(bytes, 5_000);
    expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([]);
    if (String(bytes).includes(SMUGGLED))
      expect([statuses.length > 1, text.includes("smuggled")]).toEqual([false, false]);
  });

  test.for(Object.entries(ODD))("no fault: %s", async ([, bytes]) => {
    const { statuses, text } = await exchange(bytes, 2_000);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    if (String(bytes).includes(SMUGGLED))
      expect([statuses.includes(404), text.includes("smuggled")]).toEqual([false, false]);
  });

  test.for(HOSTS)("400 for Host: %s", async (host) => {
    expect((await exchange(Buffer.from(withHost(host), "latin1"))).statuses).toEqual([400]);
  });

  const FORWARDED = ["[", "localhost:99999", "256.1.1.1", "[::::]", "a b", "evil.example/x", "a@b"];
  test.for(FORWARDED)("400 for X-Forwarded-Host: %s", async (host) => {
    expect((await sendRequest(world, { path: "/", headers: { "X-Forwarded-Host": host } })).status).toBe(400);
  });

  test("a few requests in one write are answered in turn; 200 exceed the limit of a connection", async () => {
    const request = get("/healthz").replace("Connection: close\r\n", "");
    const fewAnswers = await exchange(request.repeat(7) + get("/healthz"));
    expect(fewAnswers.statuses).toEqual(Array(8).fill(200));
    const manyAnswers = await exchange(request.repeat(199) + get("/healthz"));
    expect(manyAnswers.statuses.length).toBeLessThan(200);
  });

  test("the site still answers after all these requests, while slow senders are connected", async () => {
    expect((await askChecked(world, { path: "/healthz" })).status).toBe(200);
    expect((await askChecked(world, { path: "/directory" })).status).toBe(200);
  });
});
