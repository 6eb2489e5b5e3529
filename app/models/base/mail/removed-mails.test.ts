import { beforeAll, expect, test, vi } from "vitest";
import { db, migrate } from "~/db.server";
import { allMails, queueTestMail } from "../../../../test/support/mail-queue";
import { removeOldMails } from "./loop.server";
import { removeAnsweredRecipients } from "./sending.server";
import { REMOVED_MAIL } from "./texts.server";

vi.hoisted(() => {
  process.env.SMTP_URL = "smtp://127.0.0.1:9";
});
beforeAll(() => migrate(db));

test("the mail about a removal is deleted once it is sent, but not while it waits, fails or is handed over; other mails stay", async () => {
  const statuses = ["queued", "handedOver", "failed", "sent"] as const;
  for (const status of statuses) {
    for (const kind of [REMOVED_MAIL, "passwordReset"]) {
      await queueTestMail({ kind, recipient: `${status}@example.org` });
      await db.updateTable("mails").set({ status }).where("recipient", "=", `${status}@example.org`).execute();
    }
  }
  for (const remove of [() => removeAnsweredRecipients(db), () => removeOldMails(new Date())]) {
    await remove();
    const mails = (await allMails()).map(({ kind, status }) => `${kind} ${status}`);
    const remainingRemovals = ["queued", "handedOver", "failed"].map((status) => `${REMOVED_MAIL} ${status}`);
    expect(mails.toSorted()).toEqual(
      [...remainingRemovals, ...statuses.map((status) => `passwordReset ${status}`)].toSorted(),
    );
  }
});
