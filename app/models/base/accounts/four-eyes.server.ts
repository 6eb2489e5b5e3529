/** Applies the four-eyes rule: whoever generated a text with AI may not publish it. The rule is off by default. */
import { db, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { type AuditEntry, audit } from "~/models/base/audit/audit.server";
import { needsFourEyes } from "~/models/base/settings/settings.server";
import type { Editor } from "./admin.server";

const RULE_TEXT =
  "A second person decides: a text written by AI has to be published by somebody other than the person who generated it.";

/** A refusal by the rule, with the subject of its audit entry. */
class FourEyesRefusal extends AppError {
  constructor(
    advice: string,
    readonly subject: Omit<AuditEntry, "action">,
  ) {
    super("conflict", `${RULE_TEXT} ${advice}`);
  }
}

/** Runs a transaction, and records a refusal by the rule after the rollback. */
export async function withFourEyes<T>(editor: Editor, run: (tx: Queryable) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(run);
  } catch (error) {
    if (error instanceof FourEyesRefusal) await audit(db, editor, { action: "refused by four eyes", ...error.subject });
    throw error;
  }
}

/** Throws "conflict" if the person who approves a submission also accepted AI texts for it. */
export async function refuseOwnAiProfile(
  tx: Queryable,
  editor: Editor,
  { id, name }: { id: string; name: string },
  rowId: number,
): Promise<void> {
  if (!(await needsFourEyes(tx))) return;
  const provenance = tx.selectFrom("provenance").select("rowId").where("submissionRowId", "=", rowId);
  if (!(await provenance.where("acceptedById", "=", editor.id).limit(1).executeTakeFirst())) return;
  const advice = "You had parts of this profile written. Save it, and ask another editor or admin to approve it.";
  throw new FourEyesRefusal(advice, { subjectKind: "submission", subjectId: id, subjectName: name });
}

/** Throws "conflict" if AI texts would be published at once, without a second person. */
export async function refuseUnseenAiText(
  tx: Queryable,
  { id, name }: { id: string; name: string },
  acceptedSuggestions: unknown,
): Promise<void> {
  if (!Array.isArray(acceptedSuggestions) || acceptedSuggestions.length === 0 || !(await needsFourEyes(tx))) return;
  const advice =
    "This profile is published at once, so it accepts no suggestions by AI. Write these fields yourself, or suggest the change on the site's form and have it reviewed.";
  throw new FourEyesRefusal(advice, { subjectKind: "expert", subjectId: id, subjectName: name });
}

interface WrittenArticle {
  id: string;
  title: string;
  /** "" for a text that a person wrote. */
  aiModel: string;
  contentId: string | null;
}

/** Throws "conflict" if the person who publishes an AI article also generated it. A new article has the id "". */
export async function refuseOwnAiArticle(tx: Queryable, editor: Editor, article: WrittenArticle): Promise<void> {
  if (!article.aiModel || !(await needsFourEyes(tx)) || !(await isWriter(tx, editor, article))) return;
  const advice = "You had this article written. Save it as a draft, and ask another editor or admin to publish it.";
  throw new FourEyesRefusal(advice, { subjectKind: "article", subjectId: article.id, subjectName: article.title });
}

/** Returns whether the editor saved the text to the library or, if nobody did, created the article. */
async function isWriter(tx: Queryable, editor: Editor, { id, contentId }: WrittenArticle): Promise<boolean> {
  const content = tx.selectFrom("libraryContents").select("createdBy").where("id", "=", contentId);
  const writer = (await content.executeTakeFirst())?.createdBy;
  if (writer || id === "") return (writer ?? editor.id) === editor.id;
  const creation = tx
    .selectFrom("articleRevisions")
    .innerJoin("articles", "articles.rowId", "articleRevisions.articleRowId")
    .select("articleRevisions.userId")
    .where("articles.id", "=", id)
    .where("articleRevisions.action", "=", "created");
  return (await creation.executeTakeFirst())?.userId === editor.id;
}
