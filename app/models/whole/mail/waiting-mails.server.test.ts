import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { asEditor } from "~/models/base/accounts/admin.server";
import { newId } from "~/models/base/input/ids.server";
import { submitExpert } from "~/models/editing/submissions/submissions.server";
import { HOUR_MS } from "~/stored-times";
import { mailsTo } from "../../../../test/support/mails";
import { addMember } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";
import { chooseWaitingMail, queueWaitingMails } from "./waiting-mails.server";

const origin = "https://site.example";
const hoursOn = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

beforeAll(async () => {
  await migrate(db);
});
afterEach(async () => {
  for (const table of ["submissions", "requests", "mails", "users"] as const) await db.deleteFrom(table).execute();
});

const addEditor = (changes: Partial<UserRow> = {}) =>
  addMember({ role: "editor", emailVerifiedAt: "2026-01-01T00:00:00.000Z", ...changes });

let submissionCount = 0;
async function submit(): Promise<void> {
  submissionCount++;
  const referenceLinks = [`https://waiting-${submissionCount}.example/`];
  await submitExpert(
    await addMember(),
    { ...fullSubmission, name: `Waiting ${submissionCount}`, referenceLinks },
    { origin },
  );
}

async function report(confirmedAt: string | null): Promise<void> {
  const texts = {
    field: "",
    says: "",
    should: "",
    source: "",
    message: "A secret",
    email: "who@mail.example",
    notes: "",
  };
  const status = confirmedAt ? "open" : "unconfirmed";
  const times = { createdAt: new Date().toISOString(), confirmedAt, dueAt: confirmedAt };
  const row = { id: newId(), tokenHash: newId(), kind: "error", status, isPublic: 0, ...texts, ...times } as const;
  await db.insertInto("requests").values(row).execute();
}

describe("RO03 mails about waiting work", () => {
  test("contain counts and links, and nothing else", async () => {
    const { email } = await addEditor();
    await submit();
    await submit();
    await report(hoursOn(0).toISOString());
    await report(null);
    expect(await queueWaitingMails(origin, hoursOn(1))).toBe(1);
    const [mail] = await mailsTo(email);
    expect(mail?.body).toContain(`- 2 submissions: ${origin}/admin/submissions`);
    expect(mail?.body).toContain(`- 1 request of a listed person: ${origin}/admin/requests`);
    expect(mail?.body).toContain(`${origin}/account#waiting-mail`);
    expect(mail?.body).not.toMatch(/Waiting \d|secret|who@/);
  });

  test("are sent to editors and admins with a confirmed address, once a day, and only while work waits", async () => {
    await addEditor();
    await addEditor({ role: "admin" });
    await addEditor({ role: "user" });
    await addEditor({ status: "disabled" });
    await addEditor({ emailVerifiedAt: null });
    await addEditor({ waitingMail: "never" });
    expect(await queueWaitingMails(origin)).toBe(0);
    await submit();
    expect(await queueWaitingMails(origin, hoursOn(1))).toBe(2);
    expect(await queueWaitingMails(origin, hoursOn(24))).toBe(0);
    expect(await queueWaitingMails(origin, hoursOn(26))).toBe(2);
  });

  test("are sent once a week, or at once for new work", async () => {
    const [weekly, atOnce] = [await addEditor({ waitingMail: "weekly" }), await addEditor()];
    await chooseWaitingMail(asEditor(atOnce), { waitingMail: "now" });
    await submit();
    expect(await queueWaitingMails(origin, hoursOn(0))).toBe(2);
    expect(await queueWaitingMails(origin, hoursOn(48))).toBe(0);
    await db
      .updateTable("submissions")
      .set({ submittedAt: hoursOn(49).toISOString() } as never)
      .execute();
    expect(await queueWaitingMails(origin, hoursOn(50))).toBe(1);
    expect(await mailsTo(atOnce.email)).toHaveLength(2);
    expect(await queueWaitingMails(origin, hoursOn(7 * 24 + 1))).toBe(1);
    expect(await mailsTo(weekly.email)).toHaveLength(2);
  });

  test("cannot be chosen at an unknown frequency", async () => {
    await expect(chooseWaitingMail(asEditor(await addEditor()), { waitingMail: "hourly" })).rejects.toMatchObject({
      problem: "invalid",
      fieldErrors: { waitingMail: "Please choose how often." },
    });
  });
});
