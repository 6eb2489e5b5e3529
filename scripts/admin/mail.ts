import { sendTestMail } from "~/models/base/mail/test-mail.server";
import type { Call, Outcome } from "./command";
import { withDatabase } from "./database";

export async function testMail({ args: [email = ""] }: Call): Promise<Outcome> {
  const { folder } = await withDatabase(() => sendTestMail(email));
  const text = folder
    ? `SMTP_URL is not set: mails go into files, and this one lies in ${folder}.`
    : `The mail server took a mail to ${email}. Whether it arrives is seen there.`;
  return { text, data: { email, folder } };
}
