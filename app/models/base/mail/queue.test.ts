import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { databasePath, db, migrate, type UserRow } from "~/db.server";
import { env } from "~/env.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { mailForAdmin, mailState, retryFailedMail } from "~/models/whole/mail/admin.server";
import { smtpCarrier } from "~/services/mailer.server";
import { allMails, onlyMail, queueTestMail, resetMail } from "../../../../test/support/mail-queue";
import { createEvent, type Mailbox, refusal, resetMailbox, startMailbox } from "../../../../test/support/mailbox";
import { addMember, withRecentSignIn } from "../../../../test/support/members";
import { startMailer, tidyMails } from "./loop.server";
import { queueMail, retryMail } from "./queue.server";
import { sendDue } from "./sending.server";

const DAY = 24 * 60 * 60_000;

let mailbox: Mailbox;
/** Moved by the tests; a mail queued in a test is due from its beginning. */
let now: Date;
const clock = () => now;
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const smtp = () => sendDue({ clock, carry: smtpCarrier(mailbox.url) });

beforeAll(async () => {
  await migrate(db);
  mailbox = await startMailbox();
});
afterAll(() => mailbox.stop());
beforeEach(async () => {
  await db.deleteFrom("mails").execute();
  resetMailbox(mailbox);
  now = new Date(Date.now() + 1000);
});

describe("Mail: in the queue", () => {
  test("Mail: a mail is there when its change is, and gone when its change is", async () => {
    const change = (fail: boolean) =>
      db.transaction().execute(async (tx) => {
        await queueMail(tx, resetMail);
        if (fail) throw new Error("the change failed");
      });
    await expect(change(true)).rejects.toThrow("the change failed");
    expect(await allMails()).toEqual([]);
    await change(false);
    expect(await allMails()).toMatchObject([{ ...resetMail, status: "queued", attempts: 0, sentAt: null }]);
  });

  test("Mail: a wrong recipient fails no change, is never handed to a server, and is shown to the admin", async () => {
    const wrong = [
      "nobody",
      "a@example.org, b@example.org",
      "a@example.org\r\nBcc: b@example.org",
      "a@example.org>\r\nRCPT TO:<b@example.org",
      '"Reader" <a@example.org>',
      `${"a".repeat(250)}@example.org`,
      "",
    ];
    for (const recipient of wrong) await queueTestMail({ recipient });
    await queueTestMail();
    await smtp();
    expect(mailbox.accepted.map(({ to }) => to)).toEqual(["reader@example.org"]);
    expect(mailbox.connections).toBe(1);
    expect((await mailState()).failed).toHaveLength(wrong.length);
    expect((await mailState()).failed[0]).toMatchObject({
      attempts: 1,
      lastError: "This is not the address of a mailbox.",
    });
  });

  test("Mail: line breaks in a subject make no header, in the queue and on the line", async () => {
    await queueTestMail({ subject: "Hello\r\nBcc: all@example.org\n\nbody" });
    expect((await onlyMail()).subject).toBe("Hello Bcc: all@example.org body");
    // The sender does not rely on the stored row.
    await db.updateTable("mails").set({ subject: "Hello\r\nBcc: all@example.org\n\nbody" }).execute();
    await smtp();
    const { headers, raw, text } = await mailbox.mailTo(resetMail.recipient);
    expect(raw).not.toMatch(/^bcc:/im);
    expect(headers.subject).toContain("Hello");
    expect(text).toBe(resetMail.body);
  });
});

describe("D7 failed mails for the admin", () => {
  test("D7 they are listed without their text, newest first, and go out when the admin says so", async () => {
    mailbox.behaviour.onRecipient = () => {
      throw refusal(550, "mailbox full");
    };
    await queueTestMail();
    await smtp();
    const [failed] = (await mailState()).failed;
    expect(failed).toEqual({
      id: (await onlyMail()).id,
      recipient: "reader@example.org",
      subject: "Reset your password",
      attempts: 1,
      createdAt: (await onlyMail()).createdAt,
      lastError: "The mail server refused it: 550 mailbox full",
    });
    mailbox.behaviour = {};
    await retryFailedMail(asAdmin(await addMember({ role: "admin" })), { id: failed?.id });
    expect((await mailState()).failed).toEqual([]);
    expect(await onlyMail(), "it has all its tries again").toMatchObject({ status: "queued", attempts: 0 });
    // The log outlasts the account, and says not to whom.
    const log = JSON.stringify(
      await db.selectFrom("auditLog").selectAll().where("action", "=", "mail retried").execute(),
    );
    expect([log.includes("Reset your password"), log.includes("reader@example.org")]).toEqual([true, false]);
    now = new Date(Date.now() + 1000);
    await smtp();
    expect(mailbox.accepted).toHaveLength(1);
  });

  test("D7 only a failed mail can be sent again: not one that waits, was sent or never was", async () => {
    await queueTestMail();
    const { id } = await onlyMail();
    const missing = { problem: "missing" };
    await expect(retryMail(id)).rejects.toMatchObject(missing);
    await smtp();
    await expect(retryMail(id)).rejects.toMatchObject(missing);
    await expect(retryMail("nothing")).rejects.toMatchObject(missing);
    await smtp();
    expect(mailbox.accepted).toHaveLength(1);
  });
});

describe("Mail: the outbox", () => {
  const outbox = join(env.DATA_DIR, "outbox");
  const files = () => readdirSync(outbox).sort();

  test("AC19 without a mail server each mail is a file that a person can read", async () => {
    await queueTestMail({ subject: "Zoë's password", recipient: "zoe@example.org" });
    await sendDue({ clock });
    const { id, createdAt, status } = await onlyMail();
    expect(status).toBe("sent");
    const name = files().find((file) => file.includes(id)) ?? "";
    expect(name).toBe(`${createdAt.replace(/[:.]/g, "-")}-${id}.eml`);
    const [head, ...body] = readFileSync(join(outbox, name), "utf8").split("\n\n");
    expect(head?.split("\n")).toEqual(
      expect.arrayContaining([
        'From: "Longevity Leaders" <no-reply@localhost>',
        "To: zoe@example.org",
        "Subject: Zoë's password",
        `Message-ID: <${id}@localhost>`,
      ]),
    );
    expect(body.join("\n\n")).toBe(resetMail.body);
  });

  test("Mail: the outbox is closed to other users of the machine, and holds nothing half-written", async () => {
    await queueTestMail();
    await sendDue({ clock });
    expect(statSync(outbox).mode & 0o777).toBe(0o700);
    for (const file of files()) expect(statSync(join(outbox, file)).mode & 0o777).toBe(0o600);
    expect(files().every((file) => file.endsWith(".eml") && !file.startsWith("."))).toBe(true);
  });

  test("Mail: written again after a crash it is the same file, and files sort by time", async () => {
    await queueTestMail();
    await sendDue({ clock });
    const before = files();
    const again = { status: "sending", nextAttemptAt: now.toISOString(), body: resetMail.body } as const;
    await db.updateTable("mails").set(again).execute();
    await sendDue({ clock });
    expect(files()).toEqual(before);
    expect((await onlyMail()).status).toBe("sent");

    await db.deleteFrom("mails").execute();
    vi.useFakeTimers({ now: now.getTime() + DAY, toFake: ["Date"] });
    await queueTestMail();
    vi.useRealTimers();
    pass(2 * DAY);
    await sendDue({ clock });
    expect(files().at(-1)).toContain((await onlyMail()).id);
  });

  test("Mail: where the outbox cannot be written the mail waits, with the reason", async () => {
    await queueTestMail();
    const { id, createdAt } = await onlyMail();
    const name = `${createdAt.replace(/[:.]/g, "-")}-${id}.eml`;
    mkdirSync(join(outbox, name), { recursive: true }); // a folder in its place
    await sendDue({ clock });
    expect(await onlyMail()).toMatchObject({ status: "queued", attempts: 1 });
    expect((await onlyMail()).lastError).toContain("It could not be handed over");
  });
});

describe("Mail: privacy", () => {
  test("Mail: the text of a mail is in the database no longer than it is needed", async () => {
    await queueTestMail();
    await smtp();
    await queueTestMail({ recipient: "waiting@example.org" });
    expect((await allMails()).map(({ body }) => body)).toEqual(["", resetMail.body]);
    // Parts of each text that occur in no other.
    const [token] = /s3cret-\S+/.exec(resetMail.body) ?? [];
    await db.updateTable("mails").set({ status: "sent" }).execute();
    await tidyMails(now);
    await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
    expect(readFileSync(databasePath, "latin1")).not.toContain(token);
  });

  test("Mail: after 90 days nothing is left of it, nor of its file in the outbox; what waits is kept", async () => {
    const outbox = join(env.DATA_DIR, "outbox");
    const outboxFiles = async () => {
      const { id } = await onlyMail();
      return readdirSync(outbox).filter((name) => name.includes(id));
    };
    await queueTestMail();
    await sendDue({ clock });
    const [file = ""] = await outboxFiles();
    await tidyMails(new Date(now.getTime() + 89 * DAY));
    expect(readdirSync(outbox)).toContain(file);
    await queueTestMail({ recipient: "waiting@example.org" });
    await tidyMails(new Date(now.getTime() + 91 * DAY));
    expect(readdirSync(outbox)).not.toContain(file);
    expect((await allMails()).map(({ recipient }) => recipient)).toEqual(["waiting@example.org"]);
    await db.updateTable("mails").set({ status: "failed" }).execute();
    await tidyMails(new Date(now.getTime() + 91 * DAY));
    expect(await allMails()).toEqual([]);
  });
});

describe("Mail: for admins", () => {
  const admin = asAdmin({ id: "admin", role: "admin" } as UserRow);

  test("D7 what lies in the outbox can be read", async () => {
    await queueTestMail();
    const { id } = await onlyMail();
    expect(await mailForAdmin(admin, id, withRecentSignIn(admin))).toMatchObject({
      mail: { status: "queued" },
      text: resetMail.body,
    });
    await sendDue({ clock });
    expect(await mailForAdmin(admin, id, withRecentSignIn(admin))).toMatchObject({
      mail: { status: "sent" },
      text: resetMail.body,
      note: "",
    });
    expect(await mailForAdmin(admin, id, null)).toMatchObject({ text: null, mustConfirm: true });
    await expect(mailForAdmin(admin, "nothing", null)).rejects.toMatchObject({ problem: "missing" });
  });

  test("D7 what waits and what failed is counted, and nothing is said to be sent without a mail server", async () => {
    expect(await mailState()).toEqual({ isConfigured: false, hasSent: false, isStuck: false, waiting: 0, failed: [] });
    await queueTestMail();
    await queueTestMail({ recipient: "nobody" });
    expect(await mailState()).toMatchObject({ waiting: 2, failed: [] });
    await smtp();
    expect(await mailState()).toMatchObject({ waiting: 0, failed: [{ recipient: "nobody" }] });
  });
});

describe("Mail: the mailer at work", () => {
  const stops: (() => Promise<void>)[] = [];
  const start = () => {
    const mailer = startMailer({ carry: smtpCarrier(mailbox.url) });
    stops.push(mailer.stop);
    return mailer;
  };
  // Stops the regular looks, unless a test lets time pass.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true }));
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    vi.useRealTimers();
  });

  /** Starts a mailer and waits until it has found nothing more to do. */
  const startIdle = async () => {
    await queueTestMail({ recipient: "first@example.org" });
    start();
    while ((await onlyMail()).status !== "sent") await setImmediate();
    await allMails(); // comes after the mailer's own look
  };

  test("D33 a mail goes out as soon as its change is stored, without anyone asking", async () => {
    await startIdle();
    await db.transaction().execute((tx) => queueMail(tx, resetMail));
    expect(await mailbox.mailTo("reader@example.org")).toMatchObject({ text: resetMail.body });
  });

  test("D7 a failed mail goes out as soon as the admin says so", async () => {
    await startIdle();
    await db.updateTable("mails").set({ status: "failed", recipient: "reader@example.org" }).execute();
    await retryMail((await onlyMail()).id);
    await mailbox.mailTo("reader@example.org");
  });

  test("Mail: what another process queued is found by looking from time to time", async () => {
    await startIdle();
    const { createdAt: nextAttemptAt } = await onlyMail();
    await db.updateTable("mails").set({ status: "queued", recipient: "reader@example.org", nextAttemptAt }).execute();
    vi.advanceTimersByTime(5_000);
    await mailbox.mailTo("reader@example.org");
  });

  test("Mail: what waited for a later attempt goes out when the site starts again, what is held back does not", async () => {
    await queueTestMail();
    const tomorrow = new Date(Date.now() + DAY).toISOString();
    await db.updateTable("mails").set({ nextAttemptAt: tomorrow, attempts: 3 }).execute();
    await queueMail(db, { ...resetMail, recipient: "later@example.org" }, { id: "held", notBefore: tomorrow });
    start();
    await mailbox.mailTo("reader@example.org");
    const waiting = db.selectFrom("mails").selectAll().where("id", "=", "held");
    expect(await waiting.executeTakeFirst()).toMatchObject({ status: "queued", attempts: 0, nextAttemptAt: tomorrow });
  });

  test("Mail: stopping lets the mail in flight arrive, begins no other, and a later start goes on", async () => {
    const arrived = createEvent();
    const released = createEvent();
    mailbox.behaviour.onMessage = () => {
      arrived.resolve();
      return released.promise;
    };
    await queueTestMail();
    await queueTestMail({ recipient: "second@example.org" });
    const mailer = start();
    await arrived.promise;
    const stopped = mailer.stop();
    released.resolve();
    await stopped;
    expect((await allMails()).map(({ status }) => status).sort()).toEqual(["queued", "sent"]);
    expect(mailbox.accepted).toHaveLength(1);

    await queueTestMail({ recipient: "third@example.org" });
    expect(mailbox.accepted).toHaveLength(1);
    start();
    await mailbox.mailTo("second@example.org");
    await mailbox.mailTo("third@example.org");
    expect(mailbox.accepted).toHaveLength(3);
  });
});
