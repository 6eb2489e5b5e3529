/** Sentences that depend on whether the site sends mail, so that no sentence promises a mail that does not come. */

interface Site {
  isMailed: boolean;
  /** The address of the operators; "" if the site names none. */
  contactEmail?: string;
}

const WAITS_FOR_OPERATOR = "is shown only to the people who run the site";

/** Returns a sentence that says where to ask for the link; "" without a contact address. */
function contactSentence({ contactEmail }: Site): string {
  return contactEmail ? ` To get it, please write to ${contactEmail}.` : "";
}

export const MAIL_WORDS = {
  houseRule: (site: Site) =>
    site.isMailed
      ? "A person reviews every submission; we will email you the decision."
      : "A person reviews every submission; you find the decision among your submissions.",
  resetLead: (site: Site) =>
    site.isMailed
      ? "Enter your email address, and we will send you a link to choose a new password."
      : `This site does not send email. If you enter your email address, a link to choose a new password ${WAITS_FOR_OPERATOR}.${contactSentence(site)}`,
  signInLead: (site: Site) =>
    site.isMailed
      ? "Enter your email address, and we will send you a link that signs you in."
      : `This site does not send email. If you enter your email address, a link that signs you in ${WAITS_FOR_OPERATOR}.${contactSentence(site)}`,
  unconfirmed: (site: Site) =>
    site.isMailed
      ? "This address is not confirmed yet: please open the link in the mail that we sent you."
      : `This address is not confirmed yet. This site does not send email: the link that confirms it ${WAITS_FOR_OPERATOR}.${contactSentence(site)}`,
  reportAddress: (site: Site) =>
    site.isMailed
      ? "We write to it once now, so that you can confirm your report, and when it is decided. It is not shown to anybody else."
      : "Nothing comes to it now. It is not shown to anybody but those who decide.",
  reportLead: (site: Site) =>
    site.isMailed
      ? "Once you confirm your report through the link that we send you, an editor will read it and decide within 30 days."
      : `This site does not send email: the link that confirms your report ${WAITS_FOR_OPERATOR}.${contactSentence(site)} Once it is confirmed, an editor will read it and decide within 30 days.`,
  reportSent: (site: Site) =>
    site.isMailed
      ? "We sent you a link. Please open it and confirm your report: only then does it count. It works for 7 days."
      : `This site does not send email. Your report is kept for 7 days, and counts once it is confirmed; the link that confirms it ${WAITS_FOR_OPERATOR}.${contactSentence(site)}`,
  reportDecided: (site: Site) => (site.isMailed ? "We will write to you." : "You will find the decision on this page."),
  claimDecided: (site: Site) => (site.isMailed ? "We will write to you." : "You will find the decision on this page."),
  claimWaits: (site: Site) =>
    site.isMailed
      ? "We have your proof already. An admin will check it, and we will write to you."
      : "We have your proof already. An admin will check it, and you will find the decision on this page.",
  ownChange: (site: Site) =>
    site.isMailed
      ? "Change what you like. An editor looks at it first, and we write to you."
      : "Change what you like. An editor looks at it first; you find the decision on the page of your profile.",
  ownWork: (site: Site) =>
    site.isMailed
      ? "The editors look at it, and write to you. Until then it stays."
      : "The editors look at it. Until then it stays.",
  ownWorkTold: (site: Site) =>
    site.isMailed ? "The editors were told, and will write to you." : "The editors were told.",
  ownWorkWaits: (site: Site) =>
    site.isMailed ? "The editors were told already. They will write to you." : "The editors were told already.",
  waitingMail: (site: Site) =>
    site.isMailed
      ? "A mail to your confirmed address says how many submissions and requests wait for a decision."
      : "This site does not send email yet, so nothing comes. Your choice counts as soon as it does.",
  requestDecided: (site: Site) =>
    site.isMailed
      ? "The person gets a mail."
      : "This site does not send email: the mail to the person is under Mail, and you can pass it on.",
  decisionNote: (site: Site) =>
    site.isMailed
      ? "Required for a rejection. The person reads it in our mail and on the status page."
      : "Required for a rejection. The person reads it on the status page.",
  adminAppointed: (site: Site) => (site.isMailed ? "All admins get a mail about it." : ""),
  factorRemoval: (site: Site) =>
    site.isMailed
      ? "will be signed out everywhere, will sign in without it, and gets a mail about it."
      : "will be signed out everywhere, and will sign in without it.",
  factorRemoved: (site: Site) =>
    site.isMailed
      ? "The second factor was removed. The owner of the account gets a mail."
      : "The second factor was removed. This site does not send email, so please tell the owner of the account.",
} satisfies Record<string, (site: Site) => string>;

/** Matches sentences that say that the site sends no mail. */
export const NO_MAIL = /does not send email|sends no email/;
