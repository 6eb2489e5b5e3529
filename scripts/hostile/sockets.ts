/** What no HTTP client would send, written to the socket as it is; and those who never finish. */
import { connect, type Socket } from "node:net";
import type { Report } from "./report";

interface Raw {
  name: string;
  bytes: string | Buffer;
  /** Whether it is no request that can be answered with anything but a refusal. */
  isBad: boolean;
}

const HOST = "Host: localhost";
const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\n${[HOST, "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;
const post = (headers: string[], body: string) =>
  `POST /api/auth/logout HTTP/1.1\r\n${[HOST, "Content-Type: application/json", ...headers].join("\r\n")}\r\n\r\n${body}`;
/** A request that must not be read as one of its own. */
const SMUGGLED = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n\r\n`;

const raws: Raw[] = [
  { name: "nothing but a line end", bytes: "\r\n\r\n", isBad: false },
  { name: "no request line", bytes: "hello\r\n\r\n", isBad: true },
  { name: "binary", bytes: Buffer.from(Array.from({ length: 2_000 }, (_, at) => (at * 7) & 255)), isBad: true },
  { name: "TLS hello", bytes: Buffer.from("1603010200010001fc0303", "hex"), isBad: true },
  { name: "HTTP/0.9", bytes: "GET /\r\n", isBad: true },
  { name: "HTTP/2 preface", bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", isBad: true },
  { name: "HTTP/9.9", bytes: `GET / HTTP/9.9\r\n${HOST}\r\n\r\n`, isBad: true },
  { name: "unknown method", bytes: `FOO / HTTP/1.1\r\n${HOST}\r\n\r\n`, isBad: true },
  { name: "TRACE", bytes: `TRACE / HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, isBad: true },
  { name: "CONNECT", bytes: `CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n`, isBad: true },
  { name: "no Host", bytes: "GET / HTTP/1.1\r\n\r\n", isBad: true },
  {
    name: "two Hosts",
    bytes: `GET / HTTP/1.1\r\n${HOST}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    isBad: false,
  },
  {
    name: "Host with a path",
    bytes: "GET / HTTP/1.1\r\nHost: evil.example/x?y\r\nConnection: close\r\n\r\n",
    isBad: true,
  },
  {
    name: "Host with credentials",
    bytes: "GET / HTTP/1.1\r\nHost: a@evil.example\r\nConnection: close\r\n\r\n",
    isBad: true,
  },
  {
    name: "absolute form",
    bytes: `GET http://evil.example/ HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`,
    isBad: true,
  },
  { name: "asterisk form", bytes: `OPTIONS * HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, isBad: false },
  { name: "path without a slash", bytes: `GET index HTTP/1.1\r\n${HOST}\r\n\r\n`, isBad: true },
  { name: "two slashes", bytes: get("//evil.example/"), isBad: true },
  { name: "backslash", bytes: get("/\\evil.example/"), isBad: true },
  { name: "broken percent", bytes: get("/%"), isBad: true },
  { name: "broken UTF-8", bytes: get("/%ff%fe"), isBad: true },
  { name: "raw high bytes", bytes: Buffer.from(get("/\xff\xfe"), "latin1"), isBad: false },
  { name: "NUL in the path", bytes: get("/a\u0000b"), isBad: true },
  { name: "space in the path", bytes: get("/a b"), isBad: true },
  { name: "tab before the version", bytes: `GET /\tHTTP/1.1\r\n${HOST}\r\n\r\n`, isBad: true },
  { name: "a path of 100 KB", bytes: get(`/${"a".repeat(100_000)}`), isBad: true },
  { name: "a query of 100 KB", bytes: get(`/?${"a".repeat(100_000)}`), isBad: true },
  { name: "a header of 100 KB", bytes: get("/", `X-Long: ${"a".repeat(100_000)}`), isBad: true },
  { name: "5,000 headers", bytes: get("/", ...Array.from({ length: 5_000 }, (_, at) => `X-${at}: 1`)), isBad: true },
  { name: "a folded header", bytes: get("/", "X-Folded: a\r\n b"), isBad: false },
  { name: "a header without a colon", bytes: get("/", "nonsense"), isBad: true },
  { name: "a header without a name", bytes: get("/", ": x"), isBad: true },
  { name: "space before the colon", bytes: get("/", "X-Space : x"), isBad: true },
  { name: "NUL in a header", bytes: get("/", "X-Nul: a\u0000b"), isBad: true },
  { name: "line ends are LF", bytes: `GET / HTTP/1.1\n${HOST}\nConnection: close\n\n`, isBad: false },
  { name: "CR alone", bytes: `GET / HTTP/1.1\r${HOST}\r\r`, isBad: true },
  { name: "two lengths", bytes: post(["Content-Length: 2", "Content-Length: 5"], `{}${SMUGGLED}`), isBad: true },
  { name: "a negative length", bytes: post(["Content-Length: -1"], SMUGGLED), isBad: true },
  { name: "a length that is none", bytes: post(["Content-Length: 2x"], `{}${SMUGGLED}`), isBad: true },
  { name: "a length with a sign", bytes: post(["Content-Length: +2"], `{}${SMUGGLED}`), isBad: true },
  { name: "a huge length", bytes: post(["Content-Length: 99999999999999999999"], "{}"), isBad: true },
  {
    name: "length and chunks",
    bytes: post(["Content-Length: 6", "Transfer-Encoding: chunked"], `0\r\n\r\n${SMUGGLED}`),
    isBad: true,
  },
  {
    name: "chunks and length",
    bytes: post(["Transfer-Encoding: chunked", "Content-Length: 6"], `0\r\n\r\n${SMUGGLED}`),
    isBad: true,
  },
  { name: "chunked twice", bytes: post(["Transfer-Encoding: chunked, chunked"], `0\r\n\r\n${SMUGGLED}`), isBad: true },
  {
    name: "chunked, then identity",
    bytes: post(["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], `0\r\n\r\n${SMUGGLED}`),
    isBad: true,
  },
  { name: "xchunked", bytes: post(["Transfer-Encoding: xchunked"], `0\r\n\r\n${SMUGGLED}`), isBad: true },
  {
    name: "chunked with a vertical tab",
    bytes: post(["Transfer-Encoding: \u000bchunked"], `0\r\n\r\n${SMUGGLED}`),
    isBad: true,
  },
  {
    name: "a chunk size that is none",
    bytes: post(["Transfer-Encoding: chunked"], "zz\r\n{}\r\n0\r\n\r\n"),
    isBad: true,
  },
  {
    name: "a huge chunk size",
    bytes: post(["Transfer-Encoding: chunked"], "FFFFFFFFFFFFFFFFF\r\n{}\r\n"),
    isBad: true,
  },
  {
    name: "a chunk longer than said",
    bytes: post(["Transfer-Encoding: chunked"], `1\r\n{}\r\n0\r\n\r\n${SMUGGLED}`),
    // Answered before the body was looked at, then closed.
    isBad: false,
  },
  {
    name: "endless chunk extensions",
    bytes: post(["Transfer-Encoding: chunked"], `2;${"a=b;".repeat(50_000)}\r\n{}\r\n0\r\n\r\n`),
    isBad: false,
  },
  {
    name: "endless trailers",
    bytes: post(["Transfer-Encoding: chunked"], `0\r\n${"X-T: 1\r\n".repeat(20_000)}\r\n`),
    isBad: false,
  },
  {
    name: "Expect: something",
    bytes: post(["Content-Length: 2", "Expect: 300-teapot", "Connection: close"], "{}"),
    isBad: false,
  },
  {
    name: "Upgrade: websocket",
    bytes: get("/", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="),
    isBad: false,
  },
  { name: "Upgrade: h2c", bytes: get("/", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"), isBad: false },
  { name: "a range that is none", bytes: get("/robots.txt", "Range: bytes=9-1,-,x"), isBad: false },
  { name: "10,000 ranges", bytes: get("/robots.txt", `Range: bytes=${"0-0,".repeat(2_500)}0-0`), isBad: false },
  {
    name: "200 requests in one breath",
    bytes: get("/healthz").replace("Connection: close\r\n", "").repeat(200),
    isBad: false,
  },
];

/** Sends each to the site; a bad one must be refused, none may end the server or be read as two. */
export async function sendRaw(url: string, report: Report): Promise<number> {
  for (const { name, bytes, isBad } of raws) {
    const answer = await exchange(url, bytes);
    const statuses = [...answer.matchAll(/(?:^|\r\n)HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status));
    const first = statuses[0];
    if (statuses.some((status) => status >= 500))
      report.broken(`answered ${statuses.join(", ")}`, `socket: ${name}`, String(bytes));
    if (isBad && first !== undefined && (first < 400 || first >= 500))
      report.broken(`answered ${first} instead of refusing`, `socket: ${name}`, String(bytes));
    if (
      answer.includes("smuggled") ||
      (String(bytes).includes("/smuggled") && statuses.length > 1 && statuses.some((status) => status === 404))
    )
      report.broken("read as two requests", `socket: ${name}`, `${statuses.join(", ")}: ${bytes}`);
  }
  return raws.length;
}

/** Writes it, waits until the other side closes or for two seconds, and gives what came back. */
function exchange(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on("data", (chunk) => {
      if (text.length < 500_000) text += chunk.toString("latin1");
    });
    // Closed in the middle of being written to: that is a refusal, too.
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
  });
}

/** Clients that send a byte now and then, headers and bodies; gives what lets them go. */
export function holdSlowly(url: string, count: number): () => void {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at++) {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        at % 2
          ? `GET / HTTP/1.1\r\n${HOST}\r\nX-Slow: `
          : `POST /api/auth/login HTTP/1.1\r\n${HOST}\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{`,
      );
    });
    socket.on("error", () => {});
    sockets.push(socket);
  }
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write("a");
  }, 500);
  return () => {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  };
}
