import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { databasePath, db, migrate, type UserRow } from "~/db.server";
import { env } from "~/env.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { mailForAdmin, mailState, retryFailedMail } from "~/models/whole/mail/admin.server";
import { outboxCarrier, smtpCarrier } from "~/services/mailer.server";
import { DAY_MS } from "~/stored-times";
import { allMails, onlyMail, queueTestMail, resetMail } from "../../../../test/support/mail-queue";
import { createEvent, type Mailbox, refusal, resetMailbox, startMailbox } from "../../../../test/support/mailbox";
import { addMember, withRecentSignIn } from "../../../../test/support/members";
import { removeOldMails, startMailer } from "./loop.server";
import { cancelMail, queueMail, retryMail } from "./queue.server";
import { decisionMail } from "./second-thoughts.server";
import { sendDue } from "./sending.server";

let mailbox: Mailbox;
/** The time, which tests move forward. A mail queued in a test is due from the beginning. */
let now: Date;
const clock = () => now;
const advance = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const sendBySmtp = () => sendDue({ clock, carry: smtpCarrier(mailbox.url) });

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

describe("Mail: the queue", () => {
  test("Mail: a mail is stored with its change, and discarded with it", async () => {
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

  test("Mail: an invalid recipient does not fail the change, is never sent to a server, and is shown to admins", async () => {
    const invalidRecipients = [
      "nobody",
      "a@example.org, b@example.org",
      "a@example.org\r\nBcc: b@example.org",
      "a@example.org>\r\nRCPT TO:<b@example.org",
      '"Reader" <a@example.org>',
      `${"a".repeat(250)}@example.org`,
      "",
    ];
    for (const recipient of invalidRecipients) await queueTestMail({ recipient });
    await queueTestMail();
    await sendBySmtp();
    expect(mailbox.accepted.map(({ to }) => to)).toEqual(["reader@example.org"]);
    expect(mailbox.connections).toBe(1);
    expect((await mailState()).failed).toHaveLength(invalidRecipients.length);
    expect((await mailState()).failed[0]).toMatchObject({
      attempts: 1,
      lastError: "This is not the address of a mailbox.",
    });
  });

  test("Mail: line breaks and encoded words in a subject cannot add a header, in the queue or when sent", async () => {
    await queueTestMail({ subject: "=?utf-8?q?Hello=0D=0ABcc:?= all" });
    expect((await onlyMail()).subject).toBe("= ?utf-8?q?Hello=0D=0ABcc:?= all");
    await db.deleteFrom("mails").execute();
    await queueTestMail({ subject: "Hello\r\nBcc: all@example.org\n\nbody" });
    expect((await onlyMail()).subject).toBe("Hello Bcc: all@example.org body");
    // The sender does not rely on the stored subject being clean.
    await db.updateTable("mails").set({ subject: "Hello\r\nBcc: all@example.org\n\nbody" }).execute();
    await sendBySmtp();
    const { headers, raw, text } = await mailbox.mailTo(resetMail.recipient);
    expect(raw).not.toMatch(/^bcc:/im);
    expect(headers.subject).toContain("Hello");
    expect(text).toBe(resetMail.body);
  });
});

describe("D7 failed mails for the admin", () => {
  test("D7 are listed without their text, newest first, and are sent again when an admin asks for it", async () => {
    mailbox.behaviour.onRecipient = () => {
      throw refusal(550, "mailbox full");
    };
    await queueTestMail();
    await sendBySmtp();
    const [failedMail] = (await mailState()).failed;
    expect(failedMail).toEqual({
      id: (await onlyMail()).id,
      recipient: "reader@example.org",
      subject: "Reset your password",
      attempts: 1,
      createdAt: (await onlyMail()).createdAt,
      lastError: "The mail server refused it: 550 mailbox full",
    });
    mailbox.behaviour = {};
    await retryFailedMail(asAdmin(await addMember({ role: "admin" })), { id: failedMail?.id });
    expect((await mailState()).failed).toEqual([]);
    expect(await onlyMail(), "has all its attempts again").toMatchObject({ status: "queued", attempts: 0 });
    // The audit log outlives the account, so it does not name the recipient.
    const auditLines = JSON.stringify(
      await db.selectFrom("auditLog").selectAll().where("action", "=", "mail retried").execute(),
    );
    expect([auditLines.includes("Reset your password"), auditLines.includes("reader@example.org")]).toEqual([
      true,
      false,
    ]);
    now = new Date(Date.now() + 1000);
    await sendBySmtp();
    expect(mailbox.accepted).toHaveLength(1);
  });

  test("D7 only a failed mail can be sent again, not a waiting, sent or unknown one", async () => {
    await queueTestMail();
    const { id } = await onlyMail();
    const missingProblem = { problem: "missing" };
    await expect(retryMail(id)).rejects.toMatchObject(missingProblem);
    await sendBySmtp();
    await expect(retryMail(id)).rejects.toMatchObject(missingProblem);
    await expect(retryMail("nothing")).rejects.toMatchObject(missingProblem);
    await sendBySmtp();
    expect(mailbox.accepted).toHaveLength(1);
  });

  test("Mail: a waiting mail can be cancelled, a sent one cannot", async () => {
    await queueTestMail();
    await sendBySmtp();
    const { id } = await onlyMail();
    expect([await cancelMail(db, id), (await onlyMail()).status]).toEqual([false, "sent"]);
    await queueMail(db, resetMail, { id: "waiting" });
    expect([await cancelMail(db, "waiting"), (await onlyMail()).id]).toEqual([true, id]);
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
    const from = { name: 'Zoë "Zo" \\ Co', address: "zoe@life.example" };
    const letter = {
      ...resetMail,
      id,
      from,
      to: "zoe@example.org",
      writtenAt: new Date(createdAt),
      messageId: "<1@life>",
    };
    await outboxCarrier(outbox)(letter, { beforeEnd: async () => {} });
    expect(readFileSync(join(outbox, name), "utf8")).toContain('\nFrom: "Zoë \\"Zo\\" \\\\ Co" <zoe@life.example>\n');
  });

  test("Mail: other users of the machine cannot read the outbox, and it contains no incomplete files", async () => {
    await queueTestMail();
    await sendDue({ clock });
    expect(statSync(outbox).mode & 0o777).toBe(0o700);
    for (const file of files()) expect(statSync(join(outbox, file)).mode & 0o777).toBe(0o600);
    expect(files().every((file) => file.endsWith(".eml") && !file.startsWith("."))).toBe(true);
  });

  test("Mail: a mail written again after a crash replaces its file, and files sort by time", async () => {
    await queueTestMail();
    await sendDue({ clock });
    const formerFiles = files();
    const interruptedState = { status: "sending", nextAttemptAt: now.toISOString(), body: resetMail.body } as const;
    await db.updateTable("mails").set(interruptedState).execute();
    await sendDue({ clock });
    expect(files()).toEqual(formerFiles);
    expect((await onlyMail()).status).toBe("sent");

    await db.deleteFrom("mails").execute();
    vi.useFakeTimers({ now: now.getTime() + DAY_MS, toFake: ["Date"] });
    await queueTestMail();
    vi.useRealTimers();
    advance(2 * DAY_MS);
    await sendDue({ clock });
    expect(files().at(-1)).toContain((await onlyMail()).id);
  });

  test("Mail: a mail waits, with the reason, if the outbox cannot be written", async () => {
    await queueTestMail();
    const { id, createdAt } = await onlyMail();
    const name = `${createdAt.replace(/[:.]/g, "-")}-${id}.eml`;
    mkdirSync(join(outbox, name), { recursive: true }); // A folder takes the place of the file
    await sendDue({ clock });
    expect(await onlyMail()).toMatchObject({ status: "queued", attempts: 1 });
    expect((await onlyMail()).lastError).toContain("It could not be handed over");
  });
});

describe("Mail: privacy", () => {
  test("Mail: the text of a mail is erased from the database once it is sent", async () => {
    await queueTestMail();
    await sendBySmtp();
    await queueTestMail({ recipient: "waiting@example.org" });
    expect((await allMails()).map(({ body }) => body)).toEqual(["", resetMail.body]);
    // Compares a part of the text that occurs in no other mail.
    const [token] = /s3cret-\S+/.exec(resetMail.body) ?? [];
    await db.updateTable("mails").set({ status: "sent" }).execute();
    await removeOldMails(now);
    await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
    expect(readFileSync(databasePath, "latin1")).not.toContain(token);
  });

  test.each([
    ["a mail", {}],
    ["the mail of a decision", { id: decisionMail("0123456789abcdef", "2026-05-03T14:05:30.000Z").id }],
  ])("Mail: %s and its file in the outbox are deleted after 90 days; waiting mails stay", async (_, options) => {
    const outbox = join(env.DATA_DIR, "outbox");
    const outboxFiles = async () => {
      const { id } = await onlyMail();
      return readdirSync(outbox).filter((name) => name.includes(id));
    };
    await queueMail(db, resetMail, options);
    await sendDue({ clock });
    const [file = ""] = await outboxFiles();
    const unfinishedFile = `.${file.replace(/(\w{16}|\d{13})\.eml$/, "0123456789abcdeg.eml")}.tmp`;
    writeFileSync(join(outbox, unfinishedFile), "To: somebody@example.org");
    await removeOldMails(new Date(now.getTime() + 89 * DAY_MS));
    expect(readdirSync(outbox)).toContain(file);
    expect(readdirSync(outbox)).not.toContain(unfinishedFile);
    await queueTestMail({ recipient: "waiting@example.org" });
    await removeOldMails(new Date(now.getTime() + 91 * DAY_MS));
    expect(readdirSync(outbox)).not.toContain(file);
    expect((await allMails()).map(({ recipient }) => recipient)).toEqual(["waiting@example.org"]);
    await db.updateTable("mails").set({ status: "failed" }).execute();
    await removeOldMails(new Date(now.getTime() + 91 * DAY_MS));
    expect(await allMails()).toEqual([]);
  });
});

describe("Mail: for admins", () => {
  const admin = asAdmin({ id: "admin", role: "admin" } as UserRow);

  test("D7 admins can read mails in the outbox", async () => {
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
    rmSync(join(env.DATA_DIR, "outbox"), { recursive: true });
    expect(await mailForAdmin(admin, id, withRecentSignIn(admin))).toMatchObject({
      text: null,
      note: expect.stringContaining("deleted"),
    });
    await expect(mailForAdmin(admin, "nothing", null)).rejects.toMatchObject({ problem: "missing" });
  });

  test("D7 counts waiting and failed mails, and reports none as sent without a mail server", async () => {
    expect(await mailState()).toEqual({ isConfigured: false, hasSent: false, isStuck: false, waiting: 0, failed: [] });
    await queueTestMail();
    await queueTestMail({ recipient: "nobody" });
    expect(await mailState()).toMatchObject({ waiting: 2, failed: [] });
    await sendBySmtp();
    expect(await mailState()).toMatchObject({ waiting: 0, failed: [{ recipient: "nobody" }] });
  });
});

describe("Mail: the running mailer", () => {
  const stops: (() => Promise<void>)[] = [];
  const start = () => {
    const mailer = startMailer({ carry: smtpCarrier(mailbox.url) });
    stops.push(mailer.stop);
    return mailer;
  };
  // Stops the regular rounds, unless a test lets time pass.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true }));
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    vi.useRealTimers();
  });

  /** Starts a mailer, and waits until it has nothing more to do. */
  const startIdle = async () => {
    await queueTestMail({ recipient: "first@example.org" });
    start();
    while ((await onlyMail()).status !== "sent") await setImmediate();
    await allMails(); // Runs after the mailer's own query
  };

  test("D33 a mail is sent as soon as its change is stored", async () => {
    await startIdle();
    await db.transaction().execute((tx) => queueMail(tx, resetMail));
    expect(await mailbox.mailTo("reader@example.org")).toMatchObject({ text: resetMail.body });
  });

  test("D7 a failed mail is sent as soon as an admin asks for it", async () => {
    await startIdle();
    await db.updateTable("mails").set({ status: "failed", recipient: "reader@example.org" }).execute();
    await retryMail((await onlyMail()).id);
    await mailbox.mailTo("reader@example.org");
  });

  test("Mail: a mail that another process queued is sent in the next regular round", async () => {
    await startIdle();
    const { createdAt: nextAttemptAt } = await onlyMail();
    await db.updateTable("mails").set({ status: "queued", recipient: "reader@example.org", nextAttemptAt }).execute();
    vi.advanceTimersByTime(5_000);
    await mailbox.mailTo("reader@example.org");
  });

  test("Mail: a restart sends mails that wait for another attempt, but not those that are delayed on purpose", async () => {
    await queueTestMail();
    const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
    await db.updateTable("mails").set({ nextAttemptAt: tomorrow, attempts: 3 }).execute();
    await queueMail(db, { ...resetMail, recipient: "later@example.org" }, { id: "held", notBefore: tomorrow });
    start();
    await mailbox.mailTo("reader@example.org");
    const waitingMail = db.selectFrom("mails").selectAll().where("id", "=", "held");
    expect(await waitingMail.executeTakeFirst()).toMatchObject({
      status: "queued",
      attempts: 0,
      nextAttemptAt: tomorrow,
    });
  });

  test("Mail: a stop lets the mail that is being sent arrive and begins no other; a later start continues", async () => {
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
