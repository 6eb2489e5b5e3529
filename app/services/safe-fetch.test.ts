import { type AddressInfo, createServer } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { isReachable } from "./public-address.server";
import { type FetchOptions, type FetchProblem, safeFetch } from "./safe-fetch.server";

const { pages, gone: removedPages } = await vi.hoisted(async () => {
  const { startPages } = await import("../../test/support/pages");
  return { pages: await startPages(), gone: await startPages() };
});

beforeEach(() => {
  pages.asked.length = 0;
});
afterAll(() => pages.stop());

const textOf = async (path: string, options?: FetchOptions) =>
  new TextDecoder().decode((await safeFetch(pages.url + path, options)).bytes);
const problem = (url: string, options?: FetchOptions) =>
  safeFetch(url, options).then(
    () => "it was opened",
    ({ kind, message }: FetchProblem) => `${kind}: ${message}`,
  );

test("D54 a page is read with its address, type and charset, and who asks is said", async () => {
  let requestHeaders: Record<string, unknown> = {};
  pages.at["/page"] = ({ headers }, response) => {
    requestHeaders = headers;
    response.writeHead(200, { "Content-Type": 'Text/HTML; Charset="ISO-8859-1"' }).end("Grüße");
  };
  expect(await safeFetch(`${pages.url}/page?q=1#there`)).toEqual({
    url: `${pages.url}/page?q=1#there`,
    status: 200,
    contentType: "text/html",
    charset: "ISO-8859-1",
    bytes: Buffer.from("Grüße"),
    isCut: false,
  });
  expect(requestHeaders["user-agent"]).toBe("Mozilla/5.0 (compatible; Longevity-Leaders-links/1.0)");
  expect(requestHeaders.cookie).toBeUndefined();
});

describe("17 nothing private is reached", () => {
  test.each(
    `127.0.0.1 127.8.8.8 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.0.1 169.254.169.254 100.64.0.1 100.127.255.255
    192.0.0.192 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
    ::1 :: fe80::1 fc00::1 fd00:ec2::254 ff02::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 2001::1 2001:db8::1
    2002:7f00:1:: 3fff::1 localhost nonsense`.split(/\s+/),
  )("%s is no public address", (address) => {
    expect([isReachable(address, 80), isReachable(address, 443)]).toEqual([false, false]);
  });

  test.each("8.8.8.8 1.1.1.1 172.32.0.1 100.128.0.1 192.1.1.1 2606:4700:4700::1111 2a00:1450::5".split(" "))(
    "%s is one, at the ports of the web",
    (address) => {
      expect([80, 443, 22, 8080].map((port) => isReachable(address, port))).toEqual([true, true, false, false]);
    },
  );

  test.each([
    ["http://127.0.0.1/", "private: it leads to a private address"],
    ["http://127.1/", "private: it leads to a private address"],
    ["http://2130706433/", "private: it leads to a private address"],
    ["http://0x7f.0.0.1/", "private: it leads to a private address"],
    ["http://0177.0.0.01/", "private: it leads to a private address"],
    ["http://①②⑦.⓪.⓪.①/", "private: it leads to a private address"],
    ["http://[::1]/", "private: it leads to a private address"],
    ["http://[::ffff:127.0.0.1]/", "private: it leads to a private address"],
    ["http://[::ffff:a9fe:a9fe]/", "private: it leads to a private address"],
    ["http://169.254.169.254/latest/meta-data/", "private: it leads to a private address"],
    ["https://100.100.100.200/", "private: it leads to a private address"],
    ["http://localhost/", "unknown: there is no such host"],
    ["http://LOCALHOST./", "unknown: there is no such host"],
    ["http://router/", "unknown: there is no such host"],
    ["http://db.internal/", "unknown: there is no such host"],
    ["http://printer.local/", "unknown: there is no such host"],
    ["http://ｌｏｃａｌｈｏｓｔ/", "unknown: there is no such host"],
    ["http://me:secret@example.com/", "address: it holds a user name or password"],
    ["http://example.com@127.0.0.1/", "address: it holds a user name or password"],
    ["http://example.com:22/", "address: it is at an unusual port"],
    ["https://127.0.0.1:8443/", "address: it is at an unusual port"],
    ["ftp://example.com/", "address: it is not an http or https address"],
    ["file:///etc/passwd", "address: it is not an http or https address"],
    ["data:text/html,hello", "address: it is not an http or https address"],
    ["//example.com", "address: it is no address"],
    ["http://", "address: it is no address"],
  ])("%s is refused", async (url, reason) => {
    expect(await problem(url)).toBe(reason);
  });

  test("a port that is named is named for one address only", async () => {
    expect(await problem(`http://127.0.0.2:${pages.port}/`)).toBe("private: it leads to a private address");
    const lookup = async () => ["127.0.0.2", "10.0.0.1"];
    expect(await problem(`http://site.example:${pages.port}/`, { lookup })).toContain("private");
    expect(pages.asked).toEqual([]);
  });

  test("what is connected to is what was checked: a second answer of the name server changes nothing", async () => {
    pages.at["/mine"] = "found";
    const answers = [["127.0.0.1"], ["10.0.0.1"]];
    const lookup = vi.fn(async () => answers.shift() ?? []);
    // Uses a name that does not exist: without the pin there would be no connection.
    const url = `http://rebinding.example:${pages.port}/mine`;
    expect((await safeFetch(url, { lookup })).url).toBe(url);
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(await problem(url, { lookup })).toContain("private");
    expect(pages.asked).toEqual(["/mine"]);
  });

  test("of several addresses only those that may be are tried", async () => {
    pages.at["/mine"] = "found";
    const lookup = async () => ["10.0.0.1", "::1", "127.0.0.1", "fe80::1"];
    expect((await safeFetch(`http://many.example:${pages.port}/mine`, { lookup })).status).toBe(200);
  });
});

describe("17 redirects", () => {
  const to =
    (location: string, status = 302): Exclude<(typeof pages.at)[string], string | number> =>
    (_request, response) => {
      response.writeHead(status, { Location: location }).end();
    };

  test("three are followed, relative ones too, and the last address is returned", async () => {
    Object.assign(pages.at, {
      "/1": to("/2", 301),
      "/2": to("3?x=y", 303),
      "/3": to(`${pages.url}/end`, 308),
      "/end": "here",
    });
    expect(await safeFetch(`${pages.url}/1`)).toMatchObject({ url: `${pages.url}/end`, bytes: Buffer.from("here") });
    pages.at["/0"] = to("/1", 307);
    expect(await problem(`${pages.url}/0`)).toBe("redirects: it leads on more than 3 times");
    pages.at["/round"] = to("/round");
    expect(await problem(`${pages.url}/round`)).toContain("redirects");
  });

  test.each([
    ["http://127.0.0.1/admin", "private: it leads to a private address"],
    ["http://[::ffff:127.0.0.1]/", "private: it leads to a private address"],
    ["http://169.254.169.254/", "private: it leads to a private address"],
    ["http://127.0.0.1:1/", "address: it is at an unusual port"],
    ["file:///etc/passwd", "address: it is not an http or https address"],
    ["http://a:b@127.0.0.1/", "address: it holds a user name or password"],
    ["http://", "address: it is no address"],
  ])("each is checked like the first: %s", async (location, reason) => {
    pages.at["/away"] = to(location);
    expect(await problem(`${pages.url}/away`)).toBe(reason);
  });

  test("one without a place to go is an answer like others", async () => {
    pages.at["/nowhere"] = 302;
    expect(await problem(`${pages.url}/nowhere`)).toBe("status: it answers 302");
  });
});

describe("17 time and size", () => {
  test("an answer that does not begin, trickles or never ends takes no longer than it may", async () => {
    pages.at["/never"] = () => {};
    pages.at["/trickle"] = (_request, response) => {
      const drip = setInterval(() => response.write("."), 20);
      response.once("close", () => clearInterval(drip));
    };
    for (const path of ["/never", "/trickle"])
      expect(await problem(pages.url + path, { timeoutMs: 150 })).toBe("silent: it does not answer in time");
    const lookup = () => new Promise<string[]>(() => {});
    expect(await problem("http://slow.example/", { lookup, timeoutMs: 50 })).toContain("silent");
  });

  test("the caller can abort, also before it begins", async () => {
    pages.at["/never"] = () => {};
    const stop = new AbortController();
    const waiting = safeFetch(`${pages.url}/never`, { signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await expect(safeFetch(`${pages.url}/never`, { signal: stop.signal })).rejects.toThrow("enough");
  });

  test("no more of a body is read than was asked for, and the result says so", async () => {
    let sent = 0;
    pages.at["/endless"] = (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, "x"))) sent += 16_384;
      };
      response.on("drain", more);
      more();
    };
    const cut = await safeFetch(`${pages.url}/endless`, { mostBytes: 100_000 });
    expect([cut.bytes.byteLength, cut.isCut]).toEqual([100_000, true]);
    expect(sent).toBeLessThan(20_000_000);

    pages.at["/exact"] = "x".repeat(1_000);
    expect(await safeFetch(`${pages.url}/exact`, { mostBytes: 1_000 })).toMatchObject({ isCut: false });
    expect((await safeFetch(`${pages.url}/exact`, { mostBytes: 999 })).isCut).toBe(true);
    expect((await safeFetch(`${pages.url}/endless`, { mostBytes: 0 })).bytes.byteLength).toBe(0);
  });

  test("compressed answers are read, and bombs no further than they may", async () => {
    const packed = (body: Buffer, encoding: string): (typeof pages.at)[string] => {
      return (_request, response) => response.writeHead(200, { "Content-Encoding": encoding }).end(body);
    };
    pages.at["/gzip"] = packed(gzipSync("of gzip"), "gzip");
    pages.at["/br"] = packed(brotliCompressSync("of brotli"), "br");
    expect([await textOf("/gzip"), await textOf("/br")]).toEqual(["of gzip", "of brotli"]);

    const much = Buffer.alloc(64 * 1024 * 1024);
    pages.at["/bomb.gz"] = packed(gzipSync(much), "gzip");
    pages.at["/bomb.br"] = packed(brotliCompressSync(much), "br");
    for (const path of ["/bomb.gz", "/bomb.br"]) {
      const cut = await safeFetch(pages.url + path);
      expect([cut.bytes.byteLength, cut.isCut]).toEqual([512 * 1024, true]);
    }

    pages.at["/damaged"] = packed(Buffer.from("no gzip at all"), "gzip");
    pages.at["/half"] = packed(gzipSync("x".repeat(100_000)).subarray(0, 60), "gzip");
    pages.at["/odd"] = packed(Buffer.from("?"), "zstd");
    expect(await problem(`${pages.url}/damaged`)).toBe("broken: its answer is damaged or breaks off");
    expect(await problem(`${pages.url}/half`)).toBe("broken: its answer is damaged or breaks off");
    expect(await problem(`${pages.url}/odd`)).toBe("broken: it answers in an unknown encoding");
  });
});

describe("17 servers that speak no http, or too much of it", () => {
  const { at } = pages;
  const says =
    (text: string): (typeof pages.at)[string] =>
    ({ socket }) =>
      void socket.write(text);

  test.each([
    ["101 Switching Protocols", "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nmore"],
    ["a length of twenty digits", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nx"],
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx"],
    [
      "a length and chunks",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
    ],
    ["twenty thousand lines of a head", `HTTP/1.1 200 OK\r\n${"a: b\r\n".repeat(20_000)}\r\n`],
    ["a reason without end", `HTTP/1.1 200 ${"x".repeat(100_000)}`],
  ])("%s: no answer that can be read, at once", async (_what, text) => {
    at["/odd"] = says(text);
    expect(await problem(`${pages.url}/odd`, { timeoutMs: 20_000 })).toBe("broken: its answer cannot be read");
  });

  /** Sends a piece again and again, for as long as anybody reads. */
  const floods =
    (head: string, piece: string | Buffer): (typeof pages.at)[string] =>
    ({ socket }) => {
      socket.on("error", () => {});
      const more = () => {
        while (!socket.destroyed && socket.write(piece));
      };
      socket.on("drain", more);
      socket.write(head);
      more();
    };
  const CHUNKS = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n";

  test.each([
    ["interim answers", "", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(500)],
    ["empty lines", "", "\r\n".repeat(5_000)],
    ["chunks of one byte", `${CHUNKS}\r\n`, "1\r\nx\r\n".repeat(2_000)],
    ["extensions of chunks", `${CHUNKS}\r\n`, `1;${"a".repeat(2_000)}\r\nx\r\n`.repeat(5)],
    ["what follows the last chunk", `${CHUNKS}\r\n1\r\nx\r\n0\r\n`, "a: b\r\n".repeat(2_000)],
    [
      "empty members of gzip",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n",
      Buffer.concat(Array(500).fill(gzipSync(""))),
    ],
  ])("%s without end are given up long before the time is over", async (_what, head, piece) => {
    at["/flood"] = floods(head, piece);
    expect(await problem(`${pages.url}/flood`, { mostBytes: 4 * 1024 * 1024, timeoutMs: 20_000 })).toMatch(/^broken: /);
  });

  test("a large page in chunks of the usual size is read to its end", async () => {
    at["/chunks"] = (_request, response) => {
      for (let i = 0; i < 20_000; i++) response.write("x".repeat(100));
      response.end();
    };
    expect(await safeFetch(`${pages.url}/chunks`, { mostBytes: 4_000_000 })).toMatchObject({ isCut: false });
  });
});

describe("D54 what goes wrong out there is said in words", () => {
  test("another status, a body that breaks off, no answer, no http", async () => {
    expect(await problem(`${pages.url}/missing`)).toBe("status: it answers 404");
    pages.at["/breaks"] = (_request, response) => {
      response.writeHead(200, { "Content-Length": 1_000 }).write("begin");
      setTimeout(() => response.destroy(), 20);
    };
    expect(await problem(`${pages.url}/breaks`)).toBe("broken: its answer is damaged or breaks off");
    pages.at["/hangs-up"] = (request) => void request.socket.destroy();
    expect(await problem(`${pages.url}/hangs-up`)).toBe("silent: it does not answer");
    pages.at["/noise"] = (request) => void request.socket.end("this is no http\r\n\r\n");
    expect(await problem(`${pages.url}/noise`)).toBe("broken: its answer cannot be read");
  });

  test("names that cannot be looked up differ from names that do not exist", async () => {
    const failing = async () => {
      throw Object.assign(new Error("queryA ETIMEOUT"), { code: "ETIMEOUT", syscall: "queryA" });
    };
    expect(await problem("http://a.example/", { lookup: failing })).toBe("offline: its host could not be looked up");
    expect(await problem("http://a.example/", { lookup: async () => [] })).toBe("unknown: there is no such host");
  });

  test("a port where nobody listens", async () => {
    await removedPages.stop();
    expect(await problem(`${removedPages.url}/`)).toBe("silent: it does not answer");
  });
});

test("17 a server that ends each connection at once is silent, and not called private", async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  env.FETCH_PRIVATE.push({ address: "127.0.0.1", port });
  const reached = new Set<string>();
  for (let n = 0; n < 40; n++)
    for (const scheme of ["http", "https"])
      reached.add((await problem(`${scheme}://127.0.0.1:${port}/`)).split(":")[0] ?? "");
  server.close();
  env.FETCH_PRIVATE.pop();
  expect([...reached]).toEqual(["silent"]);
});
