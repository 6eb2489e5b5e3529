/**
 * Suggestions for fields of a profile: asked for, kept, and offered in a form until somebody decides ('Edit &
 * Enhance').
 */
import { z } from "zod";
import { db, readDb, type SuggestionsTable } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/accounts/admin.server";
import { MOST_ENTRIES } from "~/models/experts/fields";
import { type ExpertForm, formIn, recordIn } from "~/models/experts/form";
import { ExpertInput } from "~/models/experts/write.server";
import { newId } from "~/models/records/ids.server";
import { parse } from "~/models/records/validation.server";
import { TEXT_PROVIDERS } from "~/services/ai-providers";
import { budgetProblem } from "./calls.server";
import { hasKey, missingKey } from "./model-choice.server";
import { entriesIn, rejectedIn } from "./stored-suggestions.server";
import {
  accept,
  isRows,
  newEntries,
  OFFERS,
  type Offer,
  type RejectedLink,
  requestedField,
  SHOWN,
  SUGGESTED,
  SUGGESTION,
  type SuggestedField,
  type Told,
  undo,
} from "./suggestions";
import { writeField } from "./write-suggestion.server";

export interface Subject {
  kind: SuggestionsTable["subjectKind"];
  id: string; // "" for one that is not stored yet
}

const KEPT_DAYS = 30;

const AskInput = z.object({
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
  }),
});

/** Asks a model for a field, and keeps what it wrote. Throws invalid. */
export async function suggest(
  admin: Admin,
  input: unknown,
  signal?: AbortSignal,
): Promise<{ offer: Offer } | { told: Told }> {
  const { kind, id, field, record } = parse(AskInput, input);
  const present = record[field];
  const told = (title: string, message: string, rejected: RejectedLink[] = []) => ({
    told: { field, title, message, rejected },
  });
  if (field === "scienceHighlights" && present.length >= MOST_ENTRIES.scienceHighlights) {
    return told("No highlights generated", "There are 3 highlights already. Remove one to make room for another.");
  }
  const written = await atField(field, () => writeField(admin, field, record, { signal }));
  const { rejected } = written;
  const value = isRows(field) ? newEntries(field, [present].flat(), [written.value].flat()) : String(written.value);
  if (value.length === 0) {
    if (field === "scienceHighlights") {
      return told("No highlights generated", "The model found none that are not there already. Add them by hand.");
    }
    const isKnown = written.value.length > 0;
    const why = isKnown ? "Every link that was found is present already." : "No other link could be shown to be right.";
    return told("No New Links Found", why, rejected);
  }
  const row = {
    id: newId(),
    subjectKind: kind,
    subjectId: id,
    field,
    text: isRows(field) ? JSON.stringify({ entries: value, rejected }) : String(value),
    provider: written.provider,
    model: written.model,
    createdAt: new Date().toISOString(),
    createdBy: admin.id,
  };
  await db.insertInto("suggestions").values(row).execute();
  return { offer: toOffer(row, { isAccepted: false, before: "" }) };
}

async function atField<T>(field: SuggestedField, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.problem, error.message, { [field]: error.message }, error.retryAfter);
  }
}

const Kept = z.object({ id: z.string().max(100), isAccepted: z.boolean(), before: z.string().max(100_000) });
type Kept = z.output<typeof Kept>;

function keptIn(fields: Record<string, unknown>): Kept[] {
  return [fields[OFFERS] ?? []].flat().flatMap((text) => {
    try {
      return Kept.safeParse(JSON.parse(String(text))).data ?? [];
    } catch {
      return [];
    }
  });
}

export function acceptedIn(fields: Record<string, unknown>): string[] {
  return keptIn(fields)
    .filter(({ isAccepted }) => isAccepted)
    .map(({ id }) => id);
}

async function offersIn(_admin: Admin, fields: Record<string, unknown>): Promise<Offer[]> {
  const held = keptIn(fields).slice(0, 50);
  if (held.length === 0) return [];
  const ids = held.map(({ id }) => id);
  const rows = await readDb.selectFrom("suggestions").selectAll().where("id", "in", ids).execute();
  return held.flatMap((one) => {
    const row = rows.find(({ id }) => id === one.id);
    return row ? toOffer(row, one) : [];
  });
}

export interface Step {
  values: Record<string, string | string[]>;
  form: ExpertForm;
  told: Told | null;
}

export async function suggestionStep(
  admin: Admin,
  subject: Subject,
  fields: Record<string, string | string[]>,
  signal?: AbortSignal,
): Promise<Step | null> {
  const offers = await offersIn(admin, fields);
  fields[SHOWN] = JSON.stringify(offers);
  const asked = fields[SUGGESTION];
  if (typeof asked !== "string" || !asked) return null;
  const form = formIn(fields);
  const step = (offers: Offer[], next = form, told: Told | null = null): Step => ({
    values: { ...fields, [SHOWN]: JSON.stringify(offers) },
    form: next,
    told,
  });
  const field = requestedField(asked);
  if (field) {
    const answer = await suggest(admin, { ...subject, field, record: recordIn(form) }, signal);
    // An accepted one stays: it is a part of what is stored later.
    const others = offers.filter((offer) => offer.field !== field || offer.isAccepted);
    return "told" in answer ? step(others, form, answer.told) : step([...others, answer.offer]);
  }
  const [verb, id] = asked.split(" ");
  const offer = offers.find((one) => one.id === id);
  const rest = offers.filter((one) => one !== offer);
  if (!offer || verb === "leave") return step(rest);
  const next = verb === "undo" ? undo(form, offer) : accept(form, offer);
  return step([...rest, next.offer], next.form);
}

/** Why nothing can be suggested now: missing keys, or a spent budget; "" when something can. */
export async function whyNoSuggestions(_admin: Admin): Promise<string> {
  return TEXT_PROVIDERS.some(hasKey) ? budgetProblem() : TEXT_PROVIDERS.map(missingKey).join(" ");
}

export async function removeOldSuggestions(now = Date.now()): Promise<number> {
  const before = new Date(now - KEPT_DAYS * 24 * 60 * 60_000).toISOString();
  const { numDeletedRows } = await db.deleteFrom("suggestions").where("createdAt", "<", before).executeTakeFirst();
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
  { isAccepted, before }: Pick<Kept, "isAccepted" | "before">,
): Offer {
  const known = field as SuggestedField;
  const value = isRows(known) ? entriesIn(text) : text;
  return { id, field: known, value, rejected: rejectedIn(text), model, createdAt, isAccepted, before };
}
