import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { db, migrate } from "~/db.server";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { type Carrier, smtpCarrier } from "~/services/mailer.server";
import { openDatabase } from "../../../../test/support/database";
import { allMails, onlyMail, queueTestMail, resetMail } from "../../../../test/support/mail-queue";
import { createEvent, type Mailbox, refusal, resetMailbox, startMailbox } from "../../../../test/support/mailbox";
import { queueMail, retryMail } from "./queue.server";
import { type Round, sendDue } from "./sending.server";
import { submissionApprovedMail, submissionRejectedMail } from "./texts.server";

const MINUTE = 60_000;
/** The time that a process has for a mail before another one takes over. */
const CLAIM = 68_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let mailbox: Mailbox;
/** Moved by the tests; a mail queued in a test is due from its beginning. */
let now: Date;
const clock = () => now;
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const smtp = (round: Round = {}) => sendDue({ clock, carry: smtpCarrier(mailbox.url), ...round });

const failed = async () =>
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
  test("AC19 a mail arrives complete, says where it comes from, and is sent once", async () => {
    await queueTestMail();
    await smtp();
    await smtp();
    pass(DAY);
    await smtp();
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

  test("Mail: any letters, dots at the start of a line and long lines arrive as they were written", async () => {
    const body = `.\n..\nZoë Škoda, 山中伸弥, 🦄\n. \n=20 =\n${"long line ".repeat(300)}\n`;
    await queueTestMail({ body, subject: "Zoë Škoda — 山中伸弥 🦄 = ?= and a rather long ending of the subject" });
    await smtp();
    expect(mailbox.accepted[0]?.text).toBe(body);
    expect(mailbox.accepted[0]?.headers.subject).toBe(
      "Zoë Škoda — 山中伸弥 🦄 = ?= and a rather long ending of the subject",
    );
  });

  test("Mail: a mail that is due later waits, and the one that waited longest goes first", async () => {
    await queueTestMail({ recipient: "later@example.org" });
    await db
      .updateTable("mails")
      .set({ nextAttemptAt: new Date(now.getTime() + MINUTE).toISOString() })
      .execute();
    await queueTestMail({ recipient: "first@example.org" });
    await smtp();
    expect(mailbox.accepted.map(({ to }) => to)).toEqual(["first@example.org"]);
    pass(MINUTE);
    await smtp();
    expect(mailbox.accepted.map(({ to }) => to)).toEqual(["first@example.org", "later@example.org"]);
  });

  test("MO05 decisions about what one person sent in arrive as one mail, when the last of them may leave", async () => {
    const decided = (name: string, notes = "") => ({
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
    const due = (seconds: number) => ({ notBefore: new Date(now.getTime() + seconds * 1000).toISOString() });
    await queueMail(db, decided("Ann"), due(0));
    await queueMail(db, decided("Bo"), due(20));
    await queueMail(db, decided("Cy", "No source."), due(40));
    await queueMail(db, { ...decided("Di"), recipient: "other@example.org" }, due(0));
    await smtp();
    expect(mailbox.accepted.map(({ to }) => to)).toEqual(["other@example.org"]);
    pass(39_000);
    await smtp();
    expect(mailbox.accepted).toHaveLength(1);
    pass(1_000);
    await smtp();
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

  test.each(["recipient", "message"])(
    "Mail: put off (451) at the %s, it is tried again later, the others meanwhile are sent",
    async (where) => {
      const putOff = (address: string) => {
        if (address === "reader@example.org") throw refusal(451, "try again later");
      };
      const putOffMail = async () => (await allMails()).find(({ recipient }) => recipient === "reader@example.org");
      mailbox.behaviour = where === "recipient" ? { onRecipient: putOff } : { onMessage: ({ to }) => putOff(to) };
      await queueTestMail();
      await queueTestMail({ recipient: "other@example.org" });
      await smtp();
      expect(mailbox.accepted.map(({ to }) => to)).toEqual(["other@example.org"]);
      expect(await putOffMail()).toMatchObject({ status: "queued", attempts: 1 });
      expect((await putOffMail())?.lastError).toContain("451 try again later");

      mailbox.behaviour = {};
      await smtp();
      expect(mailbox.accepted).toHaveLength(1);
      pass(15_000);
      await smtp();
      expect(mailbox.accepted.map(({ to }) => to)).toEqual(["other@example.org", "reader@example.org"]);
      expect(await putOffMail()).toMatchObject({ status: "sent", attempts: 2, lastError: null });
    },
  );

  test("Mail: attempts come at growing distances, 8 at most; then the mail is the admin's", async () => {
    mailbox.behaviour.onRecipient = () => {
      throw refusal(451, "not today");
    };
    await queueTestMail();
    const waits: number[] = [];
    for (;;) {
      await smtp();
      const { status, nextAttemptAt } = await onlyMail();
      if (status === "failed") break;
      const wait = new Date(nextAttemptAt).getTime() - now.getTime();
      waits.push(wait);
      pass(wait - 1);
      await smtp(); // a moment too early
      pass(1);
    }
    expect(waits).toEqual([15_000, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 6 * HOUR]);
    expect(mailbox.connections).toBe(8);
    pass(30 * DAY);
    await smtp();
    expect(mailbox.connections).toBe(8);
    expect(await failed()).toMatchObject([{ attempts: 8, reason: "The mail server deferred it: 451 not today" }]);
  });

  test.each(["recipient", "message"])(
    "Mail: refused for good (550) at the %s, it is not tried again",
    async (where) => {
      const refuse = () => {
        throw refusal(550, "no such user");
      };
      mailbox.behaviour = where === "recipient" ? { onRecipient: refuse } : { onMessage: refuse };
      await queueTestMail();
      await smtp();
      mailbox.behaviour = {};
      pass(DAY);
      await smtp();
      expect(mailbox.accepted).toEqual([]);
      expect(await failed()).toMatchObject([{ attempts: 1, reason: "The mail server refused it: 550 no such user" }]);
    },
  );

  test.each(["in the midst of the message", "after the message, without an answer"])(
    "Mail: the connection breaks %s: nothing was taken, so it is sent again, as the same message",
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
      await smtp();
      expect(await onlyMail()).toMatchObject({ status: "queued", attempts: 1 });

      mailbox.behaviour = {};
      pass(15_000);
      await smtp();
      expect(await onlyMail()).toMatchObject({ status: "sent", attempts: 2 });
      expect(mailbox.accepted).toHaveLength(1);
      for (const id of messageIds) expect(id).toBe(mailbox.accepted[0]?.headers["message-id"]);
    },
  );

  test("Mail: the server is down, one mail tries it, and all are sent once it is back", async () => {
    const down = await startMailbox();
    await down.stop();
    for (const recipient of ["a@example.org", "b@example.org", "c@example.org"]) await queueTestMail({ recipient });
    const round = { carry: smtpCarrier(down.url) };
    await smtp(round);
    expect((await allMails()).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1]);
    expect((await allMails()).map(({ lastError }) => lastError).join()).toContain("ECONNREFUSED");

    const back = await startMailbox({ port: down.port });
    onTestFinished(() => back.stop());
    pass(15_000);
    await smtp(round);
    expect(back.accepted.map(({ to }) => to).sort()).toEqual(["a@example.org", "b@example.org", "c@example.org"]);
    await smtp(round);
    expect(back.accepted).toHaveLength(3);
  });

  test("Mail: a mail server that does not let us in refuses no mail for good", async () => {
    await queueTestMail();
    await smtp({ carry: smtpCarrier(mailbox.url.replace("//", "//user:wrong@")) });
    expect(await onlyMail()).toMatchObject({ status: "queued", attempts: 1 });
    expect(mailbox.accepted).toEqual([]);
  });

  test("Mail: to a server on this machine it is encrypted where that is offered, with any certificate", async () => {
    vi.mocked(console.error).mockImplementation(() => {}); // its warning of the certificate
    const secure = await startMailbox({ startTls: true });
    onTestFinished(() => secure.stop());
    vi.mocked(console.error).mockClear();
    await queueTestMail();
    await smtp({ carry: smtpCarrier(secure.url) });
    expect(secure.accepted).toHaveLength(1);
    expect(secure.encryptedConnections).toBe(1);
  });

  test("Mail: given up before the message's end it may go again, after it only the admin knows", async () => {
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
      await smtp({ hurry: hurry.signal });
      released.resolve();
      expect(await onlyMail(), step).toMatchObject({ status });
    }
    expect((await failed())[0]?.reason).toContain("Send it again only if it did not arrive");
  });
});

describe("Mail: never twice", () => {
  /** Another process on the same file. */
  const elsewhere = async () => {
    const otherEngine = await openDatabase(env.DATA_DIR);
    onTestFinished(() => otherEngine.close());
    return otherEngine.db;
  };

  test("Mail: many mailers on one database send each mail once", async () => {
    const recipients = Array.from({ length: 12 }, (_, n) => `reader${n}@example.org`);
    for (const recipient of recipients) await queueTestMail({ recipient });
    const otherDatabase = await elsewhere();
    await Promise.all([smtp(), smtp({ database: otherDatabase }), smtp(), smtp({ database: otherDatabase })]);
    expect(mailbox.accepted.map(({ to }) => to).sort()).toEqual([...recipients].sort());
    expect((await allMails()).every(({ status, attempts }) => status === "sent" && attempts === 1)).toBe(true);
  });

  test("Mail: while one process has it, no other takes it", async () => {
    const arrived = createEvent();
    const released = createEvent();
    mailbox.behaviour.onMessage = () => {
      arrived.resolve();
      return released.promise;
    };
    await queueTestMail();
    const first = smtp();
    await arrived.promise;
    pass(10 * MINUTE);
    await smtp({ database: await elsewhere() });
    expect(mailbox.connections).toBe(1);
    released.resolve();
    await first;
    expect(await onlyMail()).toMatchObject({ status: "sent", attempts: 1 });
  });

  /** Simulates a process that is killed during its work: its waits never end, and it writes nothing more. */
  const dies = (at: "before the end" | "after the end") =>
    new Promise<void>((dead) => {
      const carry: Carrier = async (_, { beforeEnd }) => {
        if (at === "after the end") await beforeEnd();
        dead();
        await new Promise(() => {});
      };
      void sendDue({ clock, carry });
    });

  test("Mail: killed before the message's end, the next process sends it, once the claim has lapsed", async () => {
    await queueTestMail();
    await dies("before the end");
    expect((await onlyMail()).status).toBe("sending");
    pass(CLAIM - 1);
    await smtp();
    expect(mailbox.accepted).toEqual([]);
    pass(1);
    await smtp();
    expect(mailbox.accepted).toHaveLength(1);
    expect(await onlyMail()).toMatchObject({ status: "sent", attempts: 2 });
  });

  test("Mail: killed after the message's end, nobody sends it again unless the admin says so", async () => {
    await queueTestMail();
    await dies("after the end");
    expect((await onlyMail()).status).toBe("handedOver");
    pass(DAY);
    await smtp();
    expect(mailbox.accepted).toEqual([]);
    const [mail] = await failed();
    expect(mail?.reason).toContain("it may have arrived");

    await retryMail(mail?.id ?? "");
    await smtp();
    expect(mailbox.accepted[0]?.headers["message-id"]).toBe(`<${mail?.id}@localhost>`);
  });

  test("Mail: a mail that kills the process each time is tried no more than 8 times", async () => {
    await queueTestMail();
    for (let n = 0; n < 8; n++) {
      await dies("before the end");
      pass(CLAIM);
    }
    await smtp();
    expect(mailbox.connections).toBe(0);
    expect(await failed()).toMatchObject([{ attempts: 8, reason: expect.stringContaining("site stopped") }]);
  });

  /** A process that sleeps past its claim, until `meanwhile` is done; whether it may end its message then. */
  async function mayEndAfter(meanwhile: () => Promise<void>): Promise<boolean> {
    let may = true;
    const carry: Carrier = async (_, { beforeEnd }) => {
      pass(CLAIM);
      await meanwhile();
      await beforeEnd().catch((error) => {
        may = false;
        throw error;
      });
    };
    await sendDue({ clock, carry });
    return may;
  }

  test("Mail: a process that slept past its claim does not end a message that another one sent", async () => {
    await queueTestMail();
    expect(await mayEndAfter(async () => smtp({ database: await elsewhere() }))).toBe(false);
    expect(mailbox.accepted).toHaveLength(1);
    expect(await onlyMail()).toMatchObject({ status: "sent", attempts: 2 });
  });

  test("Mail: nor one that another process is sending", async () => {
    await queueTestMail();
    const arrived = createEvent();
    const carry: Carrier = () => {
      arrived.resolve();
      return new Promise(() => {});
    };
    const takeOver = async () => {
      void sendDue({ clock, carry, database: await elsewhere() });
      return arrived.promise;
    };
    expect(await mayEndAfter(takeOver)).toBe(false);
    expect(await onlyMail()).toMatchObject({ status: "sending", attempts: 2 });
  });

  test("Mail: nor one that was given up", async () => {
    await queueTestMail();
    await db.updateTable("mails").set({ attempts: 7 }).execute();
    expect(await mayEndAfter(async () => smtp({ database: await elsewhere() }))).toBe(false);
    expect(await onlyMail()).toMatchObject({ status: "failed", attempts: 8 });
  });

  test("Mail: an answer that comes after the mail was given up still counts", async () => {
    await queueTestMail();
    const carry: Carrier = async (_, { beforeEnd }) => {
      await beforeEnd();
      pass(DAY);
      await smtp({ database: await elsewhere() });
      expect((await onlyMail()).status).toBe("failed");
    };
    await sendDue({ clock, carry });
    expect(await onlyMail()).toMatchObject({ status: "sent", lastError: null });
    expect(mailbox.accepted).toEqual([]);
  });
});

describe("Mail: secrets", () => {
  test("Mail: neither links nor addresses of people are logged, nor kept in reasons", async () => {
    const logged: unknown[] = [];
    const levels = ["info", "warn", "error"] as const;
    const spies = levels.map((level) => vi.spyOn(log, level).mockImplementation((...line) => void logged.push(line)));
    onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
    mailbox.behaviour.onMessage = ({ text }) => {
      throw refusal(550, `spam: ${text.replace(/\s+/g, " ")} for reader@example.org`);
    };
    await queueTestMail();
    await smtp();
    mailbox.behaviour = {};
    await retryMail((await onlyMail()).id);
    now = new Date(Date.now() + 1000);
    expect((await onlyMail()).lastError).toContain("[link]");
    expect((await onlyMail()).lastError).not.toContain("s3cret");
    await smtp();
    expect(logged).toHaveLength(2);
    expect(JSON.stringify(logged)).not.toMatch(/s3cret|reader@|life\.example/);
  });
});
