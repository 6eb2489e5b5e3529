/** Lists the library's texts and images: newest first, in pages, by words, expert and project. */
import { z } from "zod";
import { readDb, searchWords } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { inBatches } from "~/models/base/input/batches.server";
import {
  findPage,
  nearestPage,
  type PageQuery,
  type Paging,
  pageIn,
  readSlice,
  type Slice,
  searchIn,
  sortByRowIds,
} from "~/models/base/input/paging.server";
import { allPlainWords } from "~/models/base/markdown/plain-text.server";
import { CONTENT_EXCERPT, excerptOf } from "./labels";
import { contentViews, imageView, type LibraryContent, type LibraryImage } from "./views.server";
import { type LibraryKind, rowIdOfKey, searchScope } from "./write.server";

const LIBRARY_PAGE_SIZE = 24;

export interface LibraryQuery extends PageQuery {
  search: string;
  expert: string;
  /** The id of a project: lists its texts and the images attached to them. */
  project?: string;
}

/** Reads the query of a JSON list call. Throws "invalid" for a bad page or limit. */
export function libraryQueryOf(params: URLSearchParams): LibraryQuery {
  return { ...pageIn(params, { limit: LIBRARY_PAGE_SIZE }), search: searchIn(params), expert: expertIn(params) };
}

/** Reads the query of a page, and replaces invalid values with the nearest valid values. */
export function libraryPageQueryOf(params: URLSearchParams): LibraryQuery {
  const project = params.get("project")?.slice(0, 100) ?? "";
  return { ...nearestPage(params, LIBRARY_PAGE_SIZE), search: searchIn(params), expert: expertIn(params), project };
}

function expertIn(params: URLSearchParams): string {
  const expert = z
    .string()
    .max(500)
    .catch("")
    .parse(params.get("expert") ?? "")
    .trim();
  return expert === "all" ? "" : expert;
}

interface Page<Item> extends Paging {
  items: Item[];
  total: number;
}

interface Options {
  nearest?: boolean;
}

/** Returns a page of texts in batches that are read while they are sent, because texts can be long. */
export async function contentsPage(_editor: Editor, query: LibraryQuery) {
  const { items: rowIds, ...page } = await pageOf("content", query, {}, async (rowIds) => rowIds);
  return { ...page, batches: inBatches(rowIds, 5, contentsAt) };
}

async function contentsAt(rowIds: number[]): Promise<LibraryContent[]> {
  const rows = await readDb.selectFrom("libraryContents").selectAll().where("rowId", "in", rowIds).execute();
  return contentViews(sortByRowIds(rows, rowIds));
}

export interface ContentCard {
  id: string;
  expertName: string;
  platform: string;
  contentType: string;
  excerpt: string;
  createdAt: string;
  images: number;
  projectId: string | null;
}

/** Returns a page of texts as cards, reading only the beginning of each text. */
export function contentCards(_editor: Editor, query: LibraryQuery, options?: Options): Promise<Page<ContentCard>> {
  return pageOf("content", query, options, cardsAt);
}

/** Returns the cards of the texts with these ids; skips ids of deleted texts. */
export async function contentCardsOf(_editor: Editor, ids: string[]): Promise<ContentCard[]> {
  if (ids.length === 0) return [];
  const rows = await readDb.selectFrom("libraryContents").select(["id", "rowId"]).where("id", "in", ids).execute();
  const rowIdsById = new Map(rows.map(({ id, rowId }) => [id, rowId]));
  return cardsAt(ids.flatMap((id) => rowIdsById.get(id) ?? []));
}

async function cardsAt(rowIds: number[]): Promise<ContentCard[]> {
  const rows = await readDb
    .selectFrom("libraryContents")
    .leftJoin("libraryProjects", "libraryProjects.rowId", "libraryContents.projectRowId")
    .select(["libraryContents.rowId", "libraryContents.id", "expertName", "platform", "contentType"])
    .select(["libraryContents.createdAt", "libraryProjects.id as projectId"])
    .select(({ fn, lit }) => fn<string>("substr", ["content", lit(1), lit(CONTENT_EXCERPT * 4)]).as("beginning"))
    .select(({ selectFrom }) =>
      selectFrom("libraryContentImages")
        .select(({ fn }) => fn.countAll<number>().as("images"))
        .whereRef("contentRowId", "=", "libraryContents.rowId")
        .as("images"),
    )
    .where("libraryContents.rowId", "in", rowIds)
    .execute();
  return sortByRowIds(rows, rowIds).map(({ rowId: _, beginning, images, ...card }) => ({
    ...card,
    images: images ?? 0,
    excerpt: excerptOf(allPlainWords(beginning), CONTENT_EXCERPT),
  }));
}

export function libraryImagesPage(
  _editor: Editor,
  query: LibraryQuery,
  options?: Options,
): Promise<Page<LibraryImage>> {
  return pageOf("image", query, options, async (rowIds) => {
    const rows = await readDb
      .selectFrom("libraryImages")
      .innerJoin("images", "images.id", "libraryImages.imageId")
      .selectAll("images")
      .select([
        "libraryImages.rowId as savedRowId",
        "libraryImages.size",
        "libraryImages.expertName",
        "libraryImages.createdAt as savedAt",
      ])
      .where("libraryImages.rowId", "in", rowIds)
      .execute();
    const rowsByRowId = new Map(rows.map((row) => [row.savedRowId, row]));
    return rowIds.flatMap((rowId) => rowsByRowId.get(rowId) ?? []).map((row) => imageView(row, row));
  });
}

/** Returns a page of the library's images without the images attached to the text `contentId`. Throws "missing". */
export async function attachablePage(editor: Editor, contentId: string, query: LibraryQuery) {
  const [page, content] = await Promise.all([
    libraryImagesPage(editor, query, { nearest: true }),
    readDb.selectFrom("libraryContents").select(["rowId", "expertName"]).where("id", "=", contentId).executeTakeFirst(),
  ]);
  if (!content) throw new AppError("missing", "This content is not in the library, or was deleted.");
  const attachments = await readDb
    .selectFrom("libraryContentImages")
    .select("imageId")
    .where("contentRowId", "=", content.rowId)
    .execute();
  const attachedIds = new Set(attachments.map(({ imageId }) => imageId));
  const { items, totalPages, currentPage } = page;
  return {
    id: contentId,
    expertName: content.expertName,
    images: items.filter(({ id }) => !attachedIds.has(id)),
    totalPages,
    currentPage,
  };
}

function pageOf<Item>(
  kind: LibraryKind,
  query: LibraryQuery,
  options: Options = {},
  read: (rowIds: number[]) => Promise<Item[]>,
): Promise<Page<Item>> {
  return findPage(query, options, async (offset) => {
    const { rowIds, total } = await findRowIds(kind, query, offset);
    return { items: rowIds.length ? await read(rowIds) : [], total };
  });
}

export async function countLibrary(_editor: Editor, kind: LibraryKind, query: LibraryQuery): Promise<number> {
  return (await findRowIds(kind, { ...query, limit: 1 }, 0)).total;
}

async function findRowIds(kind: LibraryKind, query: LibraryQuery, offset: number) {
  const { search, expert, project, limit } = query;
  if (project) return findInProject(kind, query, offset);
  if (search) {
    const scope = searchScope(kind, expert);
    const { rowIds: keys, total } = await searchWords(readDb, "librarySearch", { text: search, scope, offset, limit });
    return { rowIds: keys.map(rowIdOfKey), total };
  }
  const total = await countItems(kind, expert);
  const rows = await readSlice({ total, offset, limit, order: "desc" }, (slice) => readNewest(kind, expert, slice));
  return { rowIds: rows.map(({ rowId }) => rowId), total };
}

/** The number of results from the whole library that a search within a project considers. */
const MAX_SEARCHED = 1_000;

async function findInProject(kind: LibraryKind, { search, expert, project = "", limit }: LibraryQuery, offset: number) {
  const contents = readDb
    .selectFrom("libraryContents")
    .innerJoin("libraryProjects", "libraryProjects.rowId", "libraryContents.projectRowId")
    .where("libraryProjects.id", "=", project);
  const textRowIds = contents
    .$if(expert !== "", (rows) => rows.where("libraryContents.expertName", "=", expert))
    .select("libraryContents.rowId");
  const imageRowIds = contents
    .innerJoin("libraryContentImages", "libraryContentImages.contentRowId", "libraryContents.rowId")
    .innerJoin("libraryImages", "libraryImages.imageId", "libraryContentImages.imageId")
    .$if(expert !== "", (rows) => rows.where("libraryImages.expertName", "=", expert))
    .select("libraryImages.rowId")
    .distinct();
  const rowIds = kind === "content" ? textRowIds : imageRowIds;
  let items = readDb.selectFrom(rowIds.as("items"));
  if (search) {
    const scope = searchScope(kind, expert);
    const { rowIds: keys } = await searchWords(readDb, "librarySearch", {
      text: search,
      scope,
      offset: 0,
      limit: MAX_SEARCHED,
    });
    items = items.where("rowId", "in", keys.map(rowIdOfKey));
  }
  const { total } = await items.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await items.select("rowId").orderBy("rowId", "desc").limit(limit).offset(offset).execute();
  return { rowIds: rows.map(({ rowId }) => rowId), total: Number(total) };
}

async function countItems(kind: LibraryKind, expertName: string): Promise<number> {
  const counts = readDb.selectFrom("libraryCounts").select("items").where("kind", "=", kind);
  return (await counts.where("expertName", "=", expertName).executeTakeFirst())?.items ?? 0;
}

function readNewest(kind: LibraryKind, expert: string, { order, limit, offset }: Slice) {
  // Uses the types of one table, because both have these columns.
  const table = (kind === "content" ? "libraryContents" : "libraryImages") as "libraryContents";
  const items = readDb.selectFrom(table).select("rowId");
  const orderedItems = expert ? items.where("expertName", "=", expert) : items.orderBy("createdAt", order);
  return orderedItems.orderBy("rowId", order).limit(limit).offset(offset).execute();
}

const MAX_EXPERTS = 1_000;

/** Returns the names of the experts with texts, sorted. */
export async function libraryExperts(_editor: Editor): Promise<string[]> {
  const rows = await readDb
    .selectFrom("libraryCounts")
    .select("expertName")
    .where("kind", "=", "content")
    .where("expertName", ">", "")
    .where("items", ">", 0)
    .orderBy("expertName")
    .limit(MAX_EXPERTS)
    .execute();
  return rows.map(({ expertName }) => expertName).sort((a, b) => a.localeCompare(b, "en"));
}
