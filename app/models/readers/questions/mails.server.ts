/**
 * Writes the mails about questions; see models/mail/texts.server. None contains an address that its reader does not know.
 */
import { type MailText, oneLine, quoted, text } from "~/models/base/mail/texts.server";

interface About {
  siteName: string;
  link: string;
  /** The name of the listed person. */
  expert: string;
}

/** Repeats nothing that the sender typed, so that the form cannot be used to write to others. */
export function confirmQuestionMail({ siteName, link, expert, days }: About & { days: number }): MailText {
  return text("questionConfirm", siteName, "Please confirm your question", [
    `Somebody who gave this address wrote a question to “${oneLine(expert, 100)}” at ${siteName}. If that was you, open this page and press the button there:`,
    link,
    `It is sent once you confirm it. The link works for ${days} days; what is not confirmed by then is deleted.`,
    "If it was not you, you can ignore this mail: nothing will happen.",
  ]);
}

interface Asked extends About {
  /** The name of the reader who asks. */
  asker: string;
  subject: string;
  purpose: string;
  written: string;
  isFollowUp: boolean;
}

export function questionMail({
  siteName,
  link,
  expert,
  asker,
  subject,
  purpose,
  written,
  isFollowUp,
}: Asked): MailText {
  const who = oneLine(asker, 100);
  const verb = isFollowUp ? "wrote again" : "asks you";
  const about = purpose ? `${oneLine(subject, 150)} (${purpose})` : oneLine(subject, 150);
  return text("question", siteName, `Question through ${siteName}: ${oneLine(subject, 100)}`, [
    `${who} ${verb} through your profile, “${oneLine(expert, 100)}”, about: ${about}`,
    quoted(written),
    "Answer on this page, or say there with one click that it is answered, that you want nothing more from this person, or no questions at all:",
    link,
    "Your address is not shown to them. Please do not answer this mail: nobody reads it.",
  ]);
}

interface Answered extends About {
  subject: string;
  written: string;
  /** The expert's address where they chose to show it, else null. */
  direct: string | null;
  /** Says whether a further message would reach them. */
  mayWrite: boolean;
}

export function answerMail({ siteName, link, expert, subject, written, direct, mayWrite }: Answered): MailText {
  return text("questionAnswer", siteName, `An answer to your question: ${oneLine(subject, 100)}`, [
    `${oneLine(expert, 100)} answered your question about ${oneLine(subject, 150)}:`,
    quoted(written),
    ...(direct ? [`They want to go on by mail, and chose to show you their address: ${direct}`] : []),
    mayWrite ? "You can write once more on this page:" : "This page has your question and the answer:",
    link,
    "Your address is not shown to them. Please do not answer this mail: nobody reads it.",
  ]);
}
