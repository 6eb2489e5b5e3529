import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Mailbox, refusal, startMailbox } from "../../test/support/mailbox";
import { type Letter, overSmtp } from "./mailer.server";

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox();
});
afterAll(() => mailbox.stop());
beforeEach(() => {
  mailbox.accepted.length = 0;
  mailbox.behaviour = {};
});

const letter: Letter = {
  id: "1",
  from: { name: "Long Life, the site", address: "mail@life.example" },
  to: "reader@example.org",
  subject: "Test",
  body: "Hello\n",
  writtenAt: new Date("2025-05-03T14:05:30Z"),
  messageId: "<1@life.example>",
};
const beforeEnd = async () => {};

test("Mail: the end of a message is held back until the handover is noted, its beginning is not", async () => {
  const begun = new Promise<void>((resolve) => {
    mailbox.behaviour.onFirstBytes = () => resolve();
  });
  const steps: string[] = [];
  mailbox.behaviour.onMessage = () => void steps.push("complete");
  await overSmtp(mailbox.url)(letter, {
    async beforeEnd() {
      await begun;
      steps.push("noted");
    },
  });
  expect(steps).toEqual(["noted", "complete"]);
});

test("Mail: a message whose handover cannot be noted never ends", async () => {
  const failing = overSmtp(mailbox.url)(letter, {
    async beforeEnd() {
      throw new Error("disk full");
    },
  });
  await expect(failing).rejects.toMatchObject({ reason: "unreachable", message: expect.stringContaining("disk full") });
  await overSmtp(mailbox.url)({ ...letter, to: "next@example.org" }, { beforeEnd });
  expect(mailbox.accepted.map(({ to }) => to)).toEqual(["next@example.org"]);
});

test("Mail: a message that the server never asked for is not noted as handed over", async () => {
  mailbox.behaviour.onRecipient = () => {
    throw refusal(550, "no such user");
  };
  let noted = false;
  const refused = overSmtp(mailbox.url)(letter, {
    async beforeEnd() {
      noted = true;
    },
  });
  await expect(refused).rejects.toMatchObject({ reason: "refused", code: "550" });
  expect(noted).toBe(false);
});

test("Mail: a server that is closing (421) has refused nothing", async () => {
  mailbox.behaviour.onRecipient = () => {
    throw refusal(421, "closing");
  };
  await expect(overSmtp(mailbox.url)(letter, { beforeEnd })).rejects.toMatchObject({ reason: "unreachable" });
});

test("Mail: the same letter is the same message each time", async () => {
  const carry = overSmtp(mailbox.url);
  await carry(letter, { beforeEnd });
  await carry(letter, { beforeEnd });
  const [first, second] = mailbox.accepted;
  expect(second?.raw).toBe(first?.raw);
  expect(first?.headers).toMatchObject({
    from: '"Long Life, the site" <mail@life.example>',
    date: "Sat, 03 May 2025 14:05:30 +0000",
    "message-id": "<1@life.example>",
  });
});
