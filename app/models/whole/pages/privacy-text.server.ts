import type { SiteFacts } from "~/models/base/parts/site-facts";
import { kindsInWords } from "~/models/records/shared/public-kinds";
import { TRASH_DAYS } from "~/models/records/shared/trash.server";
import { PARTS } from "~/models/whole/parts.server";
import { contact } from "./facts.server";

/** Returns the text about what the software stores and sends; its periods come from the code. */
export function privacyText(facts: SiteFacts): string {
  const sections = collectSections(facts);
  const textUnder = (heading: string) => (sections.get(heading) ?? []).join("\n\n");
  const readingText = textUnder(READING);
  sections.delete(READING);
  return `This page describes which personal data ${facts.siteName} processes, why, for how long, and who gets them. The operator${facts.hasImprint ? " named in the [imprint](/imprint)" : " of this site"} is responsible.

## If you read

You need no account. The server log contains the time, the address of the page without its query, the result and how long it took; it has no IP address. To refuse floods of requests, the server counts them by IP address in its memory.${statisticsText(facts)}

${readingText}

Videos come from YouTube (youtube-nocookie.com) or Vimeo, and only after you press play.

### Cookies

All cookies are necessary for what you do here; none is for advertising.

- \`session\` (over https \`__Host-session\`): signs you in, for up to 30 days, or 14 days without a visit
- \`second-step\` (over https \`__Host-second-step\`): between your password and the code of your second factor, for 10 minutes
- \`scheme\` and \`light\`: your choice of colours and of light pages, for a year, once you make it
- \`draft\`: finds the suggestion that you started and have not sent, for 30 days
- \`list\`: the people on your list while you are not signed in, for a year after the last change${facts.hasGoogle ? "\n- `google-sign-in`: while you sign in with Google, for 10 minutes" : ""}${facts.hasOrcid ? "\n- `orcid-sign-in`: while you sign in with ORCID, for 10 minutes" : ""}

During your visit the browser remembers how far you have scrolled.

${[...sections.keys()]
  .filter(textUnder)
  .map((heading) => `## ${heading}\n\n${textUnder(heading)}`)
  .join("\n\n")}

## How long

- Deleted ${kindsInWords(1)}: ${TRASH_DAYS} days in the trash. Profiles removed at the person's request: not kept
- AI suggestions to editors: 30 days
- Actions of editors and admins, with their IP address: as long as the site runs, so that changes can be traced
- Backups: ${facts.backups ? `one every ${facts.backups.hours} hours, of which the last ${facts.backups.kept} are kept on the server` : "made by hand, and kept as long as the operator decides"}

## Who gets data

Those who run the server and the mail server for the operator${facts.analytics ? `, ${facts.analytics.host}` : ""}${facts.hasGoogle ? ", Google if you sign in with it" : ""}${facts.hasOrcid ? ", ORCID if you sign in there" : ""}, and nobody else. Nothing is sold.

## Your rights

Under the General Data Protection Regulation of the European Union you can ask for access, correction, deletion, restriction and a copy of your data, object to their use, and complain to a supervisory authority. ${contact("To do so", facts)}`;
}

const READING = "If you read";
/** The order of the headings. Any other heading comes before those of mail and AI. */
const HEADINGS = [
  "If you have an account",
  "If you follow by mail",
  "If you ask somebody who is listed",
  "If you suggest an expert",
  "If you report an error or ask for removal",
  "If you are listed",
];
const LAST_HEADINGS = ["Mail", "AI"];

/** Returns the paragraphs of all parts by their headings. */
function collectSections(facts: SiteFacts): Map<string, string[]> {
  const paragraphs = PARTS.flatMap(({ privacy }) => Object.entries(privacy?.(facts) ?? {}));
  const otherHeadings = paragraphs
    .map(([heading]) => heading)
    .filter((heading) => ![...HEADINGS, ...LAST_HEADINGS].includes(heading));
  const order = [...HEADINGS, ...new Set(otherHeadings), ...LAST_HEADINGS];
  return new Map(
    order.map((heading) => [
      heading,
      paragraphs.flatMap(([headingOfText, text]) => (headingOfText === heading && text ? text : [])),
    ]),
  );
}

const PROVIDERS = { plausible: "Plausible", umami: "Umami", ga4: "Google Analytics" };

function statisticsText({ analytics, countsVisits }: SiteFacts): string {
  if (!analytics) return countsVisits ? "" : " There are no visitor statistics.";
  const service = `${PROVIDERS[analytics.provider]} at ${analytics.host}`;
  const cookies = analytics.provider === "ga4" ? " It sets cookies of its own (`_ga`)." : "";
  return ` Page views are counted by ${service}, which gets the address of the page and your IP address.${cookies} With *Save data* they are not counted.`;
}
