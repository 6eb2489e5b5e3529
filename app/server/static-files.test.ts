import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { filesOf } from "./static-files.server";

async function startSite() {
  const folder = mkdtempSync(join(tmpdir(), "longevity-files-"));
  writeFileSync(join(folder, "gone.txt"), "x".repeat(10_000));
  writeFileSync(join(folder, "there.txt"), "0123456789");
  writeFileSync(join(folder, "small.js"), "plain");
  writeFileSync(join(folder, "small.js.br"), "brotli");
  writeFileSync(join(folder, "small.js.gz"), "gzipped");
  writeFileSync(join(folder, ".secret"), "");
  const files = filesOf(folder);
  const server = createServer((incoming, outgoing) => files.send(incoming, outgoing, incoming.url ?? ""));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, files, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("a deleted file answers 404, and the other files are still served", async () => {
  const { folder, url } = await startSite();
  rmSync(join(folder, "gone.txt"));
  const missingAnswer = await fetch(`${url}/gone.txt`);
  expect([missingAnswer.status, await missingAnswer.text()]).toEqual([404, "This file is no longer here.\n"]);
  const cacheHeaders = ["Cache-Control", "ETag", "Last-Modified", "Content-Encoding"];
  expect(
    cacheHeaders.filter((name) => missingAnswer.headers.has(name)),
    "no cache keeps the answer",
  ).toEqual([]);
  expect(await (await fetch(`${url}/there.txt`)).text()).toBe("0123456789");
});

test("the server serves later files of a build, but no other later files", async () => {
  const { folder, files, url } = await startSite();
  mkdirSync(join(folder, "build/_assets"), { recursive: true });
  for (const name of ["build/_assets/root-2.css", "build/.files", "later.txt"]) writeFileSync(join(folder, name), name);
  writeFileSync(join(folder, "build/_assets/root-2.css.gz"), "gzipped");
  const paths = ["/build/_assets/root-2.css", "/build/.files", "/later.txt", "/build/_assets", "/build/../later.txt"];
  expect(paths.map(files.has)).toEqual([true, false, false, false, false]);
  const { headers } = await fetch(`${url}/build/_assets/root-2.css`, { headers: { "Accept-Encoding": "gzip" } });
  expect(headers.get("Content-Encoding")).toBe("gzip");
});

test("the server answers an unsatisfiable range with the whole file", async () => {
  const { url } = await startSite();
  for (const range of ["bytes=5-2", "bytes=-3", "bytes=99-", "lines=1-2", "bytes=a-b"]) {
    const response = await fetch(`${url}/there.txt`, { headers: { Range: range } });
    expect([response.status, await response.text()]).toEqual([200, "0123456789"]);
  }
});

test("the server chooses the encoding by weights, gives each encoding its entity tag, and answers 304 for a current copy", async () => {
  const { files, url } = await startSite();
  const ask = async (headers: Record<string, string>, method = "GET") => {
    const [answer] = (await once(request(`${url}/small.js`, { method, headers }).end(), "response")) as [
      IncomingMessage,
    ];
    return { status: answer.statusCode, responseHeaders: answer.headers, body: await text(answer) };
  };
  for (const [accepted, encoding, length] of [
    ["gzip;q=0.2, br;q=0.1", "gzip", 7],
    ["br;q=0, identity;q=0.5", undefined, 5],
    ["gzip, br", "br", 6],
    [`gzip, ${"x, ".repeat(4_000)}`, undefined, 5],
  ] as const) {
    const { responseHeaders } = await ask({ "Accept-Encoding": accepted });
    expect([accepted, responseHeaders["content-encoding"], responseHeaders["content-length"]]).toEqual([
      accepted,
      encoding,
      String(length),
    ]);
    expect([responseHeaders["content-type"], responseHeaders.vary]).toEqual([
      "text/javascript; charset=utf-8",
      "Accept-Encoding",
    ]);
    const [tag, date] = [responseHeaders.etag as string, responseHeaders["last-modified"] as string];
    const sameEncoding = { "Accept-Encoding": accepted };
    for (const [condition, value] of [
      ["If-None-Match", `"x", ${tag}`],
      ["If-None-Match", "*"],
      ["If-Modified-Since", date],
    ] as const) {
      const revalidated = await ask({ ...sameEncoding, [condition]: value, "Cache-Control": "no-cache" });
      expect([
        revalidated.status,
        revalidated.body,
        revalidated.responseHeaders.etag,
        revalidated.responseHeaders.vary,
      ]).toEqual([304, "", tag, "Accept-Encoding"]);
      expect(revalidated.responseHeaders["content-encoding"]).toBeUndefined();
    }
    expect((await ask({ ...sameEncoding, "If-None-Match": '"x"', "If-Modified-Since": date })).status).toBe(200);
    expect(await ask({ ...sameEncoding, "If-Match": '"x"' })).toMatchObject({
      status: 412,
      body: "This file does not meet the request's conditions.\n",
    });
    expect(await ask(sameEncoding, "HEAD")).toMatchObject({
      status: 200,
      body: "",
      responseHeaders: { "content-length": String(length) },
    });
  }
  expect([".secret", "small.js", "../small.js"].map((name) => files.has(`/${name}`))).toEqual([false, true, false]);
});
