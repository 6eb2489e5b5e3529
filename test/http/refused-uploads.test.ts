/** Checks that every address that takes files answers each kind of refused form: limits exceeded before, in and after a file. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { multipart, type Part } from "../support/checked-requests";
import { inDatabase } from "../support/database";
import { openSocket, type RawAnswer, sendRaw, toChunks } from "../support/raw-client";
import { get, getJson, json } from "../support/requests";
import { addressOf, builtRoutes, dataAddressOf, type Route } from "../support/routes";
import { createWorld, type Role, submission, type World } from "../support/world";

const METRICS_TOKEN = "a-token-of-some-length";
const MEGABYTE = 1024 * 1024;
/** A text that is longer than the texts of any form may be together. */
const TOO_LONG = "x".repeat(3 * MEGABYTE);
const TYPED = "Typed with much patience";
const typedParts = () => [part("name", TYPED), part("title", TYPED)];
/** The number of addresses that take texts beside files. */
const WITH_TEXTS = 5;

let world: World;
let uploadAddresses: UploadAddress[];

interface UploadAddress {
  route: Route;
  path: string;
  as: Role;
  /** The number of files that it takes. */
  files: number;
}

beforeAll(async () => {
  world = await createWorld({}, { METRICS_TOKEN });
  uploadAddresses = await findUploadAddresses(await makeIds(world));
});
afterAll(() => world?.site.stop());

/** Returns the ids that may stand in addresses, with a claimed profile and a waiting submission of the member. */
async function makeIds({ site, ids: recordIds, people, cookies }: World): Promise<string[]> {
  const [as, now] = [{ headers: { Cookie: cookies.member } }, new Date().toISOString()];
  const submitAnswer = await json(site, "POST", "/api/submissions", submission("Wanda Waiting"), as);
  expect(submitAnswer.status).toBe(201);
  const waitingSubmissions = (await getJson(site, "/api/admin/submissions", { headers: { Cookie: cookies.admin } }))
    .body;
  await inDatabase(site.dataDir, async (db) => {
    const { rowId: expertRowId } = await db
      .selectFrom("experts")
      .select("rowId")
      .where("id", "=", recordIds.expert)
      .executeTakeFirstOrThrow();
    const proof = { proof: "mail", page: "", isStrong: 1, evidence: "", tokenHash: null, requestId: null } as const;
    const times = { createdAt: now, expiresAt: now, claimedAt: now, confirmedAt: now, remindedAt: null };
    const claim = { id: "claimed000000000", expertRowId, userId: people.member.id, status: "confirmed" } as const;
    await db
      .insertInto("claims")
      .values({ ...claim, ...proof, ...times, takesQuestions: 1 })
      .execute();
  });
  const ids = waitingSubmissions.map(({ id }: { id: string }) => id) as string[];
  return [...new Set([...ids, ...Object.values(recordIds).map(String), people.victim.id])];
}

/** Finds the addresses that take files: sends each more files than any takes, and a text that keeps it from doing anything. */
async function findUploadAddresses(ids: string[]): Promise<UploadAddress[]> {
  const files = Array.from({ length: 60 }, (_, index) => part(`f${index}`, "x", `${index}.png`));
  const probe = multipart([...files, part("text", TOO_LONG.slice(0, 150_000))]);
  const routes = builtRoutes().filter(({ path, hasAction }) => hasAction && !/\/(logout|sessions)\b/.test(path));
  const addresses: UploadAddress[] = [];
  for (const route of routes) {
    const address = await uploadAddressAt(route, ids, probe);
    if (address) addresses.push(address);
  }
  return addresses;
}

async function uploadAddressAt(route: Route, ids: string[], probe: Form): Promise<UploadAddress | undefined> {
  const roles = /^\/(api\/)?admin\b/.test(route.path) ? (["admin"] as const) : (["admin", "member"] as const);
  for (const as of roles)
    for (const id of route.path.includes(":") ? ids : [""]) {
      const path = addressOf(route, { id, slug: id, kind: "experts", step: "1" });
      const query = route.isIndex ? "?index" : "";
      const { status, text } = await sendBody(dataAddressOf(route, path) + query, as, probe, "with a length");
      const limit = /This is more than can be sent at once: (?:at most (\d+) files|one file)\./.exec(text);
      if (limit) return { route, path: path + query, as, files: Number(limit[1] ?? 1) };
      if (![403, 404].includes(status)) break;
    }
}

function part(name: string, content: string | Buffer, filename?: string): Part {
  return { name, content, filename, type: filename === undefined ? undefined : "image/png" };
}

type Form = ReturnType<typeof multipart>;
type Transfer = "at once" | "with a length" | "in chunks" | "in small pieces" | "without an end";

/** Sends a form. "without an end" sends all but the last part, announces more, and waits. */
function sendForm(path: string, as: Role, parts: Part[], transfer: Transfer = "with a length"): Promise<RawAnswer> {
  return sendBody(path, as, multipart(parts), transfer);
}

function sendBody(path: string, as: Role, { body, headers }: Form, transfer: Transfer): Promise<RawAnswer> {
  const { host } = new URL(world.site.url);
  const isChunked = transfer === "in chunks";
  const length = transfer === "without an end" ? body.length + MEGABYTE : body.length;
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${world.site.url}`,
    `Content-Type: ${headers["Content-Type"]}`,
    isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`,
    ...(world.cookies[as] ? [`Cookie: ${world.cookies[as]}`] : []),
  ];
  return sendRaw(world.site, { head, pieces: piecesOf(body, transfer) });
}

function piecesOf(body: Buffer, transfer: Transfer): (Buffer | string)[] {
  if (transfer === "in chunks") return [...toChunks(body, 10_000), "0\r\n\r\n"];
  if (transfer !== "in small pieces") return [body];
  const size = Math.max(100, Math.ceil(body.length / 500));
  return Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
    body.subarray(index * size, (index + 1) * size),
  );
}

/** The number of pieces of a form that arrives slowly. */
const PIECES = 40;
const FILE = Buffer.alloc(70_000, "x");
const file = (index = 0) => part(`file${index}`, FILE, "a.png");
const manyFields = Array.from({ length: 1_001 }, (_, index) => part(`t${index}`, "x"));
const repeat = (count: number, make: (index: number) => Part) =>
  Array.from({ length: count }, (_, index) => make(index));

/** Forms that are refused, by the limit that they exceed and its place. */
const REFUSED: Record<string, (files: number) => Part[]> = {
  "one file more than it takes": (files) => repeat(files + 1, file),
  "one small file more than it takes": (files) => repeat(files + 1, (index) => part(`f${index}`, "x", "a.png")),
  "many files more": (files) => repeat(files + 5, file),
  "a file above its limit, and more than it takes": (files) => [
    part("large", Buffer.alloc(5 * MEGABYTE + 1), "a.png"),
    ...repeat(files, file),
  ],
  "a text too long before the file": () => [part("text", TOO_LONG), file()],
  "a text too long after the file": () => [file(), part("text", TOO_LONG)],
  "texts too long together around the file": () => [
    ...repeat(30, (index) => part(`a${index}`, TOO_LONG.slice(0, 100_000))),
    file(),
    ...repeat(30, (index) => part(`b${index}`, TOO_LONG.slice(0, 100_000))),
  ],
  "too many fields before the file": () => [...manyFields, file()],
  "too many fields after the file": () => [file(), ...manyFields],
  "a field of a thousand times the same name after the file": () => [
    file(),
    ...repeat(1_001, () => part("same[]", "x")),
  ],
};

const COMPLETE_TRANSFERS: Transfer[] = ["with a length", "in chunks", "in small pieces"];
const TRANSFERS: Transfer[] = [...COMPLETE_TRANSFERS, "without an end"];

/** Returns a transfer in turn: every two of address, form and transfer meet, without a request for every three of them. */
function transferAt(transfers: Transfer[], turn: number): Transfer {
  return transfers[turn % transfers.length] as Transfer;
}

/** Expects that no slot and no folder is held once all requests are answered. */
async function expectAllReleased() {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const countRunning = async () => {
    const text = await (await get(world.site, "/metrics", { headers })).text();
    return Number(/^longevity_requests_running (\d+)$/m.exec(text)?.[1]);
  };
  await expect.poll(countRunning).toBe(0);
  await expect.poll(() => readdirSync(join(world.site.dataDir, "incoming"))).toEqual([]);
}

test("reliability 46 finds the addresses that take files by their answers", () => {
  expect(uploadAddresses.length).toBeGreaterThanOrEqual(8);
  expect(uploadAddresses.map(({ as }) => as)).toContain("member");
});

describe("reliability 46 a refused form with files is answered at once, with what was typed, and holds nothing afterwards", () => {
  const kinds = Object.keys(REFUSED);
  test.each(kinds)("%s", async (name) => {
    const answers = uploadAddresses.map(async ({ path, as, files, route }, index) => {
      const parts = [...typedParts(), ...(REFUSED[name] as (files: number) => Part[])(files)];
      const transfer = transferAt(TRANSFERS, kinds.indexOf(name) + index);
      const { status, text } = await sendForm(path, as, parts, transfer);
      expect([path, transfer, status]).toEqual([path, transfer, 413]);
      expect(text).toMatch(/This is more than can be sent at once|more fields than can be read|too long/);
      expect(text).toContain(route.isCall ? '"message"' : "<h1");
      return text.includes(TYPED) ? [path] : [];
    });
    const addressesWithText = (await Promise.all(answers)).flat();
    expect(addressesWithText.length, addressesWithText.join()).toBeGreaterThanOrEqual(WITH_TEXTS);
    await expectAllReleased();
  });
});

/** Returns bodies that are not a complete form. */
function brokenBodies(parts: Part[]): Record<string, Form> {
  const { body, headers } = multipart(parts);
  const boundary = headers["Content-Type"]?.split("boundary=")[1];
  const withBody = (bytes: Buffer) => ({ body: bytes, headers });
  const filePart = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"`;
  return {
    "cut off in a file": withBody(body.subarray(0, body.length / 2)),
    "cut off before the last boundary": withBody(body.subarray(0, -10)),
    "cut off in the head of a part": withBody(Buffer.concat([body.subarray(0, -60), Buffer.from(filePart)])),
    "of another boundary": { body, headers: { "Content-Type": "multipart/form-data; boundary=other" } },
    "without a boundary": { body, headers: { "Content-Type": "multipart/form-data" } },
    "with a head of 200 KB": withBody(
      Buffer.concat([Buffer.from(`${filePart}\r\nX-Long: ${"y".repeat(200_000)}\r\n\r\nx\r\n`), body]),
    ),
    "with 200 KB before the first part": withBody(Buffer.concat([Buffer.alloc(200_000, "p"), body])),
    "with 200 KB behind the last one": withBody(Buffer.concat([body, Buffer.alloc(200_000, "e")])),
    "of nothing but noise": withBody(Buffer.alloc(200_000, "n")),
    "of nothing but boundaries": withBody(Buffer.from(`--${boundary}\r\n`.repeat(5_000))),
  };
}

describe("reliability 46 an incomplete form is answered, and holds nothing afterwards", () => {
  const kinds = Object.keys(brokenBodies([]));
  test.each(kinds)("%s", async (name) => {
    const brokenBody = brokenBodies([...typedParts(), file(), part("last", "x")])[name] as Form;
    const answers = uploadAddresses.map(({ path, as }, index) =>
      sendBody(path, as, brokenBody, transferAt(COMPLETE_TRANSFERS, kinds.indexOf(name) + index)),
    );
    for (const { status } of await Promise.all(answers))
      expect(status).toSatisfy((code: number) => code >= 200 && code < 500);
    await expectAllReleased();
  });
});

describe("reliability 46 a request that ends early holds nothing afterwards", () => {
  test("a sender disconnects before, in and after a file", async () => {
    for (const { path, as } of uploadAddresses)
      for (const bytes of [0, 300, 50_000, 70_300]) {
        const socket = await openSocket(world.site);
        const { body, headers } = multipart([part("name", TYPED), file(), file(1)]);
        const head = [
          `POST ${path} HTTP/1.1`,
          `Host: ${new URL(world.site.url).host}`,
          `Content-Type: ${headers["Content-Type"]}`,
          `Content-Length: ${body.length}`,
          `Cookie: ${world.cookies[as]}`,
        ];
        const sentBytes = Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body.subarray(0, bytes)]);
        await new Promise((resolve) => socket.write(sentBytes, resolve));
        socket.destroy();
      }
    await expectAllReleased();
  });

  test("a route that refuses without reading the body answers while it still arrives", async () => {
    for (const { path } of uploadAddresses)
      for (const as of ["nobody", "user"] as const) {
        if (path.startsWith("/submit") || (as === "user" && path.startsWith("/my"))) continue;
        // For a reader whose session has ended the body is read, because the answer shows it again.
        const { status } = await sendForm(
          path,
          as,
          repeat(3, file),
          as === "user" ? "without an end" : "with a length",
        );
        expect([path, as, status]).toEqual([path, as, expect.toSatisfy((code: number) => code < 500 && code > 0)]);
      }
    await expectAllReleased();
  });
});

describe("reliability 46 a refused form is answered", () => {
  const refusedForm = () => multipart([part("name", TYPED), ...repeat(40, file)]);

  test("for clients that wait for 100 Continue, speak HTTP/1.0, or reuse the connection", async () => {
    for (const { path, as } of uploadAddresses) {
      const { body, headers } = refusedForm();
      const lines = [
        `Host: ${new URL(world.site.url).host}`,
        `Cookie: ${world.cookies[as]}`,
        `Content-Type: ${headers["Content-Type"]}`,
        `Content-Length: ${body.length}`,
      ];
      const expectingHead = [`POST ${path} HTTP/1.1`, ...lines, "Expect: 100-continue"];
      expect([path, (await sendRaw(world.site, { head: expectingHead, pieces: [body] })).status]).toEqual([path, 413]);
      const oldHead = [`POST ${path} HTTP/1.0`, ...lines];
      expect([path, (await sendRaw(world.site, { head: oldHead, pieces: [body] })).status]).toEqual([path, 413]);
    }
    await expectAllReleased();
  });

  test("with a length smaller or larger than the body, or its connection ends", async () => {
    for (const { path, as } of uploadAddresses) {
      const { body, headers } = refusedForm();
      const head = (length: number) => [
        `POST ${path} HTTP/1.1`,
        `Host: ${new URL(world.site.url).host}`,
        `Cookie: ${world.cookies[as]}`,
        `Content-Type: ${headers["Content-Type"]}`,
        `Content-Length: ${length}`,
      ];
      const shortAnswer = await sendRaw(world.site, { head: head(150_000), pieces: [body] });
      expect([path, shortAnswer.status]).toEqual([path, expect.toSatisfy((code: number) => code >= 400 && code < 500)]);
      const announcedAnswer = await sendRaw(world.site, { head: head(20 * 1024 * MEGABYTE), pieces: [body] });
      expect([path, announcedAnswer.status]).toEqual([path, 413]);
    }
    await expectAllReleased();
  });

  test("that arrives a few bytes at a time without end, as soon as the limit is met", async () => {
    const answers = uploadAddresses.map(async ({ path, as, files }) => {
      const { body, headers } = multipart([
        ...typedParts(),
        ...repeat(files + 1, (index) => part(`f${index}`, "x", "a.png")),
      ]);
      const head = [
        `POST ${path} HTTP/1.1`,
        `Host: ${new URL(world.site.url).host}`,
        `Cookie: ${world.cookies[as]}`,
        `Content-Type: ${headers["Content-Type"]}`,
        `Content-Length: ${body.length + 20 * MEGABYTE}`,
      ];
      const size = Math.ceil(body.length / PIECES);
      const chunks = Array.from({ length: PIECES * 100 }, (_, index) =>
        body.subarray(index * size, (index + 1) * size),
      );
      const pieces = chunks.map((piece) => (piece.length > 0 ? piece : "still more"));
      return [path, (await sendRaw(world.site, { head, pieces, pause: 5 })).status];
    });
    expect(await Promise.all(answers)).toEqual(uploadAddresses.map(({ path }) => [path, 413]));
    await expectAllReleased();
  });

  test("sixty times for one account, without holding anything", async () => {
    const uploadAddress = uploadAddresses.find(({ as }) => as === "member") as UploadAddress;
    const tooMany = repeat(uploadAddress.files + 1, file);
    const refusals = Array.from({ length: 60 }, () =>
      sendForm(uploadAddress.path, uploadAddress.as, tooMany, "without an end"),
    );
    expect(new Set((await Promise.all(refusals)).map(({ status }) => status))).toEqual(new Set([413]));
    await expectAllReleased();
  });
});
