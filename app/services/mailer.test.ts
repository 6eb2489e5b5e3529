import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Mailbox, refusal, startMailbox } from "../../test/support/mailbox";
import { type Letter, smtpCarrier } from "./mailer.server";

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

test("Mail: a message begins before its handover is recorded, and ends only afterwards", async () => {
  const firstBytes = new Promise<void>((resolve) => {
    mailbox.behaviour.onFirstBytes = () => resolve();
  });
  const steps: string[] = [];
  mailbox.behaviour.onMessage = () => void steps.push("complete");
  await smtpCarrier(mailbox.url)(letter, {
    async beforeEnd() {
      await firstBytes;
      steps.push("noted");
    },
  });
  expect(steps).toEqual(["noted", "complete"]);
});

test("Mail: a message whose handover cannot be recorded does not end", async () => {
  const failedDelivery = smtpCarrier(mailbox.url)(letter, {
    async beforeEnd() {
      throw new Error("disk full");
    },
  });
  await expect(failedDelivery).rejects.toMatchObject({
    reason: "unreachable",
    message: expect.stringContaining("disk full"),
  });
  await smtpCarrier(mailbox.url)({ ...letter, to: "next@example.org" }, { beforeEnd });
  expect(mailbox.accepted.map(({ to }) => to)).toEqual(["next@example.org"]);
});

test("Mail: no handover is recorded if the server refuses the recipient", async () => {
  mailbox.behaviour.onRecipient = () => {
    throw refusal(550, "no such user");
  };
  let isNoted = false;
  const refusedDelivery = smtpCarrier(mailbox.url)(letter, {
    async beforeEnd() {
      isNoted = true;
    },
  });
  await expect(refusedDelivery).rejects.toMatchObject({ reason: "refused", code: "550" });
  expect(isNoted).toBe(false);
});

test("Mail: a closing server (421) counts as unreachable, not as a refusal", async () => {
  mailbox.behaviour.onRecipient = () => {
    throw refusal(421, "closing");
  };
  await expect(smtpCarrier(mailbox.url)(letter, { beforeEnd })).rejects.toMatchObject({ reason: "unreachable" });
});

test("Mail: the same letter is sent as the same bytes each time", async () => {
  const carry = smtpCarrier(mailbox.url);
  await carry(letter, { beforeEnd });
  await carry(letter, { beforeEnd });
  const [firstMail, secondMail] = mailbox.accepted;
  expect(secondMail?.raw).toBe(firstMail?.raw);
  expect(firstMail?.headers).toMatchObject({
    from: '"Long Life, the site" <mail@life.example>',
    date: "Sat, 03 May 2025 14:05:30 +0000",
    "message-id": "<1@life.example>",
  });
});

test("Mail: every letter asks for no automatic answer, also one with a link to unsubscribe", async () => {
  const unsubscribe = "https://life.example/follow/1/unsubscribe";
  for (const letterSent of [letter, { ...letter, unsubscribe }])
    await smtpCarrier(mailbox.url)(letterSent, { beforeEnd });
  expect(mailbox.accepted.map(({ headers }) => headers["auto-submitted"])).toEqual([
    "auto-generated",
    "auto-generated",
  ]);
  expect(mailbox.accepted.map(({ headers }) => headers["list-unsubscribe"])).toEqual([undefined, `<${unsubscribe}>`]);
});
