import { z } from "zod";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { askText } from "~/models/base/providers/ask-text.server";
import { firstTextProvider, hasKey } from "~/models/base/providers/model-choice.server";
import { httpUrl } from "~/models/base/web/urls";
import { changeSources, type SourcesPage } from "~/models/editing/sources/sources.server";
import type { Evidence } from "~/models/records/evidence/evidence";
import type { Kind, SourcesSubject } from "~/models/records/sources/subjects.server";
import { secondOpinion } from "./second-opinion.server";

const ProposedPages = z.object({ pages: z.array(z.string()).describe("Addresses with https:// or http://.") });

/**
 * Calls `changeSources` with a model. The model proposes pages for a quote that none of the record's pages contains. It
 * gives its opinion on evidence if an editor asks for it.
 */
export function changeSourcesWithAi(
  editor: Editor,
  kind: Kind,
  key: string,
  input: unknown,
  { signal }: { signal: AbortSignal },
): Promise<SourcesPage> {
  const propose = (subject: SourcesSubject, lostEvidence: Evidence) =>
    proposePages(editor, subject, lostEvidence, signal);
  const ask = async (evidence: Evidence) => {
    const { costUsd: _, ...opinion } = await secondOpinion(editor, evidence, { signal });
    return opinion;
  };
  return changeSources(editor, kind, key, input, { signal, propose, ask });
}

/** Returns no pages if no provider is set up or it fails, because the admin can name a page instead. */
async function proposePages(editor: Editor, subject: SourcesSubject, lostEvidence: Evidence, signal: AbortSignal) {
  const provider = firstTextProvider();
  if (!hasKey(provider)) return [];
  const { sentence, quote } = lostEvidence;
  const person = { expertName: subject.person || subject.name, expertTitle: String(subject.record.title ?? "") };
  const data = { ...person, sentence, quote, known: subject.pages };
  try {
    const { answer } = await askText(editor, { task: "pages", data, schema: ProposedPages, provider, signal });
    return answer.pages.flatMap((page) => httpUrl(page.trim()) ?? []);
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
