/** Answers that are too large to be made before they are sent, in the hands of many and of slow readers. */
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
import { copySeeded } from "../support/seeded";
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
  // More than the system takes in for a reader who does not read.
  database.function("long_text", { deterministic: false }, () => randomBytes(6_000).toString("base64"));
  database.exec("UPDATE experts SET longevityContribution = long_text()");
  database.close();
  site = await startSite({ dataDir, env: { SITE_URL, TRUST_PROXY: "on" } });
});
afterAll(async () => {
  await site?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const from = (network: number) => ({ "X-Forwarded-For": `203.0.113.${network}` });

/** Asks and reads nothing, or slowly, so many times from so many networks. */
function askWithoutReading(
  path: string,
  { networks, each, slowly = false }: { networks: number; each: number; slowly?: boolean },
): () => void {
  const { hostname, port, host } = new URL(site.url);
  const sockets = Array.from({ length: networks * each }, (_, at): Socket => {
    const socket = connect(Number(port), hostname).on("error", () => {});
    const head = [`GET ${path} HTTP/1.1`, `Host: ${host}`, `X-Forwarded-For: 203.0.113.${at % networks}`];
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

const refused = (path: string) => site.logs().filter((line) => line.path === path && line.status === 503).length;

describe("reliability 9 10 37 large answers", () => {
  test.each([
    ["nobody reads", false],
    ["120 connections read slowly", true],
  ])(
    "that %s hold no page, no form and no list of an editor, and go on once their readers have left",
    async (_, slowly) => {
      const before = refused("/api/experts");
      const letGo = askWithoutReading(ARRAY, { networks: 20, each: slowly ? 6 : 4, slowly });
      onTestFinished(letGo);
      await expect.poll(() => refused("/api/experts") - before).toBeGreaterThan(20);
      const headers = from(200);
      for (const path of ["/healthz", "/directory?page=2", "/api/experts/paginated?page=3"])
        expect([path, (await get(site, path, { headers })).status]).toEqual([path, 200]);
      expect((await form(site, "/forgot-password", { email: "nobody" }, { headers })).status).toBe(400);
      const editor = await signUpEditor(site);
      expect((await signIn(site, editor, { headers })).status).toBe(200);
      const list = await get(site, ARRAY, { headers: { ...editor.headers, ...headers } });
      expect([list.status, (await list.json()).length]).toEqual([200, EXPERTS]);
      letGo();
      const whole = async () => {
        const answer = await get(site, ARRAY, { headers });
        return answer.status === 200 ? (await answer.json()).length : answer.status;
      };
      await expect.poll(whole).toBe(EXPERTS);
    },
  );

  test("of 64 readers at once come whole, or with 503 and when to come again", async () => {
    const answers = await Promise.all(
      Array.from({ length: 64 }, async (_, at) => {
        const answer = await get(site, `/api/experts?limit=100&page=1&n=${at}`, { headers: from(at) });
        if (answer.status === 503) return answer.headers.get("Retry-After");
        return (await answer.json()).length;
      }),
    );
    for (const answer of answers) expect([100, "5"]).toContain(answer);
    expect(answers.filter((answer) => answer === 100).length).toBeGreaterThan(4);
  });

  test("leave others their turns while they are made", async () => {
    let isDone = false;
    const downloads = Promise.all(
      Array.from({ length: 12 }, (_, at) => read(`/api/dataset/${at % 2 ? "csv" : "jsonld"}?n=${at}`, at)),
    ).finally(() => {
      isDone = true;
    });
    let answered = 0;
    for (; !isDone; answered++) expect((await get(site, "/healthz")).status).toBe(200);
    expect((await downloads).map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(answered).toBeGreaterThan(3);
  });
});

describe("reliability 10 the dataset", () => {
  test("is made once for a content version: slow readers keep nobody from it, and a change is in the next download", async () => {
    onTestFinished(askWithoutReading("/api/dataset/csv", { networks: 10, each: 3 }));
    const encodings = ["gzip", "identity", "br", "br, gzip"];
    const first = await read("/api/dataset/csv", 0);
    const answers = await Promise.all(encodings.map((encoding, at) => read("/api/dataset/csv", at, encoding)));
    const text = textOf(first);
    for (const [at, answer] of answers.entries()) {
      const { status, headers, body } = answer;
      expect([encodings[at], status, headers.etag]).toEqual([encodings[at], 200, first.headers.etag]);
      expect(headers["content-encoding"]).toBe(encodings[at]?.includes("gzip") ? "gzip" : undefined);
      expect([headers.vary?.includes("Accept-Encoding"), headers["content-length"]]).toEqual([true, `${body.length}`]);
      expect(textOf(answer) === text).toBe(true);
    }
    const total = Number((await get(site, "/api/experts?limit=1")).headers.get("X-Total-Count"));
    expect(parse(text)).toHaveLength(total + 1);
    const head = await fetch(`${site.url}/api/dataset/csv`, { method: "HEAD" });
    expect([head.status, Number(head.headers.get("Content-Length")) > 0]).toEqual([200, true]);
    const etag = first.headers.etag ?? "";
    expect((await get(site, "/api/dataset/csv", { headers: { "If-None-Match": etag } })).status).toBe(304);

    const editor = await signUpEditor(site);
    const person = { name: "Nadia Newly", title: "Biologist", longevityContribution: "Text." };
    const headers = { ...editor.headers, Origin: SITE_URL };
    expect((await json(site, "POST", "/api/admin/experts", person, { headers })).status).toBe(201);
    const next = await read("/api/dataset/csv", 1);
    expect(next.headers.etag).not.toBe(etag);
    expect(textOf(next)).toContain(`${SITE_URL}/nadia-newly`);
  });

  test.skipIf(!HAS_PROC)("leaves no file: those of earlier versions go with their last reader", async () => {
    const openFiles = () =>
      readdirSync(`/proc/${site.pid}/fd`).filter((fd) => linkOf(`/proc/${site.pid}/fd/${fd}`).includes(".temporary-"));
    await expect.poll(() => openFiles().length).toBeLessThanOrEqual(2);
    expect(readdirSync(dataDir).filter((name) => name.startsWith(".temporary"))).toEqual([]);
  });
});

function textOf({ headers, body }: Awaited<ReturnType<typeof read>>): string {
  return (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
}

/** "" for a file that was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

/** With its body as it was sent: what comes of it stays small however much it holds. */
function read(path: string, network: number, encoding = "gzip") {
  const { hostname, port } = new URL(site.url);
  const headers = { ...from(network), "Accept-Encoding": encoding };
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    httpGet({ hostname, port, path, headers, agent: false }, async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) });
    }).on("error", reject);
  });
}
