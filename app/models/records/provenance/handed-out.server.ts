/**
 * Remembers texts that a model wrote and a call or a screen showed. They count as the model's if somebody pastes them into
 * a record while suggestions are kept.
 */
import { db, mayBeSameName, type Queryable, type SuggestionsTable } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { newId } from "~/models/base/input/ids.server";
import { keyOf, type Prose, sentencesOf } from "~/models/records/evidence/support";
import type { DraftSentence } from "./sentences";
import { landingsOf, type StoredSuggestion, TEXT_FIELDS } from "./stored-suggestions.server";

const EMPTY_SUGGESTION = { entries: [], rejected: [], notice: "", failedPages: [] };
/** The limit of texts of the person, and of texts of all people. */
const MAX_COMPARED_TEXTS = 200;

/** Stores the sentences that are shown as one suggestion for each field. */
export async function rememberText(
  editor: Editor,
  name: string,
  sentences: DraftSentence[],
  { provider, model }: { provider: string; model: string },
): Promise<void> {
  for (const field of new Set(sentences.map((sentence) => sentence.field))) {
    const fieldSentences = sentences.filter((sentence) => sentence.field === field);
    const text = JSON.stringify({ ...EMPTY_SUGGESTION, sentences: fieldSentences } satisfies StoredSuggestion);
    const origin = { provider, model, createdAt: new Date().toISOString(), createdBy: editor.id };
    await db
      .insertInto("suggestions")
      .values({ id: newId(), subjectKind: "expert", subjectId: "", personName: name, field, text, ...origin })
      .execute();
  }
}

type Row = Pick<SuggestionsTable, "field" | "text" | "model"> & { id: string };

/**
 * Returns the texts that have a new sentence in the record, one for each of these fields: the person's before others, because
 * a name may be spelled differently, and the latest before others. A text may stand in another field than it was written for.
 */
async function matchingTexts(
  tx: Queryable,
  { name, fields }: { name: string; fields: string[] },
  texts: { before: Prose; now: Prose },
): Promise<Row[]> {
  const changedFields = fields.filter((field) => newSentences(field, texts.before, texts.now).size > 0);
  if (changedFields.length === 0) return [];
  const suggestions = tx.selectFrom("suggestions").select(["id", "field", "text", "model", "personName"]);
  const latest = suggestions.orderBy("createdAt", "desc").orderBy("id").limit(MAX_COMPARED_TEXTS);
  const latestRows = await latest.execute();
  const rows = name
    ? [
        ...(await latest.where("personName", "=", name).execute()),
        // Texts without a name are not about one person.
        ...latestRows.filter(({ personName }) => personName === "" || mayBeSameName(personName, name)),
      ]
    : latestRows;
  const landings = landingsOf(rows, changedFields, texts);
  return changedFields.flatMap((field) => {
    const fieldLandings = landings.filter((landing) => landing.field === field);
    return (fieldLandings.find(({ row }) => row.field === field) ?? fieldLandings[0])?.row ?? [];
  });
}

function newSentences(field: string, before: Prose, now: Prose): Set<string> {
  const keys = sentencesOf(field, now[field]).map(keyOf);
  if (keys.length === 0) return new Set();
  const formerKeys = new Set(sentencesOf(field, before[field]).map(keyOf));
  return new Set(keys.filter((key) => !formerKeys.has(key)));
}

/** Adds to the accepted suggestions of an edit the suggestions whose sentences it contains unmarked. Nothing is checked. */
export async function withUnmarkedTexts(
  tx: Queryable,
  { name, aiFields = [] }: { name: string; aiFields?: string[] },
  { before, now, accepted = [] }: { before: Prose; now: Prose; accepted?: unknown },
): Promise<unknown> {
  if (!Array.isArray(accepted)) return accepted;
  const fields = TEXT_FIELDS.filter((field) => !aiFields.includes(field));
  const unmarkedTexts = await matchingTexts(tx, { name, fields }, { before, now });
  return [...new Set([...accepted, ...unmarkedTexts.map(({ id }) => id)])];
}

/** Returns the model that wrote a new sentence of an article's body; "" for none. Compares texts about all people. */
export async function modelOfArticle(tx: Queryable, before: string, now: unknown): Promise<string> {
  const [source] = await matchingTexts(
    tx,
    { name: "", fields: ["body"] },
    { before: { body: before }, now: { body: now } },
  );
  return source?.model ?? "";
}
