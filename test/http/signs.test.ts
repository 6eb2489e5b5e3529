/** What the dashboard says is in order: each of these lines, and what takes its check away. */
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { query } from "../support/database";
import { get, getJson, json } from "../support/requests";
import { NO_MAIL_SERVER, type Site, startSite } from "../support/site";
import { submission } from "../support/world";

let site: Site;
let headers: Record<string, string>;
let id: string;

beforeAll(async () => {
  site = await startSite({ env: { SMTP_URL: NO_MAIL_SERVER, LINK_CHECK: "on" }, starter: false });
  headers = (await signUpAdmin(site)).headers;
  id = (await json(site, "POST", "/api/admin/experts", { name: "Rita Read" }, { headers })).body.id;
  await json(site, "POST", `/api/admin/experts/${id}/review`, {}, { headers });
  await sql(`DELETE FROM mails`);
  await sql(mail("sent", "sent"));
  await sql(linkRound(1, null));
  backup(1);
});
afterAll(() => site?.stop());

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const sql = (text: string) => query(site.dataDir, text);

const mail = (name: string, status: string, age = 0, lastError = "NULL") =>
  `INSERT INTO mails (id, kind, recipient, subject, body, status, attempts, nextAttemptAt, lastError, createdAt)
   VALUES ('${name}', 'test', 'a@b.example', 'S', '', '${status}', 1, '2999-01-01', ${lastError}, '${ago(age)}')`;
const linkRound = (days: number, afterRowId: number | null) =>
  `INSERT INTO cursors (name, value) VALUES ('linkCheck', '${JSON.stringify({ startedAt: ago(days * DAY), afterRowId })}')
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

function backup(days: number) {
  const folder = join(site.dataDir, "backups");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "scheduled-20260101-000000.tar.gz");
  writeFileSync(file, "");
  utimesSync(file, new Date(), new Date(Date.now() - days * DAY));
}

/** The lines with a check, and the others. */
async function lines() {
  const { document } = new JSDOM(await (await get(site, "/admin", { headers })).text()).window;
  const all = Array.from(document.querySelectorAll("section[aria-labelledby=waiting] li:has(> span + div)"), (line) => {
    const [sign, text] = Array.from(line.children, ({ textContent }) => textContent ?? "");
    return { isGreen: sign === "✓", text: text ?? "" };
  });
  const texts = (isGreen: boolean) => all.filter((line) => line.isGreen === isGreen).map(({ text }) => text);
  return { green: texts(true), others: texts(false).join("\n") };
}

test("OP09 every green sign of the dashboard turns red by what it denies", async () => {
  const ways: [green: string, red: string, turn: () => unknown, back: () => unknown][] = [
    [
      "No submission is waiting",
      "1 submission is waiting",
      () => json(site, "POST", "/api/submissions", submission("Nia New"), { headers }),
      () => sql("DELETE FROM submissions").then(() => sql("DELETE FROM mails WHERE status <> 'sent'")),
    ],
    [
      "No request is waiting",
      "1 request is waiting",
      () =>
        sql(
          `INSERT INTO requests (id, kind, status, expertRowId, field, says, should, source, message, email, notes, tokenHash, isPublic, createdAt, confirmedAt, dueAt)
           SELECT 'r', 'error', 'open', rowId, '', '', '', '', 'm', 'a@b.example', '', 't', 0, '${ago(0)}', '${ago(0)}', '2999-01-01' FROM experts WHERE name = 'Rita Read'`,
        ),
      () => sql("DELETE FROM requests"),
    ],
    [
      "No published profile waits for a review.",
      "not reviewed within the last year: Rita Read",
      () => sql(`UPDATE listing SET reviewedAt = '${ago(366 * DAY)}'`),
      () => json(site, "POST", `/api/admin/experts/${id}/review`, {}, { headers }),
    ],
    [
      "No dead links. The last check began",
      "1 dead link",
      () =>
        sql(
          `INSERT INTO linkChecks (expertRowId, url, status, reason, failures, checkedAt) SELECT rowId, 'https://a.example', 'dead', '', 2, '${ago(0)}' FROM experts WHERE name = 'Rita Read'`,
        ),
      () => sql("DELETE FROM linkChecks"),
    ],
    ["No dead links. The last check began", "A newer one should be there", () => sql(linkRound(15, null)), checked],
    ["No dead links. The last check began", "goes on. No dead links so far.", () => sql(linkRound(1, 4)), checked],
    ["No dead links. The last check began", "has not come to its end", () => sql(linkRound(15, 4)), checked],
    ["No dead links. The last check began", "not been checked yet", () => sql("DELETE FROM cursors"), checked],
    ["The last backup was made", "A newer one should be there", () => backup(8), () => backup(1)],
    ["All mail has been sent.", "could not be sent:", () => sql(mail("f", "failed")), () => forget("f")],
    [
      "All mail has been sent.",
      "One mail waits to be sent, and an attempt has failed or is overdue.",
      () => sql(mail("q", "queued", 2 * HOUR)),
      () => forget("q"),
    ],
    [
      "All mail has been sent.",
      "One mail waits to be sent, and an attempt has failed or is overdue.",
      () => sql(mail("e", "queued", 0, "'No answer'")),
      () => forget("e"),
    ],
    ["All mail has been sent.", "One mail waits to be sent.", () => sql(mail("w", "queued")), () => forget("w")],
  ];
  const { green: first } = await lines();
  // A further green line needs a way here.
  expect(first.filter((line) => !ways.some(([green]) => line.startsWith(green)))).toEqual([]);
  for (const [green, red, turn, back] of ways) {
    const isGreen = async () => (await lines()).green.some((line) => line.startsWith(green));
    expect([green, await isGreen()]).toEqual([green, true]);
    await turn();
    expect([red, await isGreen()]).toEqual([red, false]);
    expect((await lines()).others).toContain(red);
    await back();
  }
});

const checked = () => sql(linkRound(1, null));
const forget = (name: string) => sql(`DELETE FROM mails WHERE id = '${name}'`);

test("OP09 who writes or mends a profile has not reviewed it, and the page, the call and the dashboard say the same", async () => {
  const { body: written } = await json(site, "POST", "/api/admin/experts", { name: "Wilma Written" }, { headers });
  await json(site, "PUT", `/api/experts/${written.id}`, { title: "Reader" }, { headers });
  const says = async () => {
    const { body } = await getJson(site, "/api/experts/wilma-written");
    const page = await (await get(site, "/wilma-written")).text();
    const [form, { green }] = [await get(site, `/admin/experts/${written.id}/review`, { headers }), await lines()];
    return {
      call: body.reviewedAt !== null,
      page: page.includes("Checked by an editor on"),
      form: !(await form.text()).includes("Nobody has reviewed"),
      dashboard: green.includes("No published profile waits for a review."),
    };
  };
  expect(await says()).toEqual({ call: false, page: false, form: false, dashboard: false });
  const stale = { updatedAt: "2020-01-01T00:00:00.000Z" };
  const late = await json(site, "POST", `/api/admin/experts/${written.id}/review`, stale, { headers });
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining("changed this profile meanwhile")]);
  expect((await says()).page).toBe(false);
  const { document } = new JSDOM(await (await get(site, `/admin/experts/${written.id}/review`, { headers })).text())
    .window;
  const updatedAt = document.querySelector<HTMLInputElement>("main [name=updatedAt]")?.value ?? "";
  const done = await json(site, "POST", `/api/admin/experts/${written.id}/review`, { updatedAt }, { headers });
  expect(done.status).toBe(200);
  expect(await says()).toEqual({ call: true, page: true, form: true, dashboard: true });
});
