import { sendTestMail } from "~/models/base/mail/test-mail.server";
import type { Call, Outcome } from "./command";
import { withDatabase } from "./database";

export async function testMail({ args: [email = ""] }: Call): Promise<Outcome> {
  const { folder } = await withDatabase(() => sendTestMail(email));
  const text = folder
    ? `SMTP_URL is not set, so mails are written to files. This one is in ${folder}.`
    : `The mail server accepted a mail to ${email}. Check that it arrives.`;
  return { text, data: { email, folder } };
}
