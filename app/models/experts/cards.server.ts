import type { Marks } from "~/db.server";
import { shownImage } from "~/models/images/missing.server";
import { plainText } from "~/models/text/plain-text.server";
import type { CardSource } from "./experts.server";
import { around, MATCH_LABELS, type Marked, type Match, marker } from "./matches.server";

export type { Marked };

export interface ExpertCard {
  slug: string;
  name: string;
  markedName?: string[];
  title: Marked;
  text: Marked;
  /** Without one, cards show initials. */
  image?: string;
  featured?: true;
  /** Every sentence of the profile has a source. */
  sourced?: true;
}

const TEXT_LENGTH = 125;

/** Cards in the order of `experts`; `marks` are the words to mark, `match` the line that is shown for the contribution. */
export async function toCards(
  experts: (CardSource & { match?: Match | null })[],
  marks: Marks = [],
): Promise<ExpertCard[]> {
  const mark = marker(marks);
  const shortOf = (text: string) => (marks.length ? around(text, mark, TEXT_LENGTH) : plainText(text, TEXT_LENGTH));
  return experts.map((expert) => {
    const name = mark(expert.name);
    const image = shownImage(expert.imageUrl);
    const { match } = expert;
    return {
      slug: expert.slug,
      name: expert.name,
      ...(Array.isArray(name) && { markedName: name }),
      title: mark(expert.title),
      text: match ? labelled(match, mark(shortOf(match.text))) : mark(shortOf(expert.longevityContribution)),
      ...(image && { image }),
      ...(expert.featured && { featured: true as const }),
      ...(expert.isSourced && { sourced: true as const }),
    };
  });
}

function labelled({ field }: Match, text: Marked): Marked {
  const label = MATCH_LABELS[field];
  if (!label) return text;
  const [first = "", ...others] = typeof text === "string" ? [text] : text;
  return others.length > 0 ? [`${label}: ${first}`, ...others] : `${label}: ${first}`;
}
