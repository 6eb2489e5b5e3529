/** Sends a mail by which an operator checks whether mail works. */
import { env } from "~/env.server";
import { newId } from "~/models/base/input/ids.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { DeliveryFailure, OUTBOX } from "~/services/mailer.server";
import { sendAtOnce } from "./sending.server";
import { mailText } from "./texts.server";

/**
 * Sends a test mail at once. Without a mail server, returns the folder that it was written to. Throws an Error with
 * the mail server's answer.
 */
export async function sendTestMail(recipient: string): Promise<{ folder: string | null }> {
  const { siteName } = await siteSettings();
  const mail = mailText("test", siteName, `A test of ${siteName}'s mail`, [
    "The operator of this site requested this mail. If you read it, the site can send mail to this address.",
  ]);
  await sendAtOnce({ ...mail, id: newId(), recipient: recipient.trim() }).catch((error) => {
    throw error instanceof DeliveryFailure ? new Error(error.message) : error;
  });
  return { folder: env.SMTP_URL ? null : OUTBOX };
}
