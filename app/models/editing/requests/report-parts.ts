/** Lists the parts of a profile that readers can report as wrong, with their labels in the form. */
import { EXPERT_LABELS, type ExpertField, type ExpertRecord, PROFILE_FIELDS } from "~/models/records/experts/fields";
import { SECTIONS } from "~/subject/profile";

/** Each part has its fields; a report names the first field that is not empty. */
const PARTS: [label: string, fields: ExpertField[]][] = [
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
  ["The languages", ["languages"]],
  ["What they can be asked for", ["availableFor"]],
  ["An identifier, such as ORCID", ["orcid", "wikidata", "openalex"]],
  ...PROFILE_FIELDS.map((field): [string, ExpertField[]] => [EXPERT_LABELS[field], [field]]),
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
