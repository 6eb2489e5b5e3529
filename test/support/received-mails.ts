import { expect } from "vitest";
import { eventually } from "./eventually";
import type { Mailbox, ReceivedMail } from "./mailbox";

/** Waits for at least `count` mails to an address whose texts match `about`, and returns all of them. */
export function waitForMails(
  mailbox: Mailbox,
  address: string,
  { count = 1, about = /^/ }: { count?: number; about?: RegExp } = {},
): Promise<ReceivedMail[]> {
  return eventually(() => {
    const mails = mailbox.accepted.filter(({ to, text }) => to === address && about.test(text));
    expect(mails.length).toBeGreaterThanOrEqual(count);
    return mails;
  });
}
