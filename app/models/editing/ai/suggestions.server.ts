/**
 * Asks a model for suggestions for the fields of a profile ('Edit & Enhance'). Stores them, and offers them in the form
 * until an editor accepts or dismisses them.
 */
import { z } from "zod";
import { db, type Queryable, readDb, type SuggestionsTable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { setUpAdvice } from "~/models/base/accounts/whom-to-ask.server";
import { newId } from "~/models/base/input/ids.server";
import { hasRoom } from "~/models/base/input/room.server";
import { parse } from "~/models/base/input/validation.server";
import { budgetProblem } from "~/models/base/providers/calls.server";
import { hasKey, NOT_SET_UP } from "~/models/base/providers/model-choice.server";
import { EXPERT_RECORD } from "~/models/records/experts/fields";
import { type ExpertForm, formIn, type RowField, recordIn } from "~/models/records/experts/form";
import { ExpertInput } from "~/models/records/experts/input.server";
import { type DraftSentence, type KeepBy, keepInputIn } from "~/models/records/provenance/sentences";
import { type StoredSuggestion, storedIn, suggestedValue } from "~/models/records/provenance/stored-suggestions.server";
import {
  accept,
  isRows,
  newEntries,
  OFFERS,
  type Offer,
  requestedField,
  SHOWN,
  SOURCE_URLS,
  SUGGESTED,
  SUGGESTION,
  type SuggestedField,
  type SuggestionNotice,
  undo,
} from "~/models/records/provenance/suggestions";
import { KEY_VARIABLES, TEXT_PROVIDERS } from "~/services/ai-providers";
import { keepSentence } from "./keep-sentence.server";
import { type WrittenField, writeField } from "./write-suggestion.server";

export interface Subject {
  kind: SuggestionsTable["subjectKind"];
  /** "" for a profile that is not stored yet. */
  id: string;
}

const RETENTION_DAYS = 30;

export const AskInput = z.object({
  kind: z.enum(["expert", "submission"], "Say whose profile it is."),
  id: z.string().max(100).default(""),
  field: z.enum(SUGGESTED, "There is nothing to suggest for this field."),
  record: ExpertInput.pick({
    name: true,
    title: true,
    categories: true,
    longevityContribution: true,
    biography: true,
    scienceHighlights: true,
    referenceLinks: true,
    orcid: true,
    wikidata: true,
  }),
  sourceUrls: z.unknown().optional(),
});

/** Asks a model for a field, and stores what it wrote. Throws "invalid", "conflict" without room. */
export async function suggest(
  editor: Editor,
  input: unknown,
  signal?: AbortSignal,
): Promise<{ offer: Offer } | { notice: SuggestionNotice }> {
  const { kind, id, field, record, sourceUrls } = parse(AskInput, input);
  const presentTexts = [record[field]].flat();
  if (field === "scienceHighlights" && presentTexts.length >= EXPERT_RECORD.scienceHighlights.editedEntries) {
    const message = "There are 3 highlights already. Remove one to make room for another.";
    return { notice: { field, title: "No highlights generated", message, rejected: [] } };
  }
  await checkRoom(editor);
  const { provider, model, ...writtenField } = await withFieldError(field, () =>
    writeField(editor, field, record, sourceUrls, { signal }),
  );
  const entries = field === "referenceLinks" ? newEntries(field, presentTexts, writtenField.entries) : [];
  const sentences = isRows(field) ? newSentences(field, presentTexts, writtenField.sentences) : writtenField.sentences;
  if (entries.length + sentences.length === 0) return { notice: noticeOfNothingNew(field, writtenField) };
  const suggestion = { ...writtenField, sentences, entries } satisfies StoredSuggestion;
  const row = {
    id: newId(),
    subjectKind: kind,
    subjectId: id,
    personName: record.name,
    field,
    text: JSON.stringify(suggestion),
    provider,
    model,
    createdAt: new Date().toISOString(),
    createdBy: editor.id,
  };
  await db.insertInto("suggestions").values(row).execute();
  return { offer: toOffer(row, { isAccepted: false, before: "" }) };
}

function noticeOfNothingNew(field: SuggestedField, { entries, rejected }: Omit<WrittenField, "provider" | "model">) {
  const makeNotice = (title: string, message: string) => ({ field, title, message, rejected });
  if (field === "scienceHighlights") {
    return makeNotice("No highlights generated", "The model found nothing new. You can add highlights by hand.");
  }
  if (field !== "referenceLinks") return makeNotice("No text generated", "The model wrote nothing. Add pages to read.");
  const isKnown = entries.length > 0;
  const message = isKnown ? "Every link that was found is already listed." : "No other link could be confirmed.";
  return makeNotice("No New Links Found", message);
}

/** Bounds all stored suggestions of an account, in characters of JSON. */
const MAX_TOTAL_LENGTH = 20_000_000;

async function checkRoom(editor: Editor): Promise<void> {
  const ownSuggestions = readDb.selectFrom("suggestions").select("text").where("createdBy", "=", editor.id);
  if (await hasRoom(readDb, ownSuggestions, { length: 0, maxTotal: MAX_TOTAL_LENGTH })) return;
  throw new AppError("conflict", "There is no room for more suggestions. Each is deleted after 30 days.");
}

function newSentences(field: RowField, presentTexts: string[], sentences: DraftSentence[]): DraftSentence[] {
  const entries = newEntries(
    field,
    presentTexts,
    sentences.map(({ text }) => text),
  );
  return sentences.filter(({ text }) => entries.includes(text));
}

/** Keeps an unsupported sentence of a suggestion. Throws "missing", "invalid". */
export async function keepSuggested(editor: Editor, id: string, input: unknown, signal?: AbortSignal): Promise<Offer> {
  const row = await suggestionRow(db, id);
  const { sentences } = storedIn(row.field, row.text);
  const supportedSentences = await keepSentence(editor, sentences, input, { id, name: row.personName, signal });
  return db.transaction().execute(async (tx) => {
    const currentRow = await suggestionRow(tx, id);
    const storedSuggestion = storedIn(currentRow.field, currentRow.text);
    // Another sentence may have been kept meanwhile.
    const mergedSentences = storedSuggestion.sentences.map((sentence, index) =>
      sentence.evidence ? sentence : (supportedSentences[index] ?? sentence),
    );
    const text = JSON.stringify({ ...storedSuggestion, sentences: mergedSentences });
    await tx.updateTable("suggestions").set({ text }).where("id", "=", id).execute();
    return toOffer({ ...currentRow, text }, { isAccepted: false, before: "" });
  });
}

async function suggestionRow(from: Queryable, id: string) {
  const row = await from.selectFrom("suggestions").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("missing", "This suggestion is no longer here.");
  return row;
}

async function withFieldError<T>(field: SuggestedField, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.problem, error.message, { [field]: error.message }, error.retryAfter);
  }
}

const OfferState = z.object({ id: z.string().max(100), isAccepted: z.boolean(), before: z.string().max(100_000) });
type OfferState = z.output<typeof OfferState>;

function statesIn(fields: Record<string, unknown>): OfferState[] {
  return [fields[OFFERS] ?? []].flat().flatMap((text) => {
    try {
      return OfferState.safeParse(JSON.parse(String(text))).data ?? [];
    } catch {
      return [];
    }
  });
}

export function acceptedIn(fields: Record<string, unknown>): string[] {
  return statesIn(fields)
    .filter(({ isAccepted }) => isAccepted)
    .map(({ id }) => id);
}

async function offersIn(_editor: Editor, fields: Record<string, unknown>): Promise<Offer[]> {
  const states = statesIn(fields).slice(0, 50);
  if (states.length === 0) return [];
  const ids = states.map(({ id }) => id);
  const rows = await readDb.selectFrom("suggestions").selectAll().where("id", "in", ids).execute();
  return states.flatMap((state) => {
    const row = rows.find(({ id }) => id === state.id);
    return row ? toOffer(row, state) : [];
  });
}

type Fields = Record<string, string | string[]>;

export interface Step {
  values: Record<string, string | string[]>;
  form: ExpertForm;
  notice: SuggestionNotice | null;
}

/** Returns the suggestions that a form shows, as a field of it. */
export async function shownSuggestions(editor: Editor, fields: Fields): Promise<Record<typeof SHOWN, string>> {
  const requestedFieldName = requestedField(fields[SUGGESTION]);
  // Hides an earlier suggestion for the field that is being asked for.
  const offers = (await offersIn(editor, fields)).filter(
    ({ field, isAccepted }) => isAccepted || field !== requestedFieldName,
  );
  return { [SHOWN]: JSON.stringify(offers) };
}

/**
 * Performs the step of the pressed button; returns null if the button has nothing to do with suggestions. Throws the
 * errors of `suggest` and `keepSuggested`.
 */
export async function suggestionStep(
  editor: Editor,
  subject: Subject,
  fields: Fields,
  signal?: AbortSignal,
): Promise<Step | null> {
  const { [SUGGESTION]: intent } = fields;
  if (typeof intent !== "string" || !intent) return null;
  const offers = await offersIn(editor, fields);
  const form = formIn(fields);
  const makeStep = (offers: Offer[], nextForm = form, notice: SuggestionNotice | null = null): Step => {
    return { values: { ...fields, [SHOWN]: JSON.stringify(offers) }, form: nextForm, notice };
  };
  const field = requestedField(intent);
  if (field) {
    const input = { ...subject, field, record: recordIn(form), sourceUrls: fields[SOURCE_URLS] };
    const updatedOffers = await offersWith(editor, offers, input, signal);
    return makeStep(updatedOffers.offers, form, updatedOffers.notice);
  }
  const [verb, id = "", index, by] = intent.split(" ");
  const offer = offers.find((offer) => offer.id === id);
  const otherOffers = offers.filter((candidate) => candidate !== offer);
  if (!offer || verb === "dismiss") return makeStep(otherOffers);
  if (verb === "keep") {
    const input = keepInputIn(fields, id, Number(index), by as KeepBy);
    return makeStep(offers.with(offers.indexOf(offer), await keepSuggested(editor, id, input, signal)));
  }
  if (verb !== "accept" && verb !== "undo") return makeStep(offers);
  const change = verb === "undo" ? undo(form, offer) : accept(form, offer);
  return makeStep([...otherOffers, change.offer], change.form);
}

async function offersWith(
  editor: Editor,
  offers: Offer[],
  input: Subject & { field: SuggestedField; record: object; sourceUrls: unknown },
  signal: AbortSignal | undefined,
) {
  const { offer, notice } = { offer: null, notice: null, ...(await suggest(editor, input, signal)) };
  // Keeps an accepted suggestion of the field, because saving the form stores it.
  const remainingOffers = offers.filter((offer) => offer.field !== input.field || offer.isAccepted);
  return { offers: offer ? [...remainingOffers, offer] : remainingOffers, notice };
}

/** Returns the reason why nothing can be suggested now: missing keys, or a spent budget; "" when something can. */
export async function whyNoSuggestions(editor: Editor): Promise<string> {
  if (TEXT_PROVIDERS.some(hasKey)) return budgetProblem();
  const advice = await setUpAdvice(editor);
  return advice
    ? `${NOT_SET_UP} ${advice}`
    : `Set ${TEXT_PROVIDERS.map((provider) => KEY_VARIABLES[provider]).join(" or ")} in the environment and restart the site.`;
}

export async function removeOldSuggestions(now = Date.now()): Promise<number> {
  const expiryTime = new Date(now - RETENTION_DAYS * 24 * 60 * 60_000).toISOString();
  const { numDeletedRows } = await db.deleteFrom("suggestions").where("createdAt", "<", expiryTime).executeTakeFirst();
  return Number(numDeletedRows);
}

function toOffer(
  {
    id,
    field,
    text,
    model,
    createdAt,
  }: Pick<SuggestionsTable, "field" | "text" | "model"> & {
    id: string;
    createdAt: string;
  },
  { isAccepted, before }: Pick<OfferState, "isAccepted" | "before">,
): Offer {
  const suggestedField = field as SuggestedField;
  const { sentences, rejected, notice, failedPages } = storedIn(field, text);
  const value = suggestedValue(suggestedField, text);
  return {
    id,
    field: suggestedField,
    value,
    sentences,
    rejected,
    notice,
    failedPages,
    model,
    createdAt,
    isAccepted,
    before,
  };
}
