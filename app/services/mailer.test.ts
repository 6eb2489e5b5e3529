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

test("Mail: completes a message only after the handover is recorded, and begins it before", async () => {
  const begun = new Promise<void>((resolve) => {
    mailbox.behaviour.onFirstBytes = () => resolve();
  });
  const steps: string[] = [];
  mailbox.behaviour.onMessage = () => void steps.push("complete");
  await smtpCarrier(mailbox.url)(letter, {
    async beforeEnd() {
      await begun;
      steps.push("noted");
    },
  });
  expect(steps).toEqual(["noted", "complete"]);
});

test("Mail: does not complete a message whose handover cannot be recorded", async () => {
  const failing = smtpCarrier(mailbox.url)(letter, {
    async beforeEnd() {
      throw new Error("disk full");
    },
  });
  await expect(failing).rejects.toMatchObject({ reason: "unreachable", message: expect.stringContaining("disk full") });
  await smtpCarrier(mailbox.url)({ ...letter, to: "next@example.org" }, { beforeEnd });
  expect(mailbox.accepted.map(({ to }) => to)).toEqual(["next@example.org"]);
});

test("Mail: does not record a handover if the server refuses the recipient", async () => {
  mailbox.behaviour.onRecipient = () => {
    throw refusal(550, "no such user");
  };
  let isNoted = false;
  const refused = smtpCarrier(mailbox.url)(letter, {
    async beforeEnd() {
      isNoted = true;
    },
  });
  await expect(refused).rejects.toMatchObject({ reason: "refused", code: "550" });
  expect(isNoted).toBe(false);
});

test("Mail: treats a closing server (421) as unreachable, not as a refusal", async () => {
  mailbox.behaviour.onRecipient = () => {
    throw refusal(421, "closing");
  };
  await expect(smtpCarrier(mailbox.url)(letter, { beforeEnd })).rejects.toMatchObject({ reason: "unreachable" });
});

test("Mail: sends identical bytes for the same letter each time", async () => {
  const carry = smtpCarrier(mailbox.url);
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
