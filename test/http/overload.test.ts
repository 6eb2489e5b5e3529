/** Tests that a few large requests do not end the process. */
import { connect } from "node:net";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp } from "../support/accounts";
import { signUpEditor } from "../support/admin";
import { fullSubmission } from "../support/people";
import { HAS_PROC, memoryOf, processTree, resetPeakMemory } from "../support/processes";
import { form, get, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

const MAX_MEGABYTES = 600;
/** Less memory than the container has. */
const HEAP_LIMIT = "--max-old-space-size=192";

describe.skipIf(!HAS_PROC)("reliability 10 large requests end no process and stay under 600 MB", () => {
  let site: Site;
  let processes: number[];
  beforeAll(async () => {
    site = await startSite({ starter: false, env: { RATE_LIMIT: "off", NODE_OPTIONS: HEAP_LIMIT } });
    processes = processTree(site.pid);
  });
  afterAll(() => site?.stop());

  /** Accepts 503 as an answer if it has Retry-After. */
  async function expectAlive(answers: Response[]) {
    for (const { status, headers } of answers) {
      if (status === 503) expect(headers.get("Retry-After")).toMatch(/^\d+$/);
      else expect(status).toBeLessThan(500);
    }
    expect(processTree(site.pid)).toEqual(processes);
    expect((await get(site, "/healthz")).status).toBe(200);
    expect((await get(site, "/submit")).status).toBe(200);
    expect(memoryOf(site.pid).peak).toBeLessThan(MAX_MEGABYTES);
  }

  /** Reads the complete answer, because the server holds a large one until it is sent. */
  async function read(response: Promise<Response>) {
    const answer = await response;
    await answer.arrayBuffer();
    return answer;
  }

  test("anonymous forms of 1 MB to /submit, three one after another and eight at once", async () => {
    resetPeakMemory(site.pid);
    const megabyteOf = (character: string) => ({
      name: "Nadia",
      biography: character.repeat(1_000_000 / encodeURIComponent(character).length),
    });
    const send = (character: string) => read(form(site, "/submit", megabyteOf(character)));
    const sendUnescaped = () =>
      read(
        fetch(`${site.url}/submit`, {
          method: "POST",
          headers: { Origin: site.url, "Content-Type": "application/x-www-form-urlencoded" },
          body: `name=Nadia&biography=${"<".repeat(1_000_000)}`,
        }),
      );
    const answers = [await sendUnescaped(), await sendUnescaped(), await send("x")];
    answers.push(
      ...(await Promise.all(Array.from({ length: 8 }, (_, index) => (index % 4 ? sendUnescaped() : send('"'))))),
    );
    await expectAlive(answers);
  });

  test("ten simultaneous reads of the longest draft, full of characters that pages escape", async () => {
    resetPeakMemory(site.pid);
    const { headers } = await signUp(site);
    const page = await get(site, "/submit", { headers });
    const cookies = [headers.Cookie, ...page.headers.getSetCookie().map((cookie) => cookie.split(";")[0])].join("; ");
    const draftId = /name="draftId" value="(\w+)"/.exec(await page.text())?.[1];
    const save = (length: number) =>
      json(
        site,
        "PUT",
        `/api/drafts/${draftId}`,
        { name: "Nadia", biography: "<".repeat(length) },
        { headers: { Cookie: cookies } },
      );
    expect((await save(395_000)).status).toBe(413);
    expect((await save(335_000)).status).toBe(204);
    const reads = Array.from({ length: 10 }, () => read(get(site, "/submit", { headers: { Cookie: cookies } })));
    await expectAlive(await Promise.all(reads));
  });

  test("/account/data with 150 large submissions, three times at once", async () => {
    resetPeakMemory(site.pid);
    const { headers } = await signUp(site);
    const { submitterName: _n, submitterEmail: _e, ...fields } = fullSubmission;
    const largeFields = { ...fields, longevityContribution: "<".repeat(10_000), biography: "<".repeat(100_000) };
    const submitAnswer = await json(site, "POST", "/api/submissions", largeFields, { headers });
    expect([201, 400, 413]).toContain(submitAnswer.status);
    if (submitAnswer.status !== 201) await json(site, "POST", "/api/submissions", fields, { headers });
    copyNewestRow("submissions", 149, (row) => ({
      record: JSON.stringify({ ...JSON.parse(String(row.record)), ...largeFields }),
    }));
    await expectAlive(
      await Promise.all(Array.from({ length: 3 }, () => read(get(site, "/account/data", { headers })))),
    );
    // A reader who disconnects in the middle is not an error.
    await (await get(site, "/account/data", { headers })).body?.cancel();
    const abortedRequests = () => site.logs().filter(({ path, status }) => path === "/account/data" && status === 499);
    await expect.poll(() => abortedRequests().length).toBe(1);
    expect(site.logs().filter(({ level }) => level === "error")).toEqual([]);
  });

  test("40 library pages of 10 MB that nobody reads, and 24 refusals of the longest form without scripts", async () => {
    const { headers } = await signUpEditor(site);
    const content = { expertName: "Nadia", content: "x" };
    await json(site, "POST", "/api/library/content", content, { headers });
    copyNewestRow("libraryContents", 99, () => ({ content: "<".repeat(100_000) }));
    resetPeakMemory(site.pid);
    const { hostname, port, host } = new URL(site.url);
    const unreadSockets = Array.from({ length: 40 }, () => {
      const request = "GET /api/library/content?limit=100 HTTP/1.1";
      const socket = connect(Number(port), hostname).on("error", () => {});
      socket.write(`${request}\r\nHost: ${host}\r\nCookie: ${headers.Cookie}\r\n\r\n`);
      return socket.pause();
    });
    const refusedRequests = () =>
      site.logs().filter(({ path, status }) => /content/.test(String(path)) && status === 503);
    await expect.poll(() => refusedRequests().length).toBeGreaterThanOrEqual(20);
    await expectAlive([]);
    for (const socket of unreadSockets) socket.destroy();
    await expect
      .poll(async () => (await read(get(site, "/api/library/content?limit=100", { headers }))).status)
      .toBe(200);

    resetPeakMemory(site.pid);
    const longFields = { name: "Nadia", biography: "<".repeat(99_000), longevityContribution: "<".repeat(9_900) };
    const refusals = Array.from({ length: 24 }, () =>
      read(form(site, "/submit", longFields, { headers: { Accept: "text/html" } })),
    );
    await expectAlive(await Promise.all(refusals));
  });

  type Row = Record<string, unknown>;

  /** Copies the newest row with changes, because a site may hold more rows than it accepts today. */
  function copyNewestRow(table: string, times: number, changesOf: (row: Row) => Row) {
    const database = new SQLite(join(site.dataDir, "longevity.db"), { timeout: 10_000 });
    const row = database.prepare(`SELECT * FROM ${table} ORDER BY rowId DESC LIMIT 1`).get() as Row;
    const columns = { ...row, ...changesOf(row) };
    const names = Object.keys(columns).filter((name) => name !== "rowId");
    const insert = database.prepare(
      `INSERT INTO ${table} (${names.join()}) VALUES (${names.map((name) => `@${name}`).join()})`,
    );
    for (let copy = 0; copy < times; copy++) insert.run({ ...columns, id: `overload${String(copy).padStart(8, "0")}` });
    database.close();
  }
});
