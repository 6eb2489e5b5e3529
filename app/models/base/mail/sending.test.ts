import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { db, migrate } from "~/db.server";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { type Carrier, smtpCarrier } from "~/services/mailer.server";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/stored-times";
import { openDatabase } from "../../../../test/support/database";
import { allMails, onlyMail, queueTestMail, resetMail } from "../../../../test/support/mail-queue";
import { createEvent, type Mailbox, refusal, resetMailbox, startMailbox } from "../../../../test/support/mailbox";
import { queueMail, retryMail } from "./queue.server";
import { type SendOptions, sendDue } from "./sending.server";
import { submissionApprovedMail, submissionRejectedMail } from "./texts.server";

/** The time that a process has for a mail before another process may take it. */
const CLAIM_MS = 68_000;

let mailbox: Mailbox;
/** The time, which tests move forward. A mail queued in a test is due from the beginning. */
let now: Date;
const clock = () => now;
const advance = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const sendBySmtp = (options: SendOptions = {}) => sendDue({ clock, carry: smtpCarrier(mailbox.url), ...options });

const failedMails = async () =>
  (await allMails())
    .filter(({ status }) => status === "failed")
    .map(({ lastError, ...mail }) => ({ ...mail, reason: lastError ?? "" }));

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

describe("Mail: over SMTP", () => {
  test("AC19 a mail arrives complete with its sender, and is sent once", async () => {
    await queueTestMail();
    await sendBySmtp();
    await sendBySmtp();
    advance(DAY_MS);
    await sendBySmtp();
    expect(mailbox.accepted).toHaveLength(1);
    const { id } = await onlyMail();
    expect(mailbox.accepted[0]).toMatchObject({
      from: "no-reply@localhost",
      to: "reader@example.org",
      text: resetMail.body,
    });
    expect(mailbox.accepted[0]?.headers).toMatchObject({
      from: "Longevity Leaders <no-reply@localhost>",
      to: "reader@example.org",
      subject: "Reset your password",
      "message-id": `<${id}@localhost>`,
      "auto-submitted": "auto-generated",
      "content-type": "text/plain; charset=utf-8",
    });
    expect(await onlyMail()).toMatchObject({ status: "sent", attempts: 1, lastError: null });
  });

  test("Mail: any script, dots at the start of a line and long lines arrive unchanged", async () => {
    const body = `.\n..\nZoë Škoda, 山中伸弥, 🦄\n. \n=20 =\n${"long line ".repeat(300)}\n`;
    await queueTestMail({ body, subject: "Zoë Škoda — 山中伸弥 🦄 = ?= and a rather long ending of the subject" });
    await sendBySmtp();
    expect(mailbox.accepted[0]?.text).toBe(body);
    expect(mailbox.accepted[0]?.headers.subject).toBe(
      "Zoë Škoda — 山中伸弥 🦄 = ?= and a rather long ending of the subject",
    );
  });

  test("Mail: a mail waits until it is due, and the mail that waited longest is sent first", async () => {
    await queueTestMail({ recipient: "later@example.org" });
    await db
      .updateTable("mails")
      .set({ nextAttemptAt: new Date(now.getTime() + MINUTE_MS).toISOString() })
      .execute();
    await queueTestMail({ recipient: "first@example.org" });
    await sendBySmtp();
    expect(mailbox.accepted.map(({ to }) => to)).toEqual(["first@example.org"]);
    advance(MINUTE_MS);
    await sendBySmtp();
    expect(mailbox.accepted.map(({ to }) => to)).toEqual(["first@example.org", "later@example.org"]);
  });

  const decisionMailFor = (name: string, notes = "") => ({
    ...(notes
      ? submissionRejectedMail({
          siteName: "Site",
          expertName: name,
          isChange: false,
          notes,
          link: "https://s.example/my",
        })
      : submissionApprovedMail({
          siteName: "Site",
          expertName: name,
          isChange: false,
          link: `https://s.example/${name}`,
        })),
    recipient: "many@example.org",
  });
  const dueIn = (seconds: number) => ({ notBefore: new Date(now.getTime() + seconds * 1000).toISOString() });

  test("MO05 decisions about several submissions of one person arrive as one mail, when the last of them may be sent", async () => {
    await queueMail(db, decisionMailFor("Ann"), dueIn(0));
    await queueMail(db, decisionMailFor("Bo"), dueIn(20));
    await queueMail(db, decisionMailFor("Cy", "No source."), dueIn(40));
    await queueMail(db, { ...decisionMailFor("Di"), recipient: "other@example.org" }, dueIn(0));
    await sendBySmtp();
    expect(mailbox.accepted.map(({ to }) => to)).toEqual(["other@example.org"]);
    advance(39_000);
    await sendBySmtp();
    expect(mailbox.accepted).toHaveLength(1);
    advance(1_000);
    await sendBySmtp();
    expect(mailbox.accepted).toHaveLength(2);
    const { headers, text } = mailbox.accepted[1] ?? {};
    expect(headers?.subject).toBe("3 of your submissions were decided");
    for (const part of [
      "“Ann” was approved",
      "https://s.example/Bo",
      "“Cy” was reviewed and not accepted",
      "> No source.",
    ])
      expect(text).toContain(part);
    expect(text?.match(/Thank you for your contribution/g)).toHaveLength(1);
    expect(text?.match(/^Hello,$/gm)).toHaveLength(1);
    expect((await allMails()).map(({ status }) => status)).toEqual(["sent", "sent"]);
  });

  test("MO05 a decision waits for others for a quarter of an hour, and then no longer", async () => {
    await queueMail(db, decisionMailFor("Ann"), dueIn(0));
    for (const [name, minutes] of [
      ["Bo", 14],
      ["Cy", 11],
    ] as const) {
      await queueMail(db, decisionMailFor(name), dueIn(minutes * 60));
      await sendBySmtp();
      expect(mailbox.accepted).toEqual([]);
      advance(minutes * MINUTE_MS);
    }
    await queueMail(db, decisionMailFor("Di"), dueIn(10 * 60));
    await sendBySmtp();
    expect(mailbox.accepted.map(({ headers }) => headers.subject)).toEqual(["3 of your submissions were decided"]);
    // A mail that was tried before may have arrived, so it is repeated as it was.
    advance(10 * MINUTE_MS);
    await queueMail(db, decisionMailFor("Ed"), { id: "tried", ...dueIn(0) });
    await db.updateTable("mails").set({ attempts: 1 }).where("id", "=", "tried").execute();
    await sendBySmtp();
    expect(mailbox.accepted.slice(1).map(({ headers }) => headers.subject)).toEqual(
      Array(2).fill("Your submission is published"),
    );
  });

  test.each(["recipient", "message"])(
    "Mail: a mail deferred (451) at the %s is tried again later, and other mails are sent meanwhile",
    async (where) => {
      const defer = (address: string) => {
        if (address === "reader@example.org") throw refusal(451, "try again later");
      };
      const readDeferredMail = async () =>
        (await allMails()).find(({ recipient }) => recipient === "reader@example.org");
      mailbox.behaviour = where === "recipient" ? { onRecipient: defer } : { onMessage: ({ to }) => defer(to) };
      await queueTestMail();
      await queueTestMail({ recipient: "other@example.org" });
      await sendBySmtp();
      expect(mailbox.accepted.map(({ to }) => to)).toEqual(["other@example.org"]);
      expect(await readDeferredMail()).toMatchObject({ status: "queued", attempts: 1 });
      expect((await readDeferredMail())?.lastError).toContain("451 try again later");

      mailbox.behaviour = {};
      await sendBySmtp();
      expect(mailbox.accepted).toHaveLength(1);
      advance(15_000);
      await sendBySmtp();
      expect(mailbox.accepted.map(({ to }) => to)).toEqual(["other@example.org", "reader@example.org"]);
      expect(await readDeferredMail()).toMatchObject({ status: "sent", attempts: 2, lastError: null });
    },
  );

  test("Mail: up to 8 attempts follow at growing intervals; then an admin decides", async () => {
    mailbox.behaviour.onRecipient = () => {
      throw refusal(451, "not today");
    };
    await queueTestMail();
    const waits: number[] = [];
    for (;;) {
      await sendBySmtp();
      const { status, nextAttemptAt } = await onlyMail();
      if (status === "failed") break;
      const wait = new Date(nextAttemptAt).getTime() - now.getTime();
      waits.push(wait);
      advance(wait - 1);
      await sendBySmtp(); // A moment too early
      advance(1);
    }
    expect(waits).toEqual([15_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 6 * HOUR_MS]);
    expect(mailbox.connections).toBe(8);
    advance(30 * DAY_MS);
    await sendBySmtp();
    expect(mailbox.connections).toBe(8);
    expect(await failedMails()).toMatchObject([{ attempts: 8, reason: "The mail server deferred it: 451 not today" }]);
  });

  test.each(["recipient", "message"])(
    "Mail: a mail refused permanently (550) at the %s is not tried again",
    async (where) => {
      const refuse = () => {
        throw refusal(550, "no such user");
      };
      mailbox.behaviour = where === "recipient" ? { onRecipient: refuse } : { onMessage: refuse };
      await queueTestMail();
      await sendBySmtp();
      mailbox.behaviour = {};
      advance(DAY_MS);
      await sendBySmtp();
      expect(mailbox.accepted).toEqual([]);
      expect(await failedMails()).toMatchObject([
        { attempts: 1, reason: "The mail server refused it: 550 no such user" },
      ]);
    },
  );

  test.each(["in the middle of the message", "after the message, without an answer"])(
    "Mail: a mail whose connection breaks %s is sent again as the same message",
    async (when) => {
      const messageIds: string[] = [];
      mailbox.behaviour = when.startsWith("in")
        ? { onFirstBytes: (drop) => drop() }
        : {
            onMessage: ({ headers }, drop) => {
              messageIds.push(headers["message-id"] ?? "");
              drop();
              throw refusal(451, "said to nobody");
            },
          };
      await queueTestMail();
      await sendBySmtp();
      expect(await onlyMail()).toMatchObject({ status: "queued", attempts: 1 });

      mailbox.behaviour = {};
      advance(15_000);
      await sendBySmtp();
      expect(await onlyMail()).toMatchObject({ status: "sent", attempts: 2 });
      expect(mailbox.accepted).toHaveLength(1);
      for (const id of messageIds) expect(id).toBe(mailbox.accepted[0]?.headers["message-id"]);
    },
  );

  test("Mail: while the server is down only one mail is tried, and all are sent once it is back", async () => {
    const stoppedServer = await startMailbox();
    await stoppedServer.stop();
    for (const recipient of ["a@example.org", "b@example.org", "c@example.org"]) await queueTestMail({ recipient });
    const round = { carry: smtpCarrier(stoppedServer.url) };
    await sendBySmtp(round);
    expect((await allMails()).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1]);
    expect((await allMails()).map(({ lastError }) => lastError).join()).toContain("ECONNREFUSED");

    const restartedServer = await startMailbox({ port: stoppedServer.port });
    onTestFinished(() => restartedServer.stop());
    advance(15_000);
    await sendBySmtp(round);
    expect(restartedServer.accepted.map(({ to }) => to).sort()).toEqual([
      "a@example.org",
      "b@example.org",
      "c@example.org",
    ]);
    await sendBySmtp(round);
    expect(restartedServer.accepted).toHaveLength(3);
  });

  test("Mail: a failed login at the mail server fails no mail permanently", async () => {
    await queueTestMail();
    await sendBySmtp({ carry: smtpCarrier(mailbox.url.replace("//", "//user:wrong@")) });
    expect(await onlyMail()).toMatchObject({ status: "queued", attempts: 1 });
    expect(mailbox.accepted).toEqual([]);
  });

  test("Mail: mail to a server on this machine is encrypted if possible, with any certificate", async () => {
    vi.mocked(console.error).mockImplementation(() => {}); // The warning about the certificate
    const encryptingServer = await startMailbox({ startTls: true });
    onTestFinished(() => encryptingServer.stop());
    vi.mocked(console.error).mockClear();
    await queueTestMail();
    await sendBySmtp({ carry: smtpCarrier(encryptingServer.url) });
    expect(encryptingServer.accepted).toHaveLength(1);
    expect(encryptingServer.encryptedConnections).toBe(1);
  });

  test("Mail: a mail abandoned before the end of its message is tried again; after the end an admin decides", async () => {
    for (const [step, status] of [
      ["onRecipient", "queued"],
      ["onMessage", "failed"],
    ] as const) {
      await db.deleteFrom("mails").execute();
      await queueTestMail();
      const hurry = new AbortController();
      const released = createEvent();
      mailbox.behaviour = {
        [step]: () => {
          hurry.abort();
          return released.promise;
        },
      };
      await sendBySmtp({ hurry: hurry.signal });
      released.resolve();
      expect(await onlyMail(), step).toMatchObject({ status });
    }
    expect((await failedMails())[0]?.reason).toContain("Send it again only if it did not arrive");
  });
});

describe("Mail: never twice", () => {
  /** Opens the same database as another process. */
  const openElsewhere = async () => {
    const otherEngine = await openDatabase(env.DATA_DIR);
    onTestFinished(() => otherEngine.close());
    return otherEngine.db;
  };

  test("Mail: many mailers on one database send each mail once", async () => {
    const recipients = Array.from({ length: 12 }, (_, n) => `reader${n}@example.org`);
    for (const recipient of recipients) await queueTestMail({ recipient });
    const otherDatabase = await openElsewhere();
    await Promise.all([
      sendBySmtp(),
      sendBySmtp({ database: otherDatabase }),
      sendBySmtp(),
      sendBySmtp({ database: otherDatabase }),
    ]);
    expect(mailbox.accepted.map(({ to }) => to).sort()).toEqual([...recipients].sort());
    expect((await allMails()).every(({ status, attempts }) => status === "sent" && attempts === 1)).toBe(true);
  });

  test("Mail: while one process sends a mail, no other takes it", async () => {
    const arrived = createEvent();
    const released = createEvent();
    mailbox.behaviour.onMessage = () => {
      arrived.resolve();
      return released.promise;
    };
    await queueTestMail();
    const firstRound = sendBySmtp();
    await arrived.promise;
    advance(10 * MINUTE_MS);
    await sendBySmtp({ database: await openElsewhere() });
    expect(mailbox.connections).toBe(1);
    released.resolve();
    await firstRound;
    expect(await onlyMail()).toMatchObject({ status: "sent", attempts: 1 });
  });

  /** Simulates a process that is killed while it sends: its calls never return, and it writes nothing more. */
  const sendAndDie = (at: "before the end" | "after the end") =>
    new Promise<void>((markDead) => {
      const carry: Carrier = async (_, { beforeEnd }) => {
        if (at === "after the end") await beforeEnd();
        markDead();
        await new Promise(() => {});
      };
      void sendDue({ clock, carry });
    });

  test("Mail: a mail whose process was killed before the end of the message is sent by the next process, once the claim has expired", async () => {
    await queueTestMail();
    await sendAndDie("before the end");
    expect((await onlyMail()).status).toBe("sending");
    advance(CLAIM_MS - 1);
    await sendBySmtp();
    expect(mailbox.accepted).toEqual([]);
    advance(1);
    await sendBySmtp();
    expect(mailbox.accepted).toHaveLength(1);
    expect(await onlyMail()).toMatchObject({ status: "sent", attempts: 2 });
  });

  test("Mail: a mail whose process was killed after the end of the message is not sent again unless an admin asks for it", async () => {
    await queueTestMail();
    await sendAndDie("after the end");
    expect((await onlyMail()).status).toBe("handedOver");
    advance(DAY_MS);
    await sendBySmtp();
    expect(mailbox.accepted).toEqual([]);
    const [mail] = await failedMails();
    expect(mail?.reason).toContain("it may have arrived");

    await retryMail(mail?.id ?? "");
    await sendBySmtp();
    expect(mailbox.accepted[0]?.headers["message-id"]).toBe(`<${mail?.id}@localhost>`);
  });

  test("Mail: a mail that kills the process each time is tried at most 8 times", async () => {
    await queueTestMail();
    for (let n = 0; n < 8; n++) {
      await sendAndDie("before the end");
      advance(CLAIM_MS);
    }
    await sendBySmtp();
    expect(mailbox.connections).toBe(0);
    expect(await failedMails()).toMatchObject([{ attempts: 8, reason: expect.stringContaining("site stopped") }]);
  });

  /**
   * Simulates a process that sleeps past its claim while `meanwhile` runs; returns whether it may end its message
   * then.
   */
  async function mayEndAfter(meanwhile: () => Promise<void>): Promise<boolean> {
    let mayEnd = true;
    const carry: Carrier = async (_, { beforeEnd }) => {
      advance(CLAIM_MS);
      await meanwhile();
      await beforeEnd().catch((error) => {
        mayEnd = false;
        throw error;
      });
    };
    await sendDue({ clock, carry });
    return mayEnd;
  }

  test("Mail: a process that slept past its claim does not complete a mail that another process sent", async () => {
    await queueTestMail();
    expect(await mayEndAfter(async () => sendBySmtp({ database: await openElsewhere() }))).toBe(false);
    expect(mailbox.accepted).toHaveLength(1);
    expect(await onlyMail()).toMatchObject({ status: "sent", attempts: 2 });
  });

  test("Mail: a process that slept past its claim does not complete a mail that another process is sending", async () => {
    await queueTestMail();
    const arrived = createEvent();
    const carry: Carrier = () => {
      arrived.resolve();
      return new Promise(() => {});
    };
    const takeOver = async () => {
      void sendDue({ clock, carry, database: await openElsewhere() });
      return arrived.promise;
    };
    expect(await mayEndAfter(takeOver)).toBe(false);
    expect(await onlyMail()).toMatchObject({ status: "sending", attempts: 2 });
  });

  test("Mail: a process that slept past its claim does not complete a mail that was abandoned", async () => {
    await queueTestMail();
    await db.updateTable("mails").set({ attempts: 7 }).execute();
    expect(await mayEndAfter(async () => sendBySmtp({ database: await openElsewhere() }))).toBe(false);
    expect(await onlyMail()).toMatchObject({ status: "failed", attempts: 8 });
  });

  test("Mail: a success that comes after the mail was abandoned still counts", async () => {
    await queueTestMail();
    const carry: Carrier = async (_, { beforeEnd }) => {
      await beforeEnd();
      advance(DAY_MS);
      await sendBySmtp({ database: await openElsewhere() });
      expect((await onlyMail()).status).toBe("failed");
    };
    await sendDue({ clock, carry });
    expect(await onlyMail()).toMatchObject({ status: "sent", lastError: null });
    expect(mailbox.accepted).toEqual([]);
  });
});

describe("Mail: secrets", () => {
  test("Mail: logs and reasons contain neither links nor people's addresses", async () => {
    const logLines: unknown[] = [];
    const levels = ["info", "warn", "error"] as const;
    const spies = levels.map((level) => vi.spyOn(log, level).mockImplementation((...line) => void logLines.push(line)));
    onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
    mailbox.behaviour.onMessage = ({ text }) => {
      throw refusal(550, `spam: ${text.replace(/\s+/g, " ")} for reader@example.org`);
    };
    await queueTestMail();
    await sendBySmtp();
    mailbox.behaviour = {};
    await retryMail((await onlyMail()).id);
    now = new Date(Date.now() + 1000);
    expect((await onlyMail()).lastError).toContain("[link]");
    expect((await onlyMail()).lastError).not.toContain("s3cret");
    await sendBySmtp();
    expect(logLines).toHaveLength(2);
    expect(JSON.stringify(logLines)).not.toMatch(/s3cret|reader@|life\.example/);
  });
});
