/** Tests answers too large to be built in memory, while many people read them, some slowly or not at all. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { get as httpGet, type IncomingHttpHeaders } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import SQLite from "better-sqlite3";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { signIn } from "../support/accounts";
import { signUpEditor } from "../support/admin";
import { HAS_PROC } from "../support/processes";
import { form, get, json } from "../support/requests";
import { copySeeded } from "../support/seeded-data";
import { type Site, startSite } from "../support/site";

const EXPERTS = 1_000;
const SITE_URL = "http://site.example";
const ARRAY = `/api/experts?limit=${EXPERTS}`;

let dataDir: string;
let site: Site;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "longevity-large-"));
  copySeeded(dataDir, { experts: EXPERTS });
  const database = new SQLite(join(dataDir, "longevity.db"));
  // The texts are longer than the socket buffer of a reader who does not read.
  database.function("long_text", { deterministic: false }, () => randomBytes(6_000).toString("base64"));
  database.exec("UPDATE experts SET longevityContribution = long_text()");
  database.close();
  site = await startSite({ dataDir, env: { SITE_URL, TRUST_PROXY: "on" } });
});
afterAll(async () => {
  await site?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const fromNetwork = (network: number) => ({ "X-Forwarded-For": `203.0.113.${network}` });

/** Opens many requests from several networks, and reads them slowly or not at all. */
function askWithoutReading(
  path: string,
  { networks, each, slowly = false }: { networks: number; each: number; slowly?: boolean },
): () => void {
  const { hostname, port, host } = new URL(site.url);
  const sockets = Array.from({ length: networks * each }, (_, index): Socket => {
    const socket = connect(Number(port), hostname).on("error", () => {});
    const head = [`GET ${path} HTTP/1.1`, `Host: ${host}`, `X-Forwarded-For: 203.0.113.${index % networks}`];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    if (!slowly) return socket.pause();
    return socket.on("data", () => {
      socket.pause();
      setTimeout(() => socket.resume(), 500);
    });
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

const refusalCount = (path: string) => site.logs().filter((line) => line.path === path && line.status === 503).length;

describe("reliability 9 10 37 large answers", () => {
  test.each([
    ["nobody reads", false],
    ["120 connections read slowly", true],
  ])(
    "while %s, pages, forms and lists of editors are answered, and everybody once those readers have left",
    async (_, slowly) => {
      const refusalsBefore = refusalCount("/api/experts");
      const disconnect = askWithoutReading(ARRAY, { networks: 20, each: slowly ? 6 : 4, slowly });
      onTestFinished(disconnect);
      await expect.poll(() => refusalCount("/api/experts") - refusalsBefore).toBeGreaterThan(20);
      const headers = fromNetwork(200);
      for (const path of ["/healthz", "/directory?page=2", "/api/experts/paginated?page=3"])
        expect([path, (await get(site, path, { headers })).status]).toEqual([path, 200]);
      expect((await form(site, "/forgot-password", { email: "nobody" }, { headers })).status).toBe(400);
      const editor = await signUpEditor(site);
      expect((await signIn(site, editor, { headers })).status).toBe(200);
      const list = await get(site, ARRAY, { headers: { ...editor.headers, ...headers } });
      expect([list.status, (await list.json()).length]).toEqual([200, EXPERTS]);
      disconnect();
      const readAll = async () => {
        const answer = await get(site, ARRAY, { headers });
        return answer.status === 200 ? (await answer.json()).length : answer.status;
      };
      await expect.poll(readAll).toBe(EXPERTS);
    },
  );

  test("for 32 readers at once come complete, or with 503 and Retry-After", async () => {
    const answers = await Promise.all(
      Array.from({ length: 32 }, async (_, index) => {
        const answer = await get(site, `/api/experts?limit=100&page=1&n=${index}`, { headers: fromNetwork(index) });
        if (answer.status === 503) return answer.headers.get("Retry-After");
        return (await answer.json()).length;
      }),
    );
    for (const answer of answers) expect([100, "5"]).toContain(answer);
    expect(answers.filter((answer) => answer === 100).length).toBeGreaterThan(4);
  });

  test("let other requests through while they are built", async () => {
    let isDone = false;
    const downloads = Promise.all(
      Array.from({ length: 6 }, (_, index) => read(`/api/dataset/${index % 2 ? "csv" : "jsonld"}?n=${index}`, index)),
    ).finally(() => {
      isDone = true;
    });
    let answerCount = 0;
    for (; !isDone; answerCount++) expect((await get(site, "/healthz")).status).toBe(200);
    expect((await downloads).map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(answerCount).toBeGreaterThan(3);
  });
});

describe("reliability 10 the dataset", () => {
  test("is built once for each content version: slow readers delay nobody, and a change is in the next download", async () => {
    onTestFinished(askWithoutReading("/api/dataset/csv", { networks: 10, each: 3 }));
    const encodings = ["gzip", "identity", "br", "br, gzip"];
    const firstDownload = await read("/api/dataset/csv", 0);
    const answers = await Promise.all(encodings.map((encoding, index) => read("/api/dataset/csv", index, encoding)));
    const text = textOf(firstDownload);
    for (const [index, answer] of answers.entries()) {
      const { status, headers, body } = answer;
      expect([encodings[index], status, headers.etag]).toEqual([encodings[index], 200, firstDownload.headers.etag]);
      expect(headers["content-encoding"]).toBe(encodings[index]?.includes("gzip") ? "gzip" : undefined);
      expect([headers.vary?.includes("Accept-Encoding"), headers["content-length"]]).toEqual([true, `${body.length}`]);
      expect(textOf(answer) === text).toBe(true);
    }
    const total = Number((await get(site, "/api/experts?limit=1")).headers.get("X-Total-Count"));
    expect(parse(text)).toHaveLength(total + 1);
    const head = await fetch(`${site.url}/api/dataset/csv`, { method: "HEAD" });
    expect([head.status, Number(head.headers.get("Content-Length")) > 0]).toEqual([200, true]);
    const etag = firstDownload.headers.etag ?? "";
    expect((await get(site, "/api/dataset/csv", { headers: { "If-None-Match": etag } })).status).toBe(304);

    const editor = await signUpEditor(site);
    const person = { name: "Nadia Newly", title: "Biologist", longevityContribution: "Text." };
    const headers = { ...editor.headers, Origin: SITE_URL };
    expect((await json(site, "POST", "/api/admin/experts", person, { headers })).status).toBe(201);
    const nextDownload = await read("/api/dataset/csv", 1);
    expect(nextDownload.headers.etag).not.toBe(etag);
    expect(textOf(nextDownload)).toContain(`${SITE_URL}/nadia-newly`);
  });

  test.skipIf(!HAS_PROC)(
    "leaves no open file, because those of earlier versions close with their last reader",
    async () => {
      const openFiles = () =>
        readdirSync(`/proc/${site.pid}/fd`).filter((fd) =>
          linkOf(`/proc/${site.pid}/fd/${fd}`).includes(".temporary-"),
        );
      await expect.poll(() => openFiles().length).toBeLessThanOrEqual(2);
      expect(readdirSync(dataDir).filter((name) => name.startsWith(".temporary"))).toEqual([]);
    },
  );
});

function textOf({ headers, body }: Awaited<ReturnType<typeof read>>): string {
  return (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
}

/** Returns "" for a file that was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

/** Reads an answer with its body as it was sent, which stays compressed. */
function read(path: string, network: number, encoding = "gzip") {
  const { hostname, port } = new URL(site.url);
  const headers = { ...fromNetwork(network), "Accept-Encoding": encoding };
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    httpGet({ hostname, port, path, headers, agent: false }, async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) });
    }).on("error", reject);
  });
}
