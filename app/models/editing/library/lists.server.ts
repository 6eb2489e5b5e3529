/** The library's lists: the newest first, page by page, by words and by expert. */
import { z } from "zod";
import { readDb, searchWords } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { inBatches } from "~/models/base/input/batches.server";
import {
  findPage,
  inOrder,
  nearestPage,
  type PageQuery,
  type Paging,
  pageIn,
  readSlice,
  type Slice,
  searchIn,
} from "~/models/base/input/paging.server";
import { plainWords } from "~/models/base/markdown/plain-text.server";
import { CONTENT_EXCERPT, excerptOf } from "./labels";
import { contentViews, imageView, type LibraryContent, type LibraryImage } from "./views.server";
import { type LibraryKind, rowIdOfKey, searchScope } from "./write.server";

const LIBRARY_PAGE_SIZE = 24;

export interface LibraryQuery extends PageQuery {
  search: string;
  expert: string;
  /** The id of a project: texts that were saved to it, and images that are attached to them. */
  project?: string;
}

/** The query of a JSON list call. @throws AppError "invalid" for a page or limit that cannot be used. */
export function libraryQueryOf(params: URLSearchParams): LibraryQuery {
  return { ...pageIn(params, { limit: LIBRARY_PAGE_SIZE }), search: searchIn(params), expert: expertIn(params) };
}

/** The query of a page: whatever cannot be used falls back to the nearest value that can. */
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

/** One page of the contents in batches that are read while they are sent: a text can have a million characters. */
export async function contentsPage(_editor: Editor, query: LibraryQuery) {
  const { items: rowIds, ...page } = await pageOf("content", query, {}, async (rowIds) => rowIds);
  return { ...page, batches: inBatches(rowIds, 5, contentsAt) };
}

async function contentsAt(rowIds: number[]): Promise<LibraryContent[]> {
  const rows = await readDb.selectFrom("libraryContents").selectAll().where("rowId", "in", rowIds).execute();
  return contentViews(inOrder(rows, rowIds));
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

/** One page of the contents as cards: no text is read whole. */
export function contentCards(_editor: Editor, query: LibraryQuery, options?: Options): Promise<Page<ContentCard>> {
  return pageOf("content", query, options, cardsAt);
}

/** The cards of these contents, as far as they are there. */
export async function contentCardsOf(_editor: Editor, ids: string[]): Promise<ContentCard[]> {
  if (ids.length === 0) return [];
  const rows = await readDb.selectFrom("libraryContents").select(["id", "rowId"]).where("id", "in", ids).execute();
  const rowIdOf = new Map(rows.map(({ id, rowId }) => [id, rowId]));
  return cardsAt(ids.flatMap((id) => rowIdOf.get(id) ?? []));
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
  return inOrder(rows, rowIds).map(({ rowId: _, beginning, images, ...card }) => ({
    ...card,
    images: images ?? 0,
    excerpt: excerptOf(plainWords(beginning), CONTENT_EXCERPT),
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
    const imageOf = new Map(rows.map((row) => [row.savedRowId, row]));
    return rowIds.flatMap((rowId) => imageOf.get(rowId) ?? []).map((row) => imageView(row, row));
  });
}

/** One page of the library's images without those that a content has. */
export async function attachablePage(editor: Editor, contentId: string, query: LibraryQuery) {
  const [page, content] = await Promise.all([
    libraryImagesPage(editor, query, { nearest: true }),
    readDb.selectFrom("libraryContents").select(["rowId", "expertName"]).where("id", "=", contentId).executeTakeFirst(),
  ]);
  if (!content) throw new AppError("missing", "This content is not in the library, or was deleted.");
  const attached = await readDb
    .selectFrom("libraryContentImages")
    .select("imageId")
    .where("contentRowId", "=", content.rowId)
    .execute();
  const taken = new Set(attached.map(({ imageId }) => imageId));
  const { items, totalPages, currentPage } = page;
  return {
    id: contentId,
    expertName: content.expertName,
    images: items.filter(({ id }) => !taken.has(id)),
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
    const { rowIds, total } = await find(kind, query, offset);
    return { items: rowIds.length ? await read(rowIds) : [], total };
  });
}

export async function countLibrary(_editor: Editor, kind: LibraryKind, query: LibraryQuery): Promise<number> {
  return (await find(kind, { ...query, limit: 1 }, 0)).total;
}

async function find(kind: LibraryKind, query: LibraryQuery, offset: number) {
  const { search, expert, project, limit } = query;
  if (project) return ofProject(kind, query, offset);
  if (search) {
    const scope = searchScope(kind, expert);
    const { rowIds: keys, total } = await searchWords(readDb, "librarySearch", { text: search, scope, offset, limit });
    return { rowIds: keys.map(rowIdOfKey), total };
  }
  const total = await counted(kind, expert);
  const rows = await readSlice({ total, offset, limit, order: "desc" }, (slice) => newest(kind, expert, slice));
  return { rowIds: rows.map(({ rowId }) => rowId), total };
}

/** A search within a project looks through the first thousand that are found anywhere. */
const SEARCHED = 1_000;

async function ofProject(kind: LibraryKind, { search, expert, project = "", limit }: LibraryQuery, offset: number) {
  const contents = readDb
    .selectFrom("libraryContents")
    .innerJoin("libraryProjects", "libraryProjects.rowId", "libraryContents.projectRowId")
    .where("libraryProjects.id", "=", project);
  const texts = contents
    .$if(expert !== "", (rows) => rows.where("libraryContents.expertName", "=", expert))
    .select("libraryContents.rowId");
  const attached = contents
    .innerJoin("libraryContentImages", "libraryContentImages.contentRowId", "libraryContents.rowId")
    .innerJoin("libraryImages", "libraryImages.imageId", "libraryContentImages.imageId")
    .$if(expert !== "", (rows) => rows.where("libraryImages.expertName", "=", expert))
    .select("libraryImages.rowId")
    .distinct();
  const rowIds = kind === "content" ? texts : attached;
  let items = readDb.selectFrom(rowIds.as("items"));
  if (search) {
    const scope = searchScope(kind, expert);
    const { rowIds: keys } = await searchWords(readDb, "librarySearch", {
      text: search,
      scope,
      offset: 0,
      limit: SEARCHED,
    });
    items = items.where("rowId", "in", keys.map(rowIdOfKey));
  }
  const { total } = await items.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await items.select("rowId").orderBy("rowId", "desc").limit(limit).offset(offset).execute();
  return { rowIds: rows.map(({ rowId }) => rowId), total: Number(total) };
}

async function counted(kind: LibraryKind, expertName: string): Promise<number> {
  const counts = readDb.selectFrom("libraryCounts").select("items").where("kind", "=", kind);
  return (await counts.where("expertName", "=", expertName).executeTakeFirst())?.items ?? 0;
}

function newest(kind: LibraryKind, expert: string, { order, limit, offset }: Slice) {
  // Both tables have these columns.
  const table = (kind === "content" ? "libraryContents" : "libraryImages") as "libraryContents";
  const items = readDb.selectFrom(table).select("rowId");
  const ordered = expert ? items.where("expertName", "=", expert) : items.orderBy("createdAt", order);
  return ordered.orderBy("rowId", order).limit(limit).offset(offset).execute();
}

const MAX_EXPERTS = 1_000;

/** The names of experts that have content, in their order. */
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
