/** Reads one page of an ordered list, however long the list is. */
import { z } from "zod";
import { AppError } from "~/errors";
import { fieldInWords } from "~/models/base/text/field-words";
import { parse } from "./validation.server";

export interface PageQuery {
  /** The number of the page, from 1. */
  page: number;
  limit: number;
}

const wholeNumber = (name: string) =>
  z
    .string()
    .regex(/^-?\d+$/, `${fieldInWords(name)} must be a whole number.`)
    .transform((digits) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER))
    .refine((value) => value >= 1, `${fieldInWords(name)} must be at least 1.`);

const PageAndLimit = z.object({ page: wholeNumber("page").optional(), limit: wholeNumber("limit").optional() });

/** Reads the page of a JSON list query. Throws "invalid" for a bad page, or a limit outside 1 to `maxLimit`. */
export function pageIn(
  params: URLSearchParams,
  { limit: defaultLimit, maxLimit = 100 }: { limit: number; maxLimit?: number },
): PageQuery {
  const fields = { page: params.get("page") ?? undefined, limit: params.get("limit") ?? undefined };
  const { page = 1, limit = defaultLimit } = parse(PageAndLimit, fields);
  if (limit <= maxLimit) return { page, limit };
  const message = `Limit must be at most ${maxLimit}.`;
  throw new AppError("invalid", message, { limit: message });
}

/** Reads the number of a page from its query, with the nearest valid value for an invalid one. */
export function nearestPage(params: URLSearchParams, limit: number): PageQuery {
  const page = Number.parseInt(params.get("page") ?? "1", 10);
  return { page: Number.isSafeInteger(page) && page > 0 ? page : 1, limit };
}

export function searchIn(params: URLSearchParams): string {
  return params.get("search")?.trim() ?? "";
}

export interface Paging {
  /** At least 1, so that "Page 1 of 1" is true of an empty list. */
  totalPages: number;
  currentPage: number;
}

/**
 * Returns a page of a list. Past the end it is empty, and the totals stay correct; with `nearest` it is the last page instead.
 * @param find Returns the rows from `offset` on, and how many rows the list has in all.
 */
export async function findPage<Result extends { total: number }>(
  { page, limit }: PageQuery,
  { nearest = false }: { nearest?: boolean },
  find: (offset: number) => Promise<Result>,
): Promise<Result & Paging> {
  const result = await find(Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER));
  const totalPages = countPages(result.total, limit);
  if (nearest && page > totalPages) return findPage({ page: totalPages, limit }, {}, find);
  return { ...result, totalPages, currentPage: page };
}

export function countPages(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}

export type Order = "asc" | "desc";

/** The LIMIT, OFFSET and direction of a query. */
export interface Slice {
  order: Order;
  limit: number;
  offset: number;
}

/**
 * Reads rows `offset` to `offset + limit` of a list of `total` rows. SQLite walks past every row that OFFSET skips, so this
 * reads the second half of a list from its end.
 * @param order The direction of the list.
 * @param read Runs the query, which should walk a narrow index so that it reads no record only to skip it.
 */
export async function readSlice<Row>(
  { total, offset, limit, order }: Slice & { total: number },
  read: (slice: Slice) => Promise<Row[]>,
): Promise<Row[]> {
  const count = Math.min(limit, total - offset);
  if (count <= 0) return [];
  const rowsAfter = total - offset - count;
  if (offset <= rowsAfter) return read({ order, limit: count, offset });
  const rows = await read({ order: order === "asc" ? "desc" : "asc", limit: count, offset: rowsAfter });
  return rows.reverse();
}

/** Puts rows into the order of their row numbers, and leaves out missing rows. */
export function sortByRowIds<Row extends { rowId: number }>(rows: Row[], rowIds: number[]): Row[] {
  const rowsByNumber = new Map(rows.map((row) => [row.rowId, row]));
  return rowIds.flatMap((rowId) => rowsByNumber.get(rowId) ?? []);
}
