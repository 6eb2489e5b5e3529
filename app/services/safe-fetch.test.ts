import { type AddressInfo, createServer } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { isReachable } from "./public-address.server";
import { type FetchOptions, type FetchProblem, safeFetch } from "./safe-fetch.server";

const { pages, gone: stoppedPages } = await vi.hoisted(async () => {
  const { startPageServer } = await import("../../test/support/pages");
  return { pages: await startPageServer(), gone: await startPageServer() };
});

beforeEach(() => {
  pages.requestedPaths.length = 0;
});
afterAll(() => pages.stop());

const textOf = async (path: string, options?: FetchOptions) =>
  new TextDecoder().decode((await safeFetch(pages.url + path, options)).bytes);
const problemAt = (url: string, options?: FetchOptions) =>
  safeFetch(url, options).then(
    () => "it was opened",
    ({ kind, message }: FetchProblem) => `${kind}: ${message}`,
  );

test("D54 a page comes with its address, type and charset, and the request has a User-Agent that names the site", async () => {
  let requestHeaders: Record<string, unknown> = {};
  pages.answers["/page"] = ({ headers }, response) => {
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

describe("reliability 17 private addresses", () => {
  test.each(
    `127.0.0.1 127.8.8.8 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.0.1 169.254.169.254 100.64.0.1 100.127.255.255
    192.0.0.192 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
    ::1 :: fe80::1 fc00::1 fd00:ec2::254 ff02::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 2001::1 2001:db8::1
    2002:7f00:1:: 3fff::1 localhost nonsense`.split(/\s+/),
  )("include %s", (address) => {
    expect([isReachable(address, 80), isReachable(address, 443)]).toEqual([false, false]);
  });

  test.each("8.8.8.8 1.1.1.1 172.32.0.1 100.128.0.1 192.1.1.1 2606:4700:4700::1111 2a00:1450::5".split(" "))(
    "do not include %s at the ports of the web",
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
    ["http://me:secret@example.com/", "address: it contains a user name or password"],
    ["http://me@example.com/", "address: it contains a user name or password"],
    ["http://:secret@example.com/", "address: it contains a user name or password"],
    ["http://example.com@127.0.0.1/", "address: it contains a user name or password"],
    ["http://example.com:22/", "address: it is at an unusual port"],
    ["https://127.0.0.1:8443/", "address: it is at an unusual port"],
    ["ftp://example.com/", "address: it is not an http or https address"],
    ["file:///etc/passwd", "address: it is not an http or https address"],
    ["data:text/html,hello", "address: it is not an http or https address"],
    ["//example.com", "address: it is not a valid address"],
    ["http://", "address: it is not a valid address"],
  ])("are refused, as other forbidden addresses are: %s", async (url, reason) => {
    expect(await problemAt(url)).toBe(reason);
  });

  test("are allowed only with the port that FETCH_PRIVATE names for them", async () => {
    expect(await problemAt(`http://127.0.0.2:${pages.port}/`)).toBe("private: it leads to a private address");
    const lookup = async () => ["127.0.0.2", "10.0.0.1"];
    expect(await problemAt(`http://site.example:${pages.port}/`, { lookup })).toContain("private");
    expect(pages.requestedPaths).toEqual([]);
  });

  test("are not reached by a name server that answers differently the second time", async () => {
    pages.answers["/mine"] = "found";
    const answers = [["127.0.0.1"], ["10.0.0.1"]];
    const lookup = vi.fn(async () => answers.shift() ?? []);
    // The name does not exist, so that only the checked address can be connected to.
    const url = `http://rebinding.example:${pages.port}/mine`;
    expect((await safeFetch(url, { lookup })).url).toBe(url);
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(await problemAt(url, { lookup })).toContain("private");
    expect(pages.requestedPaths).toEqual(["/mine"]);
  });

  test("are skipped if a name has allowed ones, too", async () => {
    pages.answers["/mine"] = "found";
    const lookup = async () => ["10.0.0.1", "::1", "127.0.0.1", "fe80::1"];
    expect((await safeFetch(`http://many.example:${pages.port}/mine`, { lookup })).status).toBe(200);
  });
});

describe("reliability 17 redirects", () => {
  const redirectTo =
    (location: string, status = 302): Exclude<(typeof pages.answers)[string], string | number> =>
    (_request, response) => {
      response.writeHead(status, { Location: location }).end();
    };

  test("are followed up to three times, also relative ones, and the last address is returned", async () => {
    Object.assign(pages.answers, {
      "/1": redirectTo("/2", 301),
      "/2": redirectTo("3?x=y", 303),
      "/3": redirectTo(`${pages.url}/end`, 308),
      "/end": "here",
    });
    expect(await safeFetch(`${pages.url}/1`)).toMatchObject({ url: `${pages.url}/end`, bytes: Buffer.from("here") });
    pages.answers["/0"] = redirectTo("/1", 307);
    expect(await problemAt(`${pages.url}/0`)).toBe("redirects: it leads on more than 3 times");
    pages.answers["/round"] = redirectTo("/round");
    expect(await problemAt(`${pages.url}/round`)).toContain("redirects");
  });

  test.each([
    ["http://127.0.0.1/admin", "private: it leads to a private address"],
    ["http://[::ffff:127.0.0.1]/", "private: it leads to a private address"],
    ["http://169.254.169.254/", "private: it leads to a private address"],
    ["http://127.0.0.1:1/", "address: it is at an unusual port"],
    ["file:///etc/passwd", "address: it is not an http or https address"],
    ["http://a:b@127.0.0.1/", "address: it contains a user name or password"],
    ["http://", "address: it is not a valid address"],
  ])("are checked like the first address: %s", async (location, reason) => {
    pages.answers["/away"] = redirectTo(location);
    expect(await problemAt(`${pages.url}/away`)).toBe(reason);
  });

  test("without a location are reported as a status", async () => {
    pages.answers["/nowhere"] = 302;
    expect(await problemAt(`${pages.url}/nowhere`)).toBe("status: it answers 302");
  });
});

describe("reliability 17 time and size", () => {
  test("an answer that does not begin, or never ends, is stopped at the time limit", async () => {
    pages.answers["/never"] = () => {};
    pages.answers["/trickle"] = (_request, response) => {
      const drip = setInterval(() => response.write("."), 20);
      response.once("close", () => clearInterval(drip));
    };
    for (const path of ["/never", "/trickle"])
      expect(await problemAt(pages.url + path, { timeoutMs: 150 })).toBe("silent: it does not answer in time");
    const lookup = () => new Promise<string[]>(() => {});
    expect(await problemAt("http://slow.example/", { lookup, timeoutMs: 50 })).toContain("silent");
  });

  test("the caller can abort, also before the request begins", async () => {
    pages.answers["/never"] = () => {};
    const controller = new AbortController();
    const pendingFetch = safeFetch(`${pages.url}/never`, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(pendingFetch).rejects.toThrow("enough");
    await expect(safeFetch(`${pages.url}/never`, { signal: controller.signal })).rejects.toThrow("enough");
  });

  test("no more of a body than the limit is read, and a cut result is marked", async () => {
    let sentBytes = 0;
    pages.answers["/endless"] = (_request, response) => {
      const writeMore = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, "x"))) sentBytes += 16_384;
      };
      response.on("drain", writeMore);
      writeMore();
    };
    const result = await safeFetch(`${pages.url}/endless`, { maxBytes: 100_000 });
    expect([result.bytes.byteLength, result.isCut]).toEqual([100_000, true]);
    expect(sentBytes).toBeLessThan(20_000_000);

    pages.answers["/exact"] = "x".repeat(1_000);
    expect(await safeFetch(`${pages.url}/exact`, { maxBytes: 1_000 })).toMatchObject({ isCut: false });
    expect((await safeFetch(`${pages.url}/exact`, { maxBytes: 999 })).isCut).toBe(true);
    expect((await safeFetch(`${pages.url}/endless`, { maxBytes: 0 })).bytes.byteLength).toBe(0);
  });

  test("answers are decompressed, and decompression bombs only up to the limit", async () => {
    const compressedPage = (body: Buffer, encoding: string): (typeof pages.answers)[string] => {
      return (_request, response) => response.writeHead(200, { "Content-Encoding": encoding }).end(body);
    };
    pages.answers["/gzip"] = compressedPage(gzipSync("of gzip"), "gzip");
    pages.answers["/br"] = compressedPage(brotliCompressSync("of brotli"), "br");
    expect([await textOf("/gzip"), await textOf("/br")]).toEqual(["of gzip", "of brotli"]);

    const zeros = Buffer.alloc(64 * 1024 * 1024);
    pages.answers["/bomb.gz"] = compressedPage(gzipSync(zeros), "gzip");
    pages.answers["/bomb.br"] = compressedPage(brotliCompressSync(zeros), "br");
    for (const path of ["/bomb.gz", "/bomb.br"]) {
      const cutPage = await safeFetch(pages.url + path);
      expect([cutPage.bytes.byteLength, cutPage.isCut]).toEqual([512 * 1024, true]);
    }

    pages.answers["/damaged"] = compressedPage(Buffer.from("no gzip at all"), "gzip");
    pages.answers["/half"] = compressedPage(gzipSync("x".repeat(100_000)).subarray(0, 60), "gzip");
    pages.answers["/odd"] = compressedPage(Buffer.from("?"), "zstd");
    expect(await problemAt(`${pages.url}/damaged`)).toBe("broken: its answer is damaged or breaks off");
    expect(await problemAt(`${pages.url}/half`)).toBe("broken: its answer is damaged or breaks off");
    expect(await problemAt(`${pages.url}/odd`)).toBe("broken: it answers in an unknown encoding");
  });
});

describe("reliability 17 servers with invalid or excessive HTTP", () => {
  const { answers } = pages;
  const sendRaw =
    (text: string): (typeof pages.answers)[string] =>
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
  ])("are given up at once: %s", async (_name, text) => {
    answers["/odd"] = sendRaw(text);
    expect(await problemAt(`${pages.url}/odd`, { timeoutMs: 20_000 })).toBe("broken: its answer cannot be read");
  });

  /** Sends a piece repeatedly until the reader disconnects. */
  const flood =
    (head: string, piece: string | Buffer): (typeof pages.answers)[string] =>
    ({ socket }) => {
      socket.on("error", () => {});
      const writeMore = () => {
        while (!socket.destroyed && socket.write(piece));
      };
      socket.on("drain", writeMore);
      socket.write(head);
      writeMore();
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
  ])("are given up long before the time limit: endless %s", async (_name, head, piece) => {
    answers["/flood"] = flood(head, piece);
    expect(await problemAt(`${pages.url}/flood`, { maxBytes: 4 * 1024 * 1024, timeoutMs: 20_000 })).toMatch(
      /^broken: /,
    );
  });

  test("do not include those that send a large page in many chunks", async () => {
    answers["/chunks"] = (_request, response) => {
      for (let i = 0; i < 20_000; i++) response.write("x".repeat(100));
      response.end();
    };
    expect(await safeFetch(`${pages.url}/chunks`, { maxBytes: 4_000_000 })).toMatchObject({ isCut: false });
  });
});

describe("D54 failures of other servers", () => {
  test("have a message: another status, an incomplete body, no answer, no HTTP", async () => {
    expect(await problemAt(`${pages.url}/missing`)).toBe("status: it answers 404");
    pages.answers["/breaks"] = (_request, response) => {
      response.writeHead(200, { "Content-Length": 1_000 }).write("begin");
      setTimeout(() => response.destroy(), 20);
    };
    expect(await problemAt(`${pages.url}/breaks`)).toBe("broken: its answer is damaged or breaks off");
    pages.answers["/hangs-up"] = (request) => void request.socket.destroy();
    expect(await problemAt(`${pages.url}/hangs-up`)).toBe("silent: it does not answer");
    pages.answers["/noise"] = (request) => void request.socket.end("this is no http\r\n\r\n");
    expect(await problemAt(`${pages.url}/noise`)).toBe("broken: its answer cannot be read");
  });

  test("distinguish failed look-ups from names that do not exist", async () => {
    const failingLookup = async () => {
      throw Object.assign(new Error("queryA ETIMEOUT"), { code: "ETIMEOUT", syscall: "queryA" });
    };
    expect(await problemAt("http://a.example/", { lookup: failingLookup })).toBe(
      "offline: its host could not be looked up",
    );
    expect(await problemAt("http://a.example/", { lookup: async () => [] })).toBe("unknown: there is no such host");
  });

  test("include a port where no server listens", async () => {
    await stoppedPages.stop();
    expect(await problemAt(`${stoppedPages.url}/`)).toBe("silent: it does not answer");
  });
});

test("reliability 17 a server that closes each connection at once counts as silent, not as private", async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  env.FETCH_PRIVATE.push({ address: "127.0.0.1", port });
  const problemKinds = new Set<string>();
  for (let n = 0; n < 40; n++)
    for (const scheme of ["http", "https"])
      problemKinds.add((await problemAt(`${scheme}://127.0.0.1:${port}/`)).split(":")[0] ?? "");
  server.close();
  env.FETCH_PRIVATE.pop();
  expect([...problemKinds]).toEqual(["silent"]);
});
