/** Writes the mails about claims. */
import { formatMoment, type MailText, mailText, oneLine, quoteLines } from "~/models/base/mail/texts.server";

interface ClaimMailData {
  siteName: string;
  /** The name of the profile. */
  name: string;
  link: string;
}

/** Goes to an address at a listed domain, and contains no text of the claimant. */
export function claimLinkMail({ siteName, name, link, until }: ClaimMailData & { until: Date }): MailText {
  return mailText("claimLink", siteName, "Is this your profile?", [
    `Somebody with an account at ${siteName} says that the profile of “${oneLine(name, 100)}” is about them, and gave this address. If that was you, open this page, signed in with the same account, and press the button there:`,
    link,
    `The link works once, until ${formatMoment(until)}.`,
    "If it was not you, you can ignore this mail: nothing will happen.",
  ]);
}

export function claimConfirmedMail({ siteName, name, link }: ClaimMailData): MailText {
  return mailText("claimDecided", siteName, "Your profile is yours", [
    `We confirmed that the profile of “${oneLine(name, 100)}” is about you. Readers now see that you confirmed it. Here you can propose changes and see what was changed:`,
    link,
  ]);
}

export function claimRejectedMail({ siteName, notes }: { siteName: string; notes: string }): MailText {
  return mailText("claimDecided", siteName, "Our answer to your claim", [
    "Thank you for showing us that a profile is about you. We could not confirm it, for this reason:",
    quoteLines(notes),
    "You can try again with another proof.",
  ]);
}

/** Goes to a person whose claim was confirmed, and was rejected later. */
export function claimEndedMail({ siteName, name, notes }: Omit<ClaimMailData, "link"> & { notes: string }): MailText {
  return mailText("claimDecided", siteName, "Your claim has ended", [
    `We had confirmed that the profile of “${oneLine(name, 100)}” is about you. We have ended this, for the reason below. Readers do not see your confirmation any more, and you cannot propose changes as that person.`,
    quoteLines(notes),
    "You can try again with another proof.",
  ]);
}

export function stillRightMail({ siteName, name, link, endLink }: ClaimMailData & { endLink: string }): MailText {
  return mailText("stillRight", siteName, "Is your profile still right?", [
    `A year ago you told us that the profile of “${oneLine(name, 100)}” is right. Is it still? One press on this page is enough to say so, or to change something:`,
    link,
    "If you do nothing, everything stays as it is. This mail comes once a year; here you can end it:",
    endLink,
  ]);
}
