import { LEAST_VISITS, MONTHS_KEPT } from "~/models/readers/visits/sums.server";
import { TRASH_DAYS } from "~/models/records/shared/trash.server";
import { EXPERTISE } from "~/subject/texts.server";
import { contact, type SiteFacts } from "./facts.server";

/** What the software stores and sends; lengths of time are those of the code. */
export function privacyText(facts: SiteFacts): string {
  return `This page describes which personal data ${facts.siteName} processes, why, for how long, and who gets them. The operator named in the [imprint](/imprint) is responsible.

## If you read

You need no account. The server log contains the time, the address of the page without its query, the result and how long it took; it has no IP address. To refuse floods of requests, the server counts them by IP address in its memory.${statistics(facts)}
${facts.countsVisits ? OWN_NUMBERS : ""}
A search that finds nobody is counted by its words, with the day and nothing about you, so that we learn who is missing. This is deleted 180 days after the last such search.

Videos come from YouTube (youtube-nocookie.com) or Vimeo, and only after you press play.

### Cookies

All cookies are necessary for what you do here; none is for advertising.

- \`session\` (over https \`__Host-session\`): signs you in, for up to 30 days, or 14 days without a visit
- \`second-step\` (over https \`__Host-second-step\`): between your password and the code of your second factor, for 10 minutes
- \`scheme\` and \`light\`: your choice of colours and of light pages, for a year, once you make it
- \`draft\`: finds the suggestion that you started and have not sent, for 30 days${facts.hasGoogle ? "\n- `google-sign-in`: while you sign in with Google, for 10 minutes" : ""}${facts.hasOrcid ? "\n- `orcid-sign-in`: while you sign in with ORCID, for 10 minutes" : ""}

During your visit the browser remembers how far you have scrolled.

## If you have an account

We store your name, e-mail address, a hash of your password (Argon2), when you signed in, and for each open session the IP address and browser, so that you can recognise it under [Sign-in and security](/account/security). If you set up a second factor, we also store the encrypted key of your app, the public keys of your passkeys, and hashes of your recovery codes. On your [account page](/account) you can download your data and delete the account. This also deletes its sessions, drafts and mails, and your name and address on your suggestions.

To prevent password guessing and floods of forms, attempts are counted under a hash of the account and the network, for at most 30 days.

## If you follow by mail

We store your e-mail address, what you follow, how often we may write and up to when we told you what is new. It begins once you confirm it by the link in our mail; what is not confirmed is deleted after 7 days. Every mail has a link that ends it. With the last thing you follow your address is deleted.

## If you ask somebody who is listed

We store your name, your e-mail address and what both of you write, to pass it on. Neither gets the other's address, unless the person asked chooses to show theirs. Editors see how many questions there are and which were reported, not the texts. Questions that are not confirmed are deleted after 7 days, and others 90 days after the last message, or at once when the profile is removed. If the person wants nothing more from you, a keyed hash of your address stays while the profile does.

## If you suggest an expert

We store your suggestion with your name and e-mail address, for editors and not for readers, until you delete the account. Unsent drafts are deleted after 30 days.

## If you report an error or ask for removal

We store your report and your e-mail address to answer you. A year after the decision, your address and all that you wrote are deleted; what kind of thing was corrected where, and when, stays. After a removal they are deleted at once${facts.hasMailServer ? ", and your address as soon as our answer is sent" : ""}. Reports that are not confirmed by the link in our mail are deleted after 7 days.

## If you are listed

Profiles contain published facts about a person's work, from the sources that they name, so that the public can find and judge expertise on ${EXPERTISE}. ${facts.hasOpenData ? "When an editor asks for it, the site looks the person up at ORCID, Wikidata and OpenAlex. " : ""}The site opens the pages that profiles link to${facts.checksLinks ? ", once a week" : ""}, and keeps quotes of them as evidence.

You can correct your profile or have it removed through the link on it, without an account and without giving a reason; you get an answer within 30 days. After a removal the name is not kept. So that nobody lists you again, we keep a keyed hash of your name and identifiers and nothing else.

If you show that a profile is yours, we keep which account it was and the proof: the mail address, the page or the ORCID iD. Readers see the day, not the proof. Once a year we ask you by mail whether the profile is still right.

## Mail

${facts.hasMailServer ? "Mails go out through the mail server of the operator." : "Mails wait on the server for an editor, who passes them on."} The text of a mail is deleted once it is sent, and its address and subject after 90 days.

## AI

${facts.aiProviders.length > 0 ? `When an editor asks for it, the name and public facts of a listed person, texts about them and public web pages are sent to the provider of an AI model (${facts.aiProviders.join(", ")}); so is each new sentence with the quote it rests on. Data about accounts, people who send suggestions, and readers are not.` : "No AI provider is set up on this site at present."}

## How long

- Deleted profiles and articles: ${TRASH_DAYS} days in the trash. Profiles removed at the person's request: not kept
- AI suggestions to editors: 30 days
- What editors and admins did, with their IP address: as long as the site runs, so that changes can be traced
- Backups: ${facts.backups ? `one every ${facts.backups.hours} hours, of which the last ${facts.backups.kept} are kept on the server` : "made by hand, and kept as long as the operator decides"}

## Who gets data

Those who run the server and the mail server for the operator${facts.analytics ? `, ${facts.analytics.host}` : ""}${facts.hasGoogle ? ", Google if you sign in with it" : ""}${facts.hasOrcid ? ", ORCID if you sign in there" : ""}, and nobody else. Nothing is sold.

## Your rights

Under the General Data Protection Regulation of the European Union you can ask for access, correction, deletion, restriction and a copy of your data, object to their use, and complain to a supervisory authority. To do so, ${contact(facts)}.`;
}

const PROVIDERS = { plausible: "Plausible", umami: "Umami", ga4: "Google Analytics" };

const OWN_NUMBERS = `
The site counts how often each profile, article, topic and search is opened on a day, and which sites readers come from (the name of the site, not the page). It keeps these sums for ${MONTHS_KEPT} months and nothing about who the readers are: no address, no browser, no cookie. Words of a search that was made fewer than ${LEAST_VISITS} times on a day are not shown, and deleted after the day. A person who is listed here sees the sums of the own profile.
`;

function statistics({ analytics, countsVisits }: SiteFacts): string {
  if (!analytics) return countsVisits ? "" : " There are no visitor statistics.";
  const what = `${PROVIDERS[analytics.provider]} at ${analytics.host}`;
  const cookies = analytics.provider === "ga4" ? " It sets cookies of its own (`_ga`)." : "";
  return ` Page views are counted by ${what}, which gets the address of the page and your IP address.${cookies} Low-data pages are not counted.`;
}
