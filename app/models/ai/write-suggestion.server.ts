import type { Admin } from "~/models/accounts/admin.server";
import type { ExpertRecord } from "~/models/experts/record.server";
import { firstTextProvider } from "./model-choice.server";
import { findReferences } from "./research-profile.server";
import type { RejectedLink, SuggestedField } from "./suggestions";
import {
  type Asking,
  type WrittenBy,
  writeBiography,
  writeContribution,
  writeHighlights,
} from "./write-profile.server";

export interface WrittenField extends WrittenBy {
  value: string | string[];
  rejected: RejectedLink[];
}

const CONTEXT = 3_500;

/** Throws what `askText` throws. */
export async function writeField(
  admin: Admin,
  field: SuggestedField,
  record: Pick<
    ExpertRecord,
    "name" | "title" | "categories" | "longevityContribution" | "biography" | "scienceHighlights"
  >,
  asking: Asking,
): Promise<WrittenField> {
  const { name: expertName, title: expertTitle, categories, longevityContribution } = record;
  const person = { expertName, expertTitle, provider: firstTextProvider() };
  if (field === "longevityContribution") {
    const additionalContext = known("The present text", longevityContribution, "Biography", record.biography);
    const written = await writeContribution(admin, { ...person, categories, additionalContext }, asking);
    return { ...written, value: written.longevityContribution, rejected: [] };
  }
  if (field === "biography") {
    const additionalContext = known("The present text", record.biography);
    const written = await writeBiography(admin, { ...person, longevityContribution, additionalContext }, asking);
    return { ...written, value: written.biography, rejected: [] };
  }
  if (field === "scienceHighlights") {
    const present = record.scienceHighlights.join("\n");
    const additionalContext = known("Highlights that are there already", present, "Biography", record.biography);
    const written = await writeHighlights(admin, { ...person, longevityContribution, additionalContext }, asking);
    return { ...written, value: written.scienceHighlights, rejected: [] };
  }
  const found = await findReferences(admin, person, asking);
  return { ...found, value: found.referenceLinks, rejected: found.rejectedLinks };
}

function known(...parts: string[]): string {
  const sections: string[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const text = parts[at + 1]?.trim();
    if (text) sections.push(`${parts[at]}: ${text}`);
  }
  return sections.join("\n\n").slice(0, CONTEXT);
}
