/** Kills and restarts the real server while it sends to a real mail server. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../../test/support/database";
import { makeEmptyDirectory } from "../../../../test/support/empty-directory";
import { type Mailbox, startMailbox } from "../../../../test/support/mailbox";
import { type Site, startSite } from "../../../../test/support/site";

interface MailSite {
  mailbox: Mailbox;
  start(): Promise<Site>;
  queue(recipient: string): Promise<void>;
  /** Statuses by recipient. */
  statuses(): Promise<Record<string, string>>;
  /** Lets the claims of a dead process expire. */
  expireClaims(): Promise<void>;
}

async function createMailSite(): Promise<MailSite> {
  const dataDir = mkdtempSync(join(tmpdir(), "longevity-mails-"));
  await makeEmptyDirectory(dataDir);
  const { db, close } = await openDatabase(dataDir);
  const mailbox = await startMailbox();
  const env = { SMTP_URL: mailbox.url, SITE_URL: "https://life.example", MAIL_FROM: "Long Life <mail@life.example>" };
  onTestFinished(async () => {
    await close();
    await mailbox.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    mailbox,
    start: () => startSite({ dataDir, env }),
    async queue(recipient) {
      const now = new Date().toISOString();
      const mail = { id: `id-${recipient.split("@")[0]}`, kind: "test", subject: "Test", body: "Hello\n", recipient };
      const queueFields = { status: "queued", attempts: 0, nextAttemptAt: now, createdAt: now } as const;
      await db
        .insertInto("mails")
        .values({ ...mail, ...queueFields, lastError: null, sentAt: null })
        .execute();
    },
    async statuses() {
      const rows = await db.selectFrom("mails").select(["recipient", "status"]).execute();
      return Object.fromEntries(rows.map(({ recipient, status }) => [recipient, status]));
    },
    async expireClaims() {
      const past = new Date(0).toISOString();
      await db.updateTable("mails").set({ nextAttemptAt: past }).where("status", "!=", "sent").execute();
    },
  };
}

/** Resolves when the mail server has reached that point of a mail. The mail server then answers nothing more about the mail. */
function stallAt(mailbox: Mailbox, point: "onRecipient" | "onMessage"): Promise<void> {
  return new Promise((reached) => {
    mailbox.behaviour[point] = () => {
      reached();
      return new Promise(() => {});
    };
  });
}

async function kill(site: Site): Promise<void> {
  process.kill(site.pid, "SIGKILL");
  await expect(site.stop()).rejects.toThrow("ended with code null");
}

test("Mail: a mail is sent once if kill -9 came before the mail server had the message", async () => {
  const { mailbox, start, queue, statuses, expireClaims } = await createMailSite();
  const stalled = stallAt(mailbox, "onRecipient");
  await queue("a@example.org");
  const killedSite = await start();
  await stalled;
  await kill(killedSite);
  expect(await statuses()).toEqual({ "a@example.org": "sending" });

  mailbox.behaviour = {};
  await expireClaims();
  const site = await start();
  expect(await mailbox.mailTo("a@example.org")).toMatchObject({
    from: "mail@life.example",
    headers: { from: "Long Life <mail@life.example>", "message-id": "<id-a@life.example>" },
  });
  await site.stop();
  expect(await statuses()).toEqual({ "a@example.org": "sent" });
  expect(mailbox.accepted).toHaveLength(1);
});

test("Mail: a mail is not sent again if kill -9 came while the mail server had it, and later mails are sent", async () => {
  const { mailbox, start, queue, statuses, expireClaims } = await createMailSite();
  const stalled = stallAt(mailbox, "onMessage");
  await queue("a@example.org");
  const killedSite = await start();
  await stalled;
  await kill(killedSite);
  expect(await statuses()).toEqual({ "a@example.org": "handedOver" });

  mailbox.behaviour = {};
  await expireClaims();
  await queue("b@example.org");
  const site = await start();
  await mailbox.mailTo("b@example.org");
  await site.stop();
  expect(await statuses()).toEqual({ "a@example.org": "failed", "b@example.org": "sent" });
  expect(mailbox.accepted).toHaveLength(1);
});

test("Mail: SIGTERM lets the mail that is being sent arrive once", async () => {
  const { mailbox, start, queue, statuses } = await createMailSite();
  let answer = () => {};
  const arrived = new Promise<void>((reached) => {
    mailbox.behaviour.onMessage = () => {
      reached();
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
  });
  await queue("a@example.org");
  const site = await start();
  await arrived;
  const stopped = site.stop();
  answer();
  await stopped;
  expect(await statuses()).toEqual({ "a@example.org": "sent" });
  expect(mailbox.accepted).toHaveLength(1);
  expect(mailbox.connections).toBe(1);
});
