/** Writes the mails about questions. No mail contains an address that its reader does not know. */
import { type MailText, mailText, oneLine, quoteLines } from "~/models/base/mail/texts.server";

interface MailContext {
  siteName: string;
  link: string;
  /** The name of the listed person. */
  expert: string;
}

/** Repeats nothing that the sender typed, so that nobody can write to others through the form. */
export function confirmQuestionMail({ siteName, link, expert, days }: MailContext & { days: number }): MailText {
  return mailText("questionConfirm", siteName, "Please confirm your question", [
    `Somebody entered this address and wrote a question to “${oneLine(expert, 100)}” at ${siteName}. If that was you, open this page and press the button there:`,
    link,
    `The question is sent once you confirm it. The link works for ${days} days; then an unconfirmed question is deleted.`,
    "If it was not you, you can ignore this mail: nothing will happen.",
  ]);
}

interface QuestionMail extends MailContext {
  /** The name of the reader who asks. */
  asker: string;
  subject: string;
  purpose: string;
  message: string;
  isFollowUp: boolean;
}

export function questionMail({
  siteName,
  link,
  expert,
  asker,
  subject,
  purpose,
  message,
  isFollowUp,
}: QuestionMail): MailText {
  const askerName = oneLine(asker, 100);
  const verb = isFollowUp ? "wrote again" : "asks you";
  const about = purpose ? `${oneLine(subject, 150)} (${purpose})` : oneLine(subject, 150);
  return mailText("question", siteName, `Question through ${siteName}: ${oneLine(subject, 100)}`, [
    `${askerName} ${verb} through your profile, “${oneLine(expert, 100)}”, about: ${about}`,
    quoteLines(message),
    "Answer on this page. One click there also marks the question as answered, blocks this person, or stops all questions:",
    link,
    "Your address is not shown to them. Please do not answer this mail: nobody reads it.",
  ]);
}

interface AnswerMail extends MailContext {
  subject: string;
  message: string;
  /** The expert's address if they chose to show it, otherwise null. */
  directAddress: string | null;
  /** A further message would reach the expert. */
  mayWrite: boolean;
}

export function answerMail({
  siteName,
  link,
  expert,
  subject,
  message,
  directAddress,
  mayWrite,
}: AnswerMail): MailText {
  return mailText("questionAnswer", siteName, `An answer to your question: ${oneLine(subject, 100)}`, [
    `This is the answer of ${oneLine(expert, 100)} to your question about ${oneLine(subject, 150)}:`,
    quoteLines(message),
    ...(directAddress
      ? [`They would like to continue by mail, and chose to show you their address: ${directAddress}`]
      : []),
    mayWrite ? "You can write once more on this page:" : "This page has your question and the answer:",
    link,
    "Your address is not shown to them. Please do not answer this mail: nobody reads it.",
  ]);
}
