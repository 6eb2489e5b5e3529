/** Writes the mails about requests. */
import {
  formatMoment,
  type MailText,
  mailText,
  oneLine,
  quoteLines,
  REMOVED_MAIL,
} from "~/models/base/mail/texts.server";

interface ReportMailData {
  siteName: string;
  /** The name of the profile. */
  name: string;
}

/** Repeats nothing that the sender typed, so that the form cannot be used to write to others. */
export function confirmReportMail({
  siteName,
  name,
  link,
  until,
}: ReportMailData & { link: string; until: Date }): MailText {
  return mailText("reportConfirm", siteName, "Please confirm your report", [
    `Somebody who gave this address wrote to us about the profile of “${oneLine(name, 100)}” at ${siteName}. If that was you, open this page and press the button there:`,
    link,
    `We read your report once it is confirmed. The link works until ${formatMoment(until)}; reports that are not confirmed by then are deleted.`,
    "If it was not you, you can ignore this mail: nothing will happen.",
  ]);
}

/** Writes the mail after a confirmation. `name` is null for a profile that readers do not see. */
export function reportReceivedMail({
  siteName,
  name,
  link,
  due,
}: Omit<ReportMailData, "name"> & { name: string | null; link: string; due: Date }): MailText {
  return mailText("reportReceived", siteName, "We received your report", [
    `Thank you. Your report${name === null ? "" : ` about the profile of “${oneLine(name, 100)}”`} is confirmed. A person will read it, and we will write to you by ${formatMoment(due).split(" at")[0]} at the latest.`,
    "Until then you can follow it here:",
    link,
  ]);
}

/** Writes the mail about a correction. `profile` is null if readers do not see it. */
export function reportAppliedMail({
  siteName,
  profile,
  notes,
}: {
  siteName: string;
  profile: { name: string; link: string } | null;
  notes: string;
}): MailText {
  return mailText("reportDecided", siteName, "The profile was corrected", [
    ...(profile
      ? [`Thank you for your report. The profile of “${oneLine(profile.name, 100)}” was corrected:`, profile.link]
      : ["Thank you for your report. The profile was corrected. Readers do not see it at the moment."]),
    ...(notes ? ["Our note to you:", quoteLines(notes)] : []),
  ]);
}

export function reportRejectedMail({ siteName, notes }: { siteName: string; notes: string }): MailText {
  return mailText("reportDecided", siteName, "Our answer to your report", [
    "Thank you for your report. We looked into it and left the profile as it is, for this reason:",
    quoteLines(notes),
    "If you think that we are wrong, please write to us again, with a source if you can.",
  ]);
}

export function removedMail({ siteName, notes }: { siteName: string; notes: string }): MailText {
  return mailText(REMOVED_MAIL, siteName, "The profile was removed", [
    "The profile that you wrote about was removed. Its address now says only that a profile was removed, and search engines will drop it when they next come by.",
    "So that it is not listed again by mistake, we keep a code that the name cannot be read from, and nothing else. Backups are overwritten in turn.",
    ...(notes ? ["Our note to you:", quoteLines(notes)] : []),
  ]);
}
