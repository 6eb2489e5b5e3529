/** Lists the parts of a profile that readers can report as wrong, with their labels in the form. */
import { EXPERT_LABELS, type ExpertField, type ExpertRecord, PUBLIC_FIELDS } from "~/models/records/experts/fields";
import { SECTIONS } from "~/subject/profile";

/** Has the fields of each part; a report names the first field that is not empty. */
type Part = [label: string, fields: readonly ExpertField[]];

const NAMED_PARTS: Part[] = [
  ["The name", ["name"]],
  ["The title", ["title"]],
  ["Where they work", ["positions", "affiliation", "ror", "city", "country"]],
  ["The years of birth and death", ["born", "died", "status"]],
  [
    SECTIONS.interview,
    ["longevityInterviewTitle", "longevityInterviewVideoEmbed", "longevityInterviewLongDescription"],
  ],
  ["Featured Solution", ["productTitle", "productDescription", "productButtonUrl"]],
  [SECTIONS.contribution, ["longevityContribution"]],
  ["The biography", ["biography"]],
  ["A video", ["youtubeEmbeds"]],
  ["A book", ["books"]],
  [SECTIONS.highlights, ["scienceHighlights"]],
  ["A link", ["referenceLinks"]],
  ["The categories or topics", ["categories", "topics"]],
  ["What they can be asked for", ["availableFor"]],
  ["An identifier, such as ORCID", ["orcid", "wikidata", "openalex"]],
];

/** Public fields without a name of their own are parts under their labels. */
const PARTS: Part[] = [
  ...NAMED_PARTS,
  ...PUBLIC_FIELDS.filter((field) => !NAMED_PARTS.some(([, fields]) => fields.includes(field))).map(
    (field): Part => [EXPERT_LABELS[field], [field]],
  ),
];

export interface ReportPart {
  field: ExpertField;
  label: string;
}

export function reportParts(expert: Partial<ExpertRecord>): ReportPart[] {
  return PARTS.flatMap(([label, fields]) => {
    const field = fields.find((name) => expert[name] && String(expert[name]) !== "");
    return field ? [{ field, label }] : [];
  });
}
