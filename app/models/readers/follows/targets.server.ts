/** Resolves the pages that can be followed: a person, a topic, a list of the directory, or the articles. */
import { type FollowRow, readDb } from "~/db.server";
import { AppError } from "~/errors";
import { ARTICLES } from "~/models/records/articles/public";
import { findExpert } from "~/models/records/directory/experts.server";
import { addressOfList, isNarrowed, listName } from "~/models/records/directory/feeds.server";
import { pageQueryOf } from "~/models/records/directory/lists.server";
import { categoryBySlug } from "~/models/records/listings/categories";
import { findTopic } from "~/models/records/topics/topics.server";

export interface FollowedSubject {
  kind: FollowRow["kind"];
  /** Identifies the subject permanently: the id of a person, the slug of a topic, the address of a list. */
  target: string;
  expertRowId: number | null;
  name: string;
  /** The path of its page. */
  page: string;
  /** The name contains text that a visitor typed, so no mail to an unconfirmed address may repeat it. */
  isTyped: boolean;
}

const MAX_PATH_LENGTH = 500;
const DIRECTORY = "/directory";

/**
 * Returns the subject of the page at a path of this site. Throws "missing", "gone", and "invalid" for a page that
 * cannot be followed.
 */
export async function findFollowedSubject(path: string): Promise<FollowedSubject> {
  const url =
    path.length <= MAX_PATH_LENGTH && path.startsWith("/") && URL.canParse(path, BASE_URL) && new URL(path, BASE_URL);
  if (!url || url.origin !== BASE_URL) throw notFollowable();
  const [, first = "", second = "", third] = url.pathname.split("/");
  if (third !== undefined) throw notFollowable();
  if (second === "" && `/${first}` === ARTICLES) return followedArticles();
  if (first === "topics" && second !== "") return followedTopic(second);
  if (first === "directory") return followedList(listParams(second, url.searchParams));
  if (second !== "" || first === "") throw notFollowable();
  return followedPerson(await findExpert(first));
}

const BASE_URL = "http://follow.invalid";

function notFollowable(): AppError {
  const message = "This cannot be followed. Follow a person, a topic, a list of the directory, or the articles.";
  return new AppError("invalid", message, { what: message });
}

function listParams(slug: string, params: URLSearchParams): URLSearchParams {
  if (slug === "") return params;
  const category = categoryBySlug(slug);
  if (!category) throw notFollowable();
  return new URLSearchParams({ search: params.get("search") ?? "", category: category.key });
}

/** Returns the subject that a row follows; null if it is no longer public. */
export async function subjectOfFollow(
  row: Pick<FollowRow, "kind" | "target" | "expertRowId">,
): Promise<FollowedSubject | null> {
  try {
    if (row.kind === "articles") return followedArticles();
    if (row.kind === "topic") return await followedTopic(row.target);
    if (row.kind === "list") return await followedList(new URLSearchParams(row.target.split("?")[1]));
    const experts = readDb.selectFrom("experts").select("slug").where("rowId", "=", row.expertRowId);
    const { slug } = (await experts.where("deletedAt", "is", null).executeTakeFirst()) ?? {};
    return slug === undefined ? null : await followedPerson(await findExpert(slug));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function followedPerson({
  id,
  slug,
  name,
}: {
  id: string;
  slug: string;
  name: string;
}): Promise<FollowedSubject> {
  const { rowId } = await readDb
    .selectFrom("experts")
    .select("rowId")
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => new AppError("missing", "The profile is gone."));
  return { kind: "person", target: id, expertRowId: rowId, name, page: `/${slug}`, isTyped: false };
}

async function followedTopic(address: string): Promise<FollowedSubject> {
  const { slug, name } = await findTopic(address);
  return { kind: "topic", target: slug, expertRowId: null, name, page: `/topics/${slug}`, isTyped: false };
}

async function followedList(params: URLSearchParams): Promise<FollowedSubject> {
  const query = pageQueryOf(params, 1);
  const isTyped = isNarrowed(query);
  const page = isTyped ? addressOfList(query) : DIRECTORY;
  if (page.length > MAX_PATH_LENGTH) throw notFollowable();
  return { kind: "list", target: page, expertRowId: null, name: await listName(query), page, isTyped };
}

function followedArticles(): FollowedSubject {
  return { kind: "articles", target: "", expertRowId: null, name: "Articles", page: ARTICLES, isTyped: false };
}
