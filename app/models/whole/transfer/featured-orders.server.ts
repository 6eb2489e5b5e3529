/** The order of what is featured, as the records of a file have it: staged as one change, and written after them. */
import { type Queryable, readDb } from "~/db.server";
import { type Staged, type Step, setState, type Verdict } from "~/models/editing/imports/import-rows.server";
import { MAX_FEATURED } from "~/models/records/articles/fields";
import { FEATURED_ARTICLES } from "~/models/records/articles/rows.server";
import { publishListings } from "~/models/records/experts/publish.server";
import { FEATURED_EXPERTS } from "~/models/records/experts/rows.server";
import { setFeatured } from "~/models/records/shared/featured.server";
import { change } from "./changes.server";
import type { Written } from "./kind.server";
import type { OrderKind } from "./kind-names";

interface OrderStep extends Step {
  kind: OrderKind;
  items: FeaturedItem[];
}

/** A stored item, or the position of a staged row. */
interface FeaturedItem {
  rowId: number | null;
  position: number | null;
  name: string;
}

interface Order extends Written {
  of: "experts" | "articles";
  name: string;
}

export const ORDERS: Record<OrderKind, Order> = {
  expertOrder: {
    of: "experts",
    name: "The featured experts",
    write: writtenBy(orderExperts),
    changes,
  },
  articleOrder: {
    of: "articles",
    name: "The featured articles",
    write: writtenBy((tx, rowIds) => setFeatured(tx, FEATURED_ARTICLES, rowIds)),
    changes,
  },
};

function featuredIn(from: Queryable, kind: OrderKind): Promise<{ rowId: number; name: string }[]> {
  return (kind === "expertOrder" ? FEATURED_EXPERTS : FEATURED_ARTICLES).rows(from);
}

async function changes({ kind, step }: Staged) {
  const present = await featuredIn(readDb, kind as OrderKind);
  const names = (list: { name: string }[]) => list.map(({ name }) => name);
  return [change("Order", names(present), names((step as OrderStep).items))];
}

/** The featured order of a file. */
export class FeaturedOrder {
  private readonly items: (FeaturedItem & { place: number })[] = [];
  private readonly notFeatured = new Set<number>();

  constructor(readonly kind: OrderKind) {}

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

function writtenBy(order: (tx: Queryable, rowIds: number[]) => Promise<unknown>): Written["write"] {
  return async (tx, rows) => {
    for (const row of rows) {
      await order(tx, await rowIdsOf(tx, row));
      await setState(tx, row, { state: "written" });
    }
    return rows.length;
  };
}

async function orderExperts(tx: Queryable, order: number[]): Promise<void> {
  const present = (await featuredIn(tx, "expertOrder")).map(({ rowId }) => rowId);
  const leaving = present.filter((rowId) => !order.includes(rowId));
  const joining = order.filter((rowId) => !present.includes(rowId));
  await setFeatured(tx, FEATURED_EXPERTS, order);
  const listed = await tx
    .selectFrom("listing")
    .select("expertRowId")
    .distinct()
    .where("expertRowId", "in", [...leaving, ...joining])
    .execute();
  await publishListings(
    tx,
    listed.map(({ expertRowId }) => expertRowId),
  );
}

async function rowIdsOf(tx: Queryable, { importId, step }: Staged): Promise<number[]> {
  const { items, kind } = step as OrderStep;
  const positions = items.flatMap(({ position }) => position ?? []);
  const staged = await tx
    .selectFrom("importRows")
    .select(["position", "subjectRowId"])
    .where("importId", "=", importId)
    .where("position", "in", positions)
    .where("state", "in", ["hidden", "written"])
    .execute();
  const rowIds = items.flatMap(
    (item) => item.rowId ?? staged.find(({ position }) => position === item.position)?.subjectRowId ?? [],
  );
  if (rowIds.length === 0) return [];
  const experts = tx.selectFrom("experts").select("rowId").where("deletedAt", "is", null);
  const articles = tx.selectFrom("articles").select("rowId").where("deletedAt", "is", null);
  const rows = await (kind === "expertOrder"
    ? experts.where("rowId", "in", rowIds).execute()
    : articles.where("status", "=", "published").where("rowId", "in", rowIds).execute());
  return rowIds.filter((rowId) => rows.some((row) => row.rowId === rowId));
}
