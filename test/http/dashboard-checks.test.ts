/** Checks the dashboard's lines with a check mark: each changes when its statement becomes false. */
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { query } from "../support/database";
import { parsePage } from "../support/parse-page";
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
  await execute(`DELETE FROM mails`);
  await execute(insertMail("sent", "sent"));
  await execute(linkCheckCursor(1, null));
  writeBackup(1);
});
afterAll(() => site?.stop());

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const timeAgo = (ms: number) => new Date(Date.now() - ms).toISOString();
const execute = (text: string) => query(site.dataDir, text);

const insertMail = (name: string, status: string, age = 0, lastError = "NULL") =>
  `INSERT INTO mails (id, kind, recipient, subject, body, status, attempts, nextAttemptAt, lastError, createdAt)
   VALUES ('${name}', 'test', 'a@b.example', 'S', '', '${status}', 1, '2999-01-01', ${lastError}, '${timeAgo(age)}')`;
const linkCheckCursor = (days: number, afterRowId: number | null) =>
  `INSERT INTO cursors (name, value) VALUES ('linkCheck', '${JSON.stringify({ startedAt: timeAgo(days * DAY), afterRowId })}')
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

function writeBackup(days: number) {
  const folder = join(site.dataDir, "backups");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "scheduled-20260101-000000.tar.gz");
  writeFileSync(file, "");
  utimesSync(file, new Date(), new Date(Date.now() - days * DAY));
}

/** Returns the lines with a check mark, and the text of the others. */
async function dashboardLines() {
  const document = parsePage(await (await get(site, "/admin", { headers })).text());
  const lines = Array.from(
    document.querySelectorAll("section[aria-labelledby=waiting] li:has(> span + div)"),
    (line) => {
      const [sign, text] = Array.from(line.children, ({ textContent }) => textContent ?? "");
      return { isGreen: sign === "✓", text: text ?? "" };
    },
  );
  const texts = (isGreen: boolean) => lines.filter((line) => line.isGreen === isGreen).map(({ text }) => text);
  return { green: texts(true), others: texts(false).join("\n") };
}

test("OP09 every line with a check mark changes when its statement becomes false", async () => {
  const cases: [green: string, red: string, breakIt: () => unknown, mendIt: () => unknown][] = [
    [
      "No submission is waiting",
      "1 submission is waiting",
      () => json(site, "POST", "/api/submissions", submission("Nia New"), { headers }),
      () => execute("DELETE FROM submissions").then(() => execute("DELETE FROM mails WHERE status <> 'sent'")),
    ],
    [
      "No request is waiting",
      "1 request is waiting",
      () =>
        execute(
          `INSERT INTO requests (id, kind, status, expertRowId, field, says, should, source, message, email, notes, tokenHash, isPublic, createdAt, confirmedAt, dueAt)
           SELECT 'r', 'error', 'open', rowId, '', '', '', '', 'm', 'a@b.example', '', 't', 0, '${timeAgo(0)}', '${timeAgo(0)}', '2999-01-01' FROM experts WHERE name = 'Rita Read'`,
        ),
      () => execute("DELETE FROM requests"),
    ],
    [
      "No published profile waits for a review.",
      "not reviewed within the last year: Rita Read",
      () => execute(`UPDATE listing SET reviewedAt = '${timeAgo(366 * DAY)}'`),
      () => json(site, "POST", `/api/admin/experts/${id}/review`, {}, { headers }),
    ],
    [
      "No dead links. The last check began",
      "1 dead link",
      () =>
        execute(
          `INSERT INTO linkChecks (expertRowId, url, status, reason, failures, checkedAt) SELECT rowId, 'https://a.example', 'dead', '', 2, '${timeAgo(0)}' FROM experts WHERE name = 'Rita Read'`,
        ),
      () => execute("DELETE FROM linkChecks"),
    ],
    [
      "No dead links. The last check began",
      "A newer one is due",
      () => execute(linkCheckCursor(15, null)),
      restoreLinkCheck,
    ],
    [
      "No dead links. The last check began",
      "goes on. No dead links so far.",
      () => execute(linkCheckCursor(1, 4)),
      restoreLinkCheck,
    ],
    [
      "No dead links. The last check began",
      "has not come to its end",
      () => execute(linkCheckCursor(15, 4)),
      restoreLinkCheck,
    ],
    [
      "No dead links. The last check began",
      "not been checked yet",
      () => execute("DELETE FROM cursors"),
      restoreLinkCheck,
    ],
    ["The last backup was made", "A newer one is due", () => writeBackup(8), () => writeBackup(1)],
    ["All mail has been sent.", "could not be sent:", () => execute(insertMail("f", "failed")), () => deleteMail("f")],
    [
      "All mail has been sent.",
      "One mail waits to be sent. An attempt has failed or is overdue.",
      () => execute(insertMail("q", "queued", 2 * HOUR)),
      () => deleteMail("q"),
    ],
    [
      "All mail has been sent.",
      "One mail waits to be sent. An attempt has failed or is overdue.",
      () => execute(insertMail("e", "queued", 0, "'No answer'")),
      () => deleteMail("e"),
    ],
    [
      "All mail has been sent.",
      "One mail waits to be sent.",
      () => execute(insertMail("w", "queued")),
      () => deleteMail("w"),
    ],
  ];
  const { green: initialLines } = await dashboardLines();
  // A new line with a check mark needs a case here.
  expect(initialLines.filter((line) => !cases.some(([green]) => line.startsWith(green)))).toEqual([]);
  for (const [green, red, breakIt, mendIt] of cases) {
    const isGreen = async () => (await dashboardLines()).green.some((line) => line.startsWith(green));
    expect([green, await isGreen()]).toEqual([green, true]);
    await breakIt();
    expect([red, await isGreen()]).toEqual([red, false]);
    expect((await dashboardLines()).others).toContain(red);
    await mendIt();
  }
});

const restoreLinkCheck = () => execute(linkCheckCursor(1, null));
const deleteMail = (name: string) => execute(`DELETE FROM mails WHERE id = '${name}'`);

test("OP09 writing or correcting a profile does not count as a review, on the page, in the call and on the dashboard", async () => {
  const { body: writtenPerson } = await json(
    site,
    "POST",
    "/api/admin/experts",
    { name: "Wilma Written" },
    { headers },
  );
  await json(site, "PUT", `/api/experts/${writtenPerson.id}`, { title: "Reader" }, { headers });
  const isReviewedBySource = async () => {
    const { body } = await getJson(site, "/api/experts/wilma-written");
    const page = await (await get(site, "/wilma-written")).text();
    const [form, { green }] = [
      await get(site, `/admin/experts/${writtenPerson.id}/review`, { headers }),
      await dashboardLines(),
    ];
    return {
      call: body.reviewedAt !== null,
      page: page.includes("Checked by an editor on"),
      form: !(await form.text()).includes("Nobody has reviewed"),
      dashboard: green.includes("No published profile waits for a review."),
    };
  };
  expect(await isReviewedBySource()).toEqual({ call: false, page: false, form: false, dashboard: false });
  const staleVersion = { updatedAt: "2020-01-01T00:00:00.000Z" };
  const conflict = await json(site, "POST", `/api/admin/experts/${writtenPerson.id}/review`, staleVersion, { headers });
  expect([conflict.status, conflict.body.message]).toEqual([
    409,
    expect.stringContaining("changed this profile meanwhile"),
  ]);
  expect((await isReviewedBySource()).page).toBe(false);
  const document = parsePage(await (await get(site, `/admin/experts/${writtenPerson.id}/review`, { headers })).text());
  const updatedAt = document.querySelector<HTMLInputElement>("main [name=updatedAt]")?.value ?? "";
  const reviewAnswer = await json(
    site,
    "POST",
    `/api/admin/experts/${writtenPerson.id}/review`,
    { updatedAt },
    { headers },
  );
  expect(reviewAnswer.status).toBe(200);
  expect(await isReviewedBySource()).toEqual({ call: true, page: true, form: true, dashboard: true });
});
