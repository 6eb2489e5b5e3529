/** Applies the rules of articles when they change. */
import type { ArticleRevisionsTable, Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { refuseOwnAiArticle } from "~/models/base/accounts/four-eyes.server";
import { type ArticleField, EMPTY_ARTICLE, SOURCED_ARTICLE_FIELDS } from "~/models/records/articles/fields";
import { ADMIN_ARTICLES } from "~/models/records/articles/list";
import { type AdminArticleRow, changesTo, normalizeArticle, recordOf } from "~/models/records/articles/record.server";
import { ARTICLES, articleRow, FEATURED_ARTICLES } from "~/models/records/articles/rows.server";
import { modelOfArticle } from "~/models/records/provenance/handed-out.server";
import { removeFromFeatured } from "~/models/records/shared/featured.server";
import { articleSubject } from "~/models/records/sources/subjects.server";
import { type ArticleChanges, addArticle, addArticleRevision, changeArticle } from "./article-rows.server";
import type { Rules } from "./causes";
import type { Draft, PublishedKind, Texts, Verdict, Written } from "./kind";

type ArticleDraft = Draft<AdminArticleRow>;
type Action = ArticleRevisionsTable["action"];

export const articles: PublishedKind<AdminArticleRow, ArticleField> = {
  kind: ARTICLES,
  normalizeRecord: async (_tx, record, row) => normalizeArticle(record, recordOf(row)),
  changesTo: changesIn,
  texts: textsOf,
  refuse,
  storableChanges,
  editorOf: ({ id }) => `${ADMIN_ARTICLES}/${id}`,
  write,
  hasSentences: (fields) => ["title", ...SOURCED_ARTICLE_FIELDS].some((field) => fields.includes(field)),
  subject: async (_tx, row) => articleSubject(row),
};

async function changesIn(tx: Queryable, { row, change, rules }: Omit<ArticleDraft, "changes">) {
  const isStored = rules.values === "stored";
  if (row) return changesTo(tx, recordOf(row), change.record, { isStored });
  const newRecord = {
    ...EMPTY_ARTICLE,
    ...(await changesTo(tx, EMPTY_ARTICLE, { title: "", ...change.record }, { isStored })),
  };
  if (!newRecord.title) throw new AppError("invalid", "Please enter a title.", { title: "Please enter a title." });
  return newRecord as unknown as Record<string, unknown>;
}

async function textsOf(tx: Queryable, { row, change, changes }: ArticleDraft): Promise<Texts> {
  const aiModel = row?.aiModel || change.article?.aiModel || (await modelOfArticle(tx, row?.body ?? "", changes.body));
  const currentRow = row ?? { ...NO_ROW, rowId: 0, id: "" };
  const nextColumns = { ...currentRow, ...(await columnsOf(tx, changes)), aiModel };
  const nextRow = {
    ...nextColumns,
    sources: JSON.stringify(changes.sources ?? JSON.parse(currentRow.sources)),
  } as AdminArticleRow;
  const before = articleSubject({ ...currentRow, aiModel } as AdminArticleRow);
  const isAppearing = row?.status !== "published" && (changes.status === "published" || Boolean(changes.scheduledAt));
  const isPublic = nextRow.status === "published" || Boolean(nextRow.scheduledAt);
  return { before, now: articleSubject(nextRow), accepted: [], isPublic, isAppearing, aiModel };
}

const NO_ROW = { title: "", body: "", excerpt: "", expertName: "", sources: "[]", status: "draft", scheduledAt: null };

async function refuse(
  tx: Queryable,
  editor: Editor | null,
  { row, rules, change, changes }: ArticleDraft,
  { isPublic, isAppearing, aiModel = "" }: Texts,
): Promise<void> {
  if (!editor || rules.fourEyes === "no") return;
  if (!isAppearing && !(isPublic && rules.fourEyes === "always")) return;
  const { id, title } = row ?? { id: "", title: String(changes.title) };
  const contentId = change.article?.contentId ?? row?.contentId ?? null;
  await refuseOwnAiArticle(tx, editor, { id, title, aiModel, contentId });
}

/** Returns the changes of a private article that may be stored although the text must not appear; null for a public one. */
function storableChanges({ row, changes, rules }: ArticleDraft): Record<string, unknown> | null {
  if (row?.status === "published") return null;
  const { status: _, scheduledAt, ...texts } = changes;
  if (!row) return { ...texts, status: "draft", scheduledAt: "" };
  // Keeps the time of a scheduled article, which waits for an editor.
  return rules.sentences === "held" && scheduledAt === "" ? { ...texts, scheduledAt } : texts;
}

/** Stores a model's text first, so that the history shows its publication as a separate step. */
async function write(
  tx: Queryable,
  editor: Editor | null,
  draft: ArticleDraft,
  { isAppearing, isHeld, aiModel = "" }: Verdict,
): Promise<Written<AdminArticleRow, ArticleField>> {
  const { changes } = draft;
  const isStep = draft.rules.sentences === "refused" || draft.rules.sentences === "waiting";
  if (!isAppearing || isHeld || !aiModel || !isStep) return writeStep(tx, editor, draft, aiModel);
  const firstStep = await writeStep(tx, editor, { ...draft, changes: storableChanges(draft) ?? {} }, aiModel);
  const { status, scheduledAt } = changes;
  const appearance = Object.fromEntries(Object.entries({ status, scheduledAt }).filter(([, value]) => value));
  const secondStep = await writeStep(tx, editor, { ...draft, row: firstStep.row, changes: appearance }, aiModel);
  return { row: secondStep.row, changed: firstStep.changed, steps: [...firstStep.steps, ...secondStep.steps] };
}

async function writeStep(
  tx: Queryable,
  editor: Editor | null,
  { row, changes, change, rules }: ArticleDraft,
  aiModel: string,
): Promise<Written<AdminArticleRow, ArticleField>> {
  const { id, contentId, expertName, file } = change.article ?? {};
  const otherColumns = {
    ...file,
    ...(aiModel !== (row?.aiModel ?? "") && { aiModel }),
    ...(contentId && contentId !== row?.contentId && { contentId }),
    ...(expertName !== undefined && { expertName }),
  };
  const columns = { ...(await columnsOf(tx, changes)), ...otherColumns };
  if (!row) {
    const { rowId } = await addArticle(tx, {
      ...EMPTY_COLUMNS,
      ...columns,
      ...(id && { id }),
      origin: originOf(rules, file),
    });
    const addedRow = await articleRow(tx, rowId);
    if (rules.audit) await addArticleRevision(tx, editor, { action: "created", row: null, changedRow: addedRow });
    return { row: addedRow, changed: [], steps: [{ changes, audit: AUDIT_ACTIONS.created }] };
  }
  if (Object.keys(columns).length === 0) return { row, changed: [], steps: [] };
  if (changes.status === "draft") await removeFromFeatured(tx, FEATURED_ARTICLES, [row.rowId]);
  await changeArticle(tx, row, columns);
  const changedRow = await articleRow(tx, row.rowId);
  if (Object.keys(changes).length === 0) return { row: changedRow, changed: [], steps: [] };
  const action = actionOf(rules, changes);
  const fields = await addArticleRevision(tx, editor, { action, row, changedRow });
  return { row: changedRow, changed: fields, steps: [{ changes, audit: AUDIT_ACTIONS[action] }] };
}

const EMPTY_COLUMNS = {
  title: "",
  slug: "",
  type: "",
  status: "",
  expertRowId: null,
  expertName: "",
  excerpt: "",
  body: "",
};

function originOf({ origin = "editor" }: { origin?: string }, file: { origin?: string } = {}): string {
  return file.origin ?? origin;
}

/** The audit log's words for steps in the appearance of an article. */
const AUDIT_ACTIONS: Partial<Record<Action, string>> = {
  created: "article created",
  published: "article published",
  unpublished: "article unpublished",
  scheduled: "article scheduled",
};

function actionOf({ history, audit }: Rules, { status, scheduledAt }: Record<string, unknown>): Action {
  if (history === "restored") return "restored";
  if (!audit) return "edited";
  if (status !== undefined) return status === "published" ? "published" : "unpublished";
  return scheduledAt ? "scheduled" : "edited";
}

async function columnsOf(tx: Queryable, changes: Record<string, unknown>): Promise<ArticleChanges> {
  const { expert, expertId, onProfile, scheduledAt, ...columns } = changes;
  return {
    ...columns,
    ...(expert !== undefined && { expertName: expert as string }),
    ...(expertId !== undefined && { expertRowId: expertId ? await rowIdOf(tx, expertId as string) : null }),
    ...(onProfile !== undefined && { onProfile: Number(onProfile) }),
    ...(scheduledAt !== undefined && { scheduledAt: (scheduledAt as string) || null }),
  };
}

/** Returns null for a deleted expert, whose name stays. */
async function rowIdOf(tx: Queryable, id: string): Promise<number | null> {
  const row = await tx.selectFrom("experts").select("rowId").where("id", "=", id).executeTakeFirst();
  return row?.rowId ?? null;
}
