/** Every record is read and checked before anything is written. */
import { z } from "zod";
import type { Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { ROLES } from "~/models/accounts/roles";
import { ProvenanceList } from "~/models/ai/provenance.server";
import { MAX_FEATURED } from "~/models/articles/fields";
import { FEATURED_ARTICLES } from "~/models/articles/rows.server";
import { EvidenceList } from "~/models/evidence/transfer.server";
import { personIn } from "~/models/experts/edit.server";
import type { ExpertField } from "~/models/experts/fields";
import { FEATURED_EXPERTS } from "~/models/experts/rows.server";
import { lookForImages, withoutMissingImages } from "~/models/images/missing.server";
import { comparedPage, type ImportedPage } from "~/models/pages/transfer.server";
import { parse } from "~/models/records/validation.server";
import { ASKED_NOT_TO_BE_LISTED, askedNotToBeListed } from "~/models/requests/relisting.server";
import { settingsChanges } from "~/models/site/settings.server";
import { compareArticle } from "./import-articles.server";
import { ExpertComparison } from "./import-experts.server";
import { LibraryComparison } from "./import-library.server";
import { type Found, type Kind, readExport, readTable, recordIn } from "./import-read.server";
import {
  addRows,
  BATCH,
  type InTransaction,
  positionOf,
  type Staged,
  type StagedKind,
  type Verdict,
} from "./import-rows.server";

export type SettingsStep = { kind: "settings"; value: Record<string, string> };
export type PageStep = { kind: "pages"; value: ImportedPage };
export type UserStep = { kind: "users"; value: z.output<typeof User> };
export type SubmissionStep = { kind: "submissions"; value: z.output<typeof Submission> };

export interface OrderStep {
  kind: "expertOrder" | "articleOrder";
  items: FeaturedItem[];
}

/** A stored item, or the position of a staged row. */
export interface FeaturedItem {
  rowId: number | null;
  position: number | null;
  name: string;
}

const time = z.iso.datetime();
const short = z.string().max(500);
const User = z.object({
  email: z.email().max(254).toLowerCase(),
  emailVerifiedAt: time.nullable(),
  firstName: short,
  lastName: short,
  role: z.enum(ROLES).default("user"),
  status: z.enum(["active", "disabled"]),
  createdAt: time,
});
const Submission = z.object({
  id: z.string().min(1).max(100),
  status: z.enum(["pending", "approved", "rejected"]),
  name: short,
  title: short,
  record: z.record(z.string(), z.unknown()),
  sentRecord: z.string().nullable().default(null),
  submitterName: short,
  submitterEmail: short,
  submitterReason: z.string().max(10_000),
  submittedAt: time,
  updatedAt: time,
  reviewNotes: z.string().max(10_000),
  reviewedAt: time.nullable(),
  changes: short.nullable(),
  expert: short.nullable(),
  provenance: ProvenanceList.default([]),
  evidence: EvidenceList.default([]),
});

/** Compares records one by one; invalid ones do not throw. */
export class Comparison {
  private readonly experts: ExpertComparison;
  private readonly library: LibraryComparison;

  constructor(private readonly from: Queryable) {
    this.experts = new ExpertComparison(from);
    this.library = new LibraryComparison(from);
  }

  async record({ kind, value }: Found): Promise<Verdict> {
    return settled(nameIn(value), async () => {
      await lookForImages(value);
      if (kind === "settings") return this.settings(value);
      if (kind === "users") return this.user(value);
      if (kind === "experts") return this.experts.compare(value);
      if (kind === "submissions") return this.submission(value);
      if (kind === "articles") return compareArticle(this.from, value);
      if (kind === "pages") return this.page(value);
      return this.library.compare(kind, value);
    });
  }

  async row(cells: string[], fields: (ExpertField | "")[]): Promise<Verdict> {
    const { record, notes, error } = recordIn(cells, fields);
    return settled(nameIn(record), async () => {
      if (error) throw new AppError("invalid", error);
      await lookForImages(record);
      return this.experts.compare(record, notes);
    });
  }

  private async settings(value: unknown): Promise<Verdict> {
    const name = "Site settings";
    const { is } = await settingsChanges(this.from, value);
    if (Object.keys(is).length === 0) return { outcome: "same", detail: "", step: null, name };
    const step: SettingsStep = { kind: "settings", value: parse(z.record(z.string(), z.string()), value) };
    return { outcome: "changed", name, detail: Object.keys(is).join(", "), step };
  }

  private async user(input: unknown): Promise<Verdict> {
    const value = parse(User, input);
    const known = await this.from.selectFrom("users").select("id").where("email", "=", value.email).executeTakeFirst();
    if (known) return { outcome: "same", detail: "", step: null, name: value.email };
    const step: UserStep = { kind: "users", value };
    return { outcome: "new", name: value.email, detail: "", step };
  }

  private async page(input: unknown): Promise<Verdict> {
    const { value, isNew, changed } = await comparedPage(this.from, input);
    if (changed.length === 0) return { outcome: "same", detail: "", step: null, name: value.title };
    const step: PageStep = { kind: "pages", value };
    return { outcome: isNew ? "new" : "changed", name: value.title, detail: changed.join(", "), step };
  }

  private async submission(input: unknown): Promise<Verdict> {
    const value = parse(Submission, input);
    const { name } = value;
    if (await askedNotToBeListed(personIn({ ...value.record, name }), this.from))
      throw new AppError("invalid", ASKED_NOT_TO_BE_LISTED);
    const stored = this.from.selectFrom("submissions").select("id").where("id", "=", value.id);
    if (await stored.executeTakeFirst()) return { outcome: "same", detail: "", step: null, name };
    const { record, missing } = withoutMissingImages(value.record);
    const step: SubmissionStep = { kind: "submissions", value: { ...value, record } };
    return { outcome: "new", name, detail: missing, step };
  }
}

async function settled(name: string, run: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outcome: "error", name, detail: error.message, step: null };
  }
}

function nameIn(value: unknown): string {
  const { name, title, email } = Object(value) as Record<string, unknown>;
  return [name, title, email].find((text): text is string => typeof text === "string")?.slice(0, 200) ?? "";
}

/** The featured order of a file. */
export class FeaturedOrder {
  private readonly items: (FeaturedItem & { place: number })[] = [];
  private readonly notFeatured = new Set<number>();

  constructor(private readonly kind: OrderStep["kind"]) {}

  /** `position` of the staged row; null for an unchanged item. */
  note({ featuredPosition, target, name }: Verdict, position: number | null): void {
    if (featuredPosition === undefined) return;
    const rowId = target?.rowId ?? null;
    if (featuredPosition !== null)
      this.items.push({ rowId, position: rowId ? null : position, name, place: featuredPosition });
    else if (rowId !== null) this.notFeatured.add(rowId);
  }

  /** The file's order, then items featured only here; null when equal. */
  async step(from: Queryable): Promise<OrderStep | null> {
    const present = await featuredIn(from, this.kind);
    const first = this.items.toSorted((a, b) => a.place - b.place).map(({ place: _, ...item }) => item);
    const others = present.filter(
      ({ rowId }) => !this.notFeatured.has(rowId) && !first.some((one) => one.rowId === rowId),
    );
    const items = [...first, ...others.map(({ rowId, name }) => ({ rowId, name, position: null }))];
    if (this.kind === "articleOrder") items.splice(MAX_FEATURED);
    const isSame =
      items.length === present.length && items.every(({ rowId }, place) => rowId === present[place]?.rowId);
    return isSame ? null : { kind: this.kind, items };
  }
}

export async function featuredIn(from: Queryable, kind: OrderStep["kind"]): Promise<{ rowId: number; name: string }[]> {
  return (kind === "expertOrder" ? FEATURED_EXPERTS : FEATURED_ARTICLES).rows(from);
}

export type Counts = Partial<Record<StagedKind, Record<Verdict["outcome"], number>>>;

export interface StageOptions {
  path: string;
  /** The field of each column; null for an export. */
  fields: (ExpertField | "")[] | null;
  inTransaction: InTransaction;
  from: Queryable;
  progress?(done: number): void;
  signal?: AbortSignal;
}

/** Reads and compares a file, and stages its changes and questions. */
export async function stageFile(importId: string, options: StageOptions): Promise<Counts> {
  const { inTransaction, from, progress, signal } = options;
  const stage = new Stage();
  let done = 0;
  for await (const found of comparedRecords(options)) {
    stage.add(found);
    if (++done % BATCH !== 0) continue;
    signal?.throwIfAborted();
    await inTransaction((tx) => addRows(tx, importId, stage.take()));
    progress?.(done);
  }
  if (done === 0) throw new AppError("invalid", "There is nothing to import in this file.");
  await stage.addOrders(from);
  await inTransaction((tx) => addRows(tx, importId, stage.take()));
  progress?.(done);
  return stage.counts;
}

interface Compared {
  kind: Kind;
  row: number;
  verdict: Verdict;
}

async function* comparedRecords({ path, fields, from }: StageOptions): AsyncGenerator<Compared, void> {
  const comparison = new Comparison(from);
  if (fields === null) {
    for await (const found of readExport(path)) yield { ...found, verdict: await comparison.record(found) };
  } else {
    for await (const { row, cells } of readTable(path))
      yield { kind: "experts", row, verdict: await comparison.row(cells, fields) };
  }
}

/** Further errors are only counted. */
const MAX_ERRORS = 1_000;

class Stage {
  readonly counts: Counts = {};
  private rows: Omit<Staged, "importId">[] = [];
  private readonly orders = [
    { kind: "experts", order: new FeaturedOrder("expertOrder") },
    { kind: "articles", order: new FeaturedOrder("articleOrder") },
  ] as const;

  add({ kind, row, verdict }: Compared): void {
    const count = this.count(kind, verdict.outcome);
    const isRow = verdict.outcome !== "same" && (verdict.outcome !== "error" || count <= MAX_ERRORS);
    const position = isRow ? positionOf(kind, this.totalOf(kind)) : null;
    for (const order of this.orders) if (order.kind === kind) order.order.note(verdict, position);
    if (position !== null) this.rows.push(stagedRow(kind, { position, row }, verdict));
  }

  async addOrders(from: Queryable): Promise<void> {
    for (const { order } of this.orders) {
      const found = await order.step(from);
      if (!found) continue;
      const { kind } = found;
      const name = kind === "expertOrder" ? "The featured experts" : "The featured articles";
      this.count(kind, "changed");
      const verdict = { outcome: "changed", name, detail: "Order", step: found } as const;
      this.rows.push(stagedRow(kind, { position: positionOf(kind, 0), row: 1 }, verdict));
    }
  }

  take(): Omit<Staged, "importId">[] {
    return this.rows.splice(0);
  }

  private count(kind: StagedKind, outcome: Verdict["outcome"]): number {
    this.counts[kind] ??= { new: 0, changed: 0, question: 0, same: 0, error: 0 };
    return ++this.counts[kind][outcome];
  }

  private totalOf(kind: StagedKind): number {
    return Object.values(this.counts[kind] ?? {}).reduce((sum, count) => sum + count, 0);
  }
}

/** New and changed rows are written unless deselected; questions wait. */
function stagedRow(kind: StagedKind, place: Pick<Staged, "position" | "row">, verdict: Verdict) {
  const { outcome, name, detail, step, target } = verdict;
  return {
    ...place,
    kind,
    state: outcome === "new" || outcome === "changed" ? ("waiting" as const) : ("out" as const),
    outcome: outcome as Staged["outcome"],
    answer: "",
    subjectRowId: outcome === "changed" ? (target?.rowId ?? null) : null,
    basedOn: outcome === "changed" ? (target?.updatedAt ?? "") : "",
    name,
    detail,
    step,
  };
}
