import type { Editor } from "~/models/base/accounts/admin.server";
import { firstTextProvider } from "~/models/base/providers/model-choice.server";
import type { ExpertRecord } from "~/models/records/experts/fields";
import type { DraftSentence, FailedPage } from "~/models/records/provenance/sentences";
import type { RejectedLink, SuggestedField } from "~/models/records/provenance/suggestions";
import { findReferences } from "./research-profile.server";
import {
  type AskOptions,
  type DraftText,
  draftBiography,
  draftContribution,
  draftHighlights,
  type WrittenBy,
} from "./write-profile.server";

/** Holds the sentences of a text, or the entries of a list of links; the other list is empty. */
export interface WrittenField extends WrittenBy {
  sentences: DraftSentence[];
  entries: string[];
  rejected: RejectedLink[];
  notice: string;
  failedPages: FailedPage[];
}

const MAX_CONTEXT = 3_500;

type WritableRecord = Pick<
  ExpertRecord,
  "name" | "title" | "categories" | "longevityContribution" | "biography" | "scienceHighlights" | SourceFields
>;
type SourceFields = "referenceLinks" | "orcid" | "wikidata";

/** Asks a model to write one field of a profile. Throws what `askText` throws. */
export async function writeField(
  editor: Editor,
  field: SuggestedField,
  record: WritableRecord,
  sourceUrls: unknown,
  options: AskOptions,
): Promise<WrittenField> {
  const { name: expertName, title: expertTitle, categories, longevityContribution } = record;
  const { referenceLinks, orcid, wikidata } = record;
  const links = { referenceLinks, orcid, wikidata };
  const person = { expertName, expertTitle, ...links, provider: firstTextProvider(), sourceUrls };
  if (field === "longevityContribution") {
    const additionalContext = describeFacts("The present text", longevityContribution, "Biography", record.biography);
    return fieldOf(await draftContribution(editor, { ...person, categories, additionalContext }, options));
  }
  if (field === "biography") {
    const additionalContext = describeFacts("The present text", record.biography);
    return fieldOf(await draftBiography(editor, { ...person, longevityContribution, additionalContext }, options));
  }
  if (field === "scienceHighlights") {
    const presentHighlights = record.scienceHighlights.join("\n");
    const additionalContext = describeFacts(
      "Highlights that are there already",
      presentHighlights,
      "Biography",
      record.biography,
    );
    return fieldOf(await draftHighlights(editor, { ...person, longevityContribution, additionalContext }, options));
  }
  const { referenceLinks: entries, rejectedLinks: rejected, ...author } = await findReferences(editor, person, options);
  return { ...author, sentences: [], entries, rejected, notice: "", failedPages: [] };
}

function fieldOf({ sentences, sources: { notice, failed }, ...author }: DraftText): WrittenField {
  return { ...author, sentences, entries: [], rejected: [], notice, failedPages: failed };
}

function describeFacts(...parts: string[]): string {
  const sections: string[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    const text = parts[index + 1]?.trim();
    if (text) sections.push(`${parts[index]}: ${text}`);
  }
  return sections.join("\n\n").slice(0, MAX_CONTEXT);
}
