/** Four eyes: who had a text written by AI leaves its publication to somebody else. A setting, off by default. */
import { db, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { type AuditEntry, audit } from "~/models/base/audit/audit.server";
import { needsFourEyes } from "~/models/base/settings/settings.server";
import type { Editor } from "./admin.server";

const RULE =
  "A second person decides: a text written by AI has to be published by somebody other than the person who generated it.";

/** A refusal by the rule, with its entry for the audit log. */
class FourEyesRefusal extends AppError {
  constructor(
    todo: string,
    readonly subject: Omit<AuditEntry, "action">,
  ) {
    super("conflict", `${RULE} ${todo}`);
  }
}

/** Runs a transaction and audits a refusal by the rule after its rollback. */
export async function withFourEyes<T>(editor: Editor, run: (tx: Queryable) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(run);
  } catch (error) {
    if (error instanceof FourEyesRefusal) await audit(db, editor, { action: "refused by four eyes", ...error.subject });
    throw error;
  }
}

/** Throws "conflict" for the approval of a submission with a text that this person accepted from AI. */
export async function refuseOwnAiProfile(
  tx: Queryable,
  editor: Editor,
  { id, name }: { id: string; name: string },
  rowId: number,
): Promise<void> {
  if (!(await needsFourEyes(tx))) return;
  const provenance = tx.selectFrom("provenance").select("rowId").where("submissionRowId", "=", rowId);
  if (!(await provenance.where("acceptedById", "=", editor.id).limit(1).executeTakeFirst())) return;
  const todo = "You had parts of this profile written. Save it, and ask another editor or admin to approve it.";
  throw new FourEyesRefusal(todo, { subjectKind: "submission", subjectId: id, subjectName: name });
}

/** Throws "conflict" for texts by AI that would be public at once, without a second reviewer. */
export async function refuseUnseenAiText(
  tx: Queryable,
  { id, name }: { id: string; name: string },
  accepted: unknown,
): Promise<void> {
  if (!Array.isArray(accepted) || accepted.length === 0 || !(await needsFourEyes(tx))) return;
  const todo =
    "This profile is public at once, so it takes no suggestions by AI. Write these fields yourself, or suggest the change on the site's form and have it reviewed.";
  throw new FourEyesRefusal(todo, { subjectKind: "expert", subjectId: id, subjectName: name });
}

interface WrittenArticle {
  id: string;
  title: string;
  /** "" for a text by a person. */
  aiModel: string;
  contentId: string | null;
}

/** Throws "conflict" for an article by AI that this person had written. An article without an id is being written now. */
export async function refuseOwnAiArticle(tx: Queryable, editor: Editor, article: WrittenArticle): Promise<void> {
  if (!article.aiModel || !(await needsFourEyes(tx)) || !(await isWriter(tx, editor, article))) return;
  const todo = "You had this article written. Save it as a draft, and ask another editor or admin to publish it.";
  throw new FourEyesRefusal(todo, { subjectKind: "article", subjectId: article.id, subjectName: article.title });
}

/** Tells whether the editor kept the text in the library, or else made the article of it. */
async function isWriter(tx: Queryable, editor: Editor, { id, contentId }: WrittenArticle): Promise<boolean> {
  const content = tx.selectFrom("libraryContents").select("createdBy").where("id", "=", contentId);
  const writer = (await content.executeTakeFirst())?.createdBy;
  if (writer || id === "") return (writer ?? editor.id) === editor.id;
  const created = tx
    .selectFrom("articleRevisions")
    .innerJoin("articles", "articles.rowId", "articleRevisions.articleRowId")
    .select("articleRevisions.userId")
    .where("articles.id", "=", id)
    .where("articleRevisions.action", "=", "created");
  return (await created.executeTakeFirst())?.userId === editor.id;
}
