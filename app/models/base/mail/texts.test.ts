import { describe, expect, test } from "vitest";
import {
  confirmAddressMail,
  oneLine,
  passwordChangedMail,
  passwordResetMail,
  submissionApprovedMail,
  submissionReceivedMail,
  submissionRejectedMail,
} from "./texts.server";

const siteName = "Long Life";
const link = "https://life.example/reset-password?token=abc";
const facts = { siteName, expertName: "Jane Doe", isChange: false, link: "https://life.example/jane-doe" };

/** Splits a mail into lines, because mail programs cut links within a sentence. */
const lines = (body: string) => body.split("\n");

describe("Mail: texts", () => {
  test("AC19 the reset mail has the link on a line of its own, and says until when it works", () => {
    const mail = passwordResetMail({ siteName, link, until: new Date("2025-05-03T14:05:30Z") });
    expect(mail).toMatchObject({ kind: "passwordReset", subject: "Reset your password" });
    expect(lines(mail.body)).toContain(link);
    expect(mail.body).toContain("once, until 3 May 2025 at 14:05 UTC.");
    expect(mail.body).toContain(siteName);
  });

  test("AC20 tells the owner when the password was changed, and what to do if it was somebody else", () => {
    const mail = passwordChangedMail({ siteName, at: new Date("2025-12-31T23:59:00Z"), link });
    expect(mail).toMatchObject({ kind: "passwordChanged", subject: "Your password was changed" });
    expect(mail.body).toContain("31 December 2025 at 23:59 UTC");
    expect(lines(mail.body)).toContain(link);
  });

  test("Mail: the confirmation mail has a link, and says that others can ignore it", () => {
    const mail = confirmAddressMail({ siteName, link, until: new Date("2025-05-03T14:05:30Z") });
    expect(mail).toMatchObject({ kind: "confirmAddress", subject: "Confirm your email address" });
    expect(lines(mail.body)).toContain(link);
    expect(mail.body).toContain("you can ignore this mail");
  });

  test("D33 the receipt names the person, says that the submission is under review, and links to it", () => {
    const mail = submissionReceivedMail(facts);
    expect(mail).toMatchObject({ kind: "submissionReceived", subject: "We received your submission" });
    expect(mail.body).toContain("Your submission of “Jane Doe” is now under review.");
    expect(lines(mail.body)).toContain(facts.link);
    expect(submissionReceivedMail({ ...facts, isChange: true }).body).toContain(
      "Your suggested change to the profile of “Jane Doe” is now under review.",
    );
  });

  test("D33 the approval links to the public profile", () => {
    const mail = submissionApprovedMail(facts);
    expect(mail).toMatchObject({ kind: "submissionApproved", subject: "Your submission is published" });
    expect(lines(mail.body)).toContain(facts.link);
  });

  test("D33 the rejection quotes the reviewer's notes line by line", () => {
    const mail = submissionRejectedMail({ ...facts, notes: " No sources.\r\n\r\nPlease add two.\n" });
    expect(mail).toMatchObject({ kind: "submissionRejected", subject: "Your submission was not accepted" });
    expect(mail.body).toContain("The reviewer wrote:\n\n> No sources.\n>\n> Please add two.\n\n");
    expect(lines(mail.body)).toContain(facts.link);
  });

  test("D33 a rejection without notes quotes nobody", () => {
    const { body } = submissionRejectedMail({ ...facts, notes: " \n" });
    expect(body).not.toContain(">");
    expect(body).not.toContain("wrote");
  });

  test("Mail: a name that a stranger typed stays one short line between quotes", () => {
    const { body } = submissionReceivedMail({ ...facts, expertName: `Jane\r\n\r\nYou won:\u202e ${"x".repeat(500)}` });
    expect(body).toContain(`“Jane You won: ${"x".repeat(85)}…”`);
  });

  test("Mail: mails without foreign letters are plain ASCII, so that no server changes their links", () => {
    const until = new Date("2025-05-03T14:05:30Z");
    for (const { body } of [
      passwordResetMail({ siteName, link, until }),
      passwordChangedMail({ siteName, link, at: until }),
      confirmAddressMail({ siteName, link, until }),
    ]) {
      expect(body).toMatch(/^[\n\x20-\x7e]+$/);
    }
  });

  test.each([
    ["a\r\nBcc: all@example.org", "a Bcc: all@example.org"],
    ["a\u0000\u0085\u2028\u2029b\tc", "a b c"],
    ["  Zoë \u200fשלום  ", "Zoë שלום"],
    ["12345678901", "123456789…"],
    ["🦄🦄🦄🦄🦄🦄🦄🦄🦄🦄🦄", "🦄🦄🦄🦄🦄🦄🦄🦄🦄…"],
    ["1234567890", "1234567890"],
  ])("Mail: oneLine of %j is %j", (value, line) => {
    expect(oneLine(value, line.includes("…") ? 10 : 200)).toBe(line);
  });
});
