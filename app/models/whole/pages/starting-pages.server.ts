/**
 * Texts of the site's pages until an admin changes them. They contain only statements that are true of every site, by
 * its settings.
 */

import type { SiteFacts } from "~/models/base/parts/site-facts";
import { OCCUPATIONS, PEOPLE, WHAT_IT_IS_NOT, WHO_IS_LISTED } from "~/subject/texts.server";
import { contact } from "./facts.server";
import { privacyText } from "./privacy-text.server";

interface StartingPage {
  slug: string;
  title: string;
  text(facts: SiteFacts): string;
}

/** The pages in the order of the footer. */
export const STARTING_PAGES: readonly StartingPage[] = [
  { slug: "about", title: "About", text: aboutText },
  { slug: "editorial-policy", title: "Editorial policy", text: editorialText },
  { slug: "privacy", title: "Privacy", text: privacyText },
  { slug: "imprint", title: "Imprint", text: imprintText },
  { slug: "accessibility", title: "Accessibility", text: accessibilityText },
];

export const IMPRINT = "imprint";

function aboutText(facts: SiteFacts): string {
  const { siteName, founderName } = facts;
  return `${siteName} is a directory of ${PEOPLE}: ${OCCUPATIONS}, by field.${founderName ? ` It was founded by ${founderName}.` : ""}

## Who is listed

${WHO_IS_LISTED} Being listed costs nothing and cannot be bought. [Anyone with an account can suggest an expert](/submit). An editor decides about every suggestion, and the sender is told the result.

## Where the texts come from

From public sources, named at the end of each profile, and from the people who suggest it. The [editorial policy](/editorial-policy) says how texts are written, checked and corrected.

## If a profile is about you

Every profile has a link to report an error or to ask for removal, without an account. It is decided within 30 days of being confirmed. Corrections are listed in the [log of corrections](/corrections).

With an account you can also show that the profile is yours, through another link on it. An editor looks at the proof; after that you can propose changes to every part of it, and readers see when you confirmed it.

## Using the data

All public profiles can be taken as [one file](/dataset), and programs can use the [JSON interface](/api/docs).

## What this site is not

${WHAT_IT_IS_NOT}`;
}

function editorialText(facts: SiteFacts): string {
  return `This page describes how ${facts.siteName} chooses, writes, checks and corrects.

## Who decides

Software may help to write; people decide. Nothing that was suggested or generated is published before an editor has decided about it. Every change of a profile or article is kept in its history, with its time and the account that made it.

## Sources

Profiles name their sources. The small number behind a sentence leads to its footnote, the source on which the sentence rests. There are two kinds:

- **A quotation.** These words stood in the named page, word for word, when the site read it on the day that is given. The site opens the page again from time to time; the footnote says when the words or the page are gone.
- **A reference without a quotation.** Whoever is named in the footnote opened this paper, book or page on the day that is given, and found that it says what the sentence says. The site cannot compare the two.

To find a source, the site can open the links and works that a profile names and show an editor passages that share words, names and numbers with a sentence. A program counts these; it does not understand them. It becomes a source only when an editor has read the passage and taken it, and the footnote then says when the page was read.

A footnote does not say that the source is right, that no other source disagrees, or that somebody reviewed the rest of the profile. *Retracted* behind it means that the work was withdrawn after it was cited. A sentence without a number has no source on record; a footnote that says so names the editor who keeps the sentence, with the reason. The line above the footnotes counts the sentences with a source.${facts.checksLinks ? "\n\nOnce a week the site opens the reference links, and editors see those that no longer answer." : ""}

Some profiles may have come with the program: their footnotes were checked by “those who wrote the first profiles”, not by an editor of this site.

## Pictures

Photographs that come from Wikidata and Wikimedia Commons are shown with who made them, their licence and their source, under the picture and in the [photo credits](/credits). Only pictures in the public domain or under CC0, CC BY or CC BY-SA are taken from there.

## Texts written with AI

- An AI model may draft texts only at an editor's request. ${facts.aiProviders.length > 0 ? `Here it is a model of ${new Intl.ListFormat("en", { type: "disjunction" }).format(facts.aiProviders)}.` : "No model is set up on this site at present."}
- A model that writes about a person works from web pages that the site has read. A sentence counts as supported only if the words that it quotes stand in one of those pages, word for word.
- A sentence that no page supports does not become part of the text, unless an editor keeps it under their own name and with a reason.
- A profile with such texts says so at its foot.

## Promotion

*Featured Solution* on a profile is promotion: it presents a product or service of the person or of somebody else. It is labelled as promotion, its links are marked as sponsored for search engines, and it is not an editorial recommendation. Featured experts, in contrast, are chosen by editors.

## Interests

Where a person has disclosed interests, such as equity or funding, the profile shows them. A profile without them does not say that there are none.

## Dates

*Last updated* is the day on which anything on a profile was changed. *Checked by an editor* is the day on which one last went through it.

## Corrections and removal

Report an error, or ask to be removed, through the link on the profile; no account is needed. ${facts.hasMailServer ? "We confirm your address by mail, then decide within 30 days and write to you with the reason." : "This site does not send email: the link that confirms a report is shown only to the people who run the site, and it is decided within 30 days of being confirmed."} Corrections are listed in a [public log](/corrections). The profile of a person who asks to be removed is deleted with its history and images, its address says only that a profile was removed, and the person is not listed again against their wish.

## Contact

${contact("With questions about this page", facts)}`;
}

function imprintText(facts: SiteFacts): string {
  const { siteName, founderName, contactEmail } = facts;
  const contacts = [
    founderName && `Founder: ${founderName}`,
    contactEmail && `Email: [${contactEmail}](mailto:${contactEmail})`,
  ];
  return `**The operator of ${siteName} has not completed this page yet.**

${contacts.filter(Boolean).join("\n\n") || "No contact has been entered so far."}

## To be filled in by the operator

- Name and legal form of the operator, and who may act for it
- Postal address
- Email address, and a second way to get an answer quickly, such as a telephone number
- Register and number, and VAT number, if there are any
- Who is responsible for the content, with an address
- The supervisory authority, where the activity needs a permission

Which of these the law requires depends on the country; in the European Union the basis is Article 5 of Directive 2000/31/EC.`;
}

function accessibilityText(facts: SiteFacts): string {
  return `We want everybody to be able to use ${facts.siteName}. The aim is conformance with the [Web Content Accessibility Guidelines 2.2](https://www.w3.org/TR/WCAG22/), level AA.

## What works

- Every page works with a keyboard, and shows where the focus is.
- Every page and form works without scripts. Scripts only make some of them quicker to use.
- Pages follow the colours of your system, and the foot of each page offers light and dark ones. Texts have a contrast of at least 4.5 to 1 in both.
- *Save data*, also at the foot, gives pages without scripts and decorative images.
- Texts can be enlarged, and pages fit a width of 320 pixels without scrolling sideways.
- Movement stops where your system asks for less of it.
- Forms say in words what is wrong, beside the field, and keep what you typed.

The software is checked by automated tests (axe) of its pages, in both colour schemes, before each release. Such tests find only some of the barriers.

## What does not

- Videos are shown by YouTube and Vimeo; captions depend on who published them.
- Texts and image descriptions come from many people, and some are missing or could be better.
- Documents and pages that we link to are not ours.

## Tell us

${contact("If something does not work for you", facts)} Please name the page and what you use to read it.`;
}
