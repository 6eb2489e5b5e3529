/** Writes the mails as plain text, with one function for each. Callers pass complete links. */

export interface MailText {
  kind: string;
  subject: string;
  body: string;
}

/** The kind of mail that confirms the removal of a profile; it is deleted entirely once it is sent. */
export const REMOVED_MAIL = "removed";

export function passwordResetMail({
  siteName,
  link,
  until,
}: {
  siteName: string;
  link: string;
  until: Date;
}): MailText {
  return mailText("passwordReset", siteName, "Reset your password", [
    `You (or somebody else) asked to reset the password of your account at ${siteName}. To choose a new one, open:`,
    link,
    `The link works once, until ${formatMoment(until)}.`,
    "If you did not ask for this, you can ignore this mail: your password stays as it is.",
  ]);
}

export function invitationMail({ siteName, link, until }: { siteName: string; link: string; until: Date }): MailText {
  return mailText("invitation", siteName, `Your account at ${siteName}`, [
    `You have been invited to ${siteName}, and an account was created for this address. To choose your password, open:`,
    link,
    `The link works once, until ${formatMoment(until)}. After that, ask for a new one with ‘Forgot your password?’ on the sign-in page.`,
    "If you did not expect this, you can ignore this mail: nobody can sign in to the account without a password.",
  ]);
}

export function signInLinkMail({ siteName, link, until }: { siteName: string; link: string; until: Date }): MailText {
  return mailText("signInLink", siteName, "Your sign-in link", [
    `You (or somebody else) asked for a link to sign in at ${siteName}. To sign in, open:`,
    link,
    `The link works once, until ${formatMoment(until)}.`,
    "If you did not ask for this, you can ignore this mail: nobody else can use the link.",
  ]);
}

export function passwordChangedMail({
  siteName,
  at,
  link,
  endedKeys = 0,
}: {
  siteName: string;
  at: Date;
  link: string;
  endedKeys?: number;
}): MailText {
  const keys = endedKeys > 0 ? " Its API keys were revoked: programs that use them need new ones." : "";
  return mailText("passwordChanged", siteName, "Your password was changed", [
    `The password of your account at ${siteName} was changed on ${formatMoment(at)}. All other sessions were signed out.${keys}`,
    "If this was you, there is nothing to do. If it was not, choose a new password now:",
    link,
  ]);
}

/** Writes the mail about a change of second factors. `event` begins a sentence, such as "A passkey was added". */
export function secondFactorMail({
  siteName,
  event,
  at,
  link,
}: {
  siteName: string;
  event: string;
  at: Date;
  link: string;
}): MailText {
  return mailText("secondFactor", siteName, "Your sign-in was changed", [
    `${event} on ${formatMoment(at)}. This concerns your account at ${siteName}.`,
    "If this was you, there is nothing to do. If it was not, choose a new password and look at your sign-in methods now:",
    link,
  ]);
}

interface NewAdmin {
  siteName: string;
  /** The address of the new admin. */
  newAdmin: string;
  /** The person or setting that gave the role, as the beginning of a sentence. */
  giver: string;
  at: Date;
}

/** Writes the mail to every admin, including the new one. */
export function newAdminMail({ siteName, newAdmin, giver, at }: NewAdmin): MailText {
  return mailText("newAdmin", siteName, `A new admin at ${siteName}`, [
    `${giver} made ${newAdmin} an admin of ${siteName} on ${formatMoment(at)}.`,
    "Admins read and change everything, and manage all accounts. If none of you knows about it, take the role away under User Management, and ask the admin who gave it to choose a new password.",
  ]);
}

export function confirmAddressMail({
  siteName,
  link,
  until,
}: {
  siteName: string;
  link: string;
  until: Date;
}): MailText {
  return mailText("confirmAddress", siteName, "Confirm your email address", [
    `An account at ${siteName} was created with this address. To confirm that it is yours, open:`,
    link,
    `The link works once, until ${formatMoment(until)}.`,
    "If you did not create this account, you can ignore this mail.",
  ]);
}

export interface MailedSubmission {
  siteName: string;
  expertName: string;
  isChange: boolean;
}

export function submissionReceivedMail(submission: MailedSubmission & { link: string }): MailText {
  return mailText("submissionReceived", submission.siteName, "We received your submission", [
    `Thank you. ${sentenceStart(submission)} is now under review. We will write to you once there is a decision.`,
    "You can follow all your submissions here:",
    submission.link,
  ]);
}

/** The approval of a submission. `taken` and `leftOut` name the fields of a partly approved change. */
interface Approval extends MailedSubmission {
  link: string;
  taken?: string;
  leftOut?: string;
  notes?: string;
}

export function submissionApprovedMail(submission: Approval): MailText {
  if (submission.leftOut) return partlyApprovedMail(submission);
  return mailText("submissionApproved", submission.siteName, "Your submission is published", [
    `${sentenceStart(submission)} was approved and is now public:`,
    submission.link,
    "Thank you for your contribution.",
  ]);
}

function partlyApprovedMail({ taken, leftOut, notes = "", ...submission }: Approval): MailText {
  return mailText("submissionApproved", submission.siteName, "Your submission was partly approved", [
    `A part of ${sentenceStart(submission).replace(/^Your/, "your")} was approved and is now public:`,
    submission.link,
    `Approved: ${taken}.\nNot approved: ${leftOut}.`,
    ...(notes.trim() ? ["The reviewer wrote:", quoteLines(notes.trim())] : []),
    "Thank you for your contribution.",
  ]);
}

export function submissionRejectedMail(submission: MailedSubmission & { notes: string; link: string }): MailText {
  const notes = submission.notes.trim();
  return mailText("submissionRejected", submission.siteName, "Your submission was not accepted", [
    `Thank you for taking the time. ${sentenceStart(submission)} was reviewed and not accepted.`,
    ...(notes ? ["The reviewer wrote:", quoteLines(notes)] : []),
    "You can see all your submissions here:",
    submission.link,
  ]);
}

/**
 * Returns the text in one line of at most `length` characters. Line breaks, control characters and those that change
 * the writing direction become spaces.
 */
export function oneLine(value: string, length: number): string {
  const line = value.replace(/[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
  const letters = [...line];
  return letters.length > length ? `${letters.slice(0, length - 1).join("")}…` : line;
}

export function mailText(kind: string, siteName: string, subject: string, paragraphs: string[]): MailText {
  return { kind, subject, body: `Hello,\n\n${paragraphs.join("\n\n")}\n\n${siteName}\n` };
}

/** Joins several mails to one person; paragraphs that repeat appear once, at the end. */
export function joinMails(bodies: string[]): Pick<MailText, "subject" | "body"> {
  const paragraphsByMail = bodies.map((body) => body.trim().split(/\n\n(?!>|https?:)/));
  const [greeting = "", signature = ""] = [paragraphsByMail[0]?.[0], paragraphsByMail[0]?.at(-1)];
  const middles = paragraphsByMail.map((paragraphs) => paragraphs.slice(1, -1));
  const counts = new Map<string, number>();
  for (const paragraph of middles.flat()) counts.set(paragraph, (counts.get(paragraph) ?? 0) + 1);
  const isUnique = (paragraph: string) => counts.get(paragraph) === 1;
  const repeatedParagraphs = [...counts.keys()].filter((paragraph) => !isUnique(paragraph));
  const distinctTexts = middles.map((paragraphs) => paragraphs.filter(isUnique).join("\n\n"));
  const paragraphs = [greeting, ...distinctTexts, ...repeatedParagraphs, signature].filter(Boolean);
  return { subject: `${bodies.length} of your submissions were decided`, body: `${paragraphs.join("\n\n")}\n` };
}

function sentenceStart({ expertName, isChange }: MailedSubmission): string {
  return `Your ${isChange ? "suggested change to the profile of" : "submission of"} “${oneLine(expertName, 100)}”`;
}

export function quoteLines(notes: string): string {
  return notes
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

const MOMENT_FORMAT = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

export function formatMoment(time: Date): string {
  return `${MOMENT_FORMAT.format(time)} UTC`;
}
