/** Tests every cause of a change through the use cases that people call: its outcome in each situation, and its traces. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { type ArticleRow, db, migrate, readDb, searchExperts } from "~/db.server";
import { AppError } from "~/errors";
import { type Admin, asAdmin, asEditor, type Editor } from "~/models/base/accounts/admin.server";
import type { RecentUser } from "~/models/base/accounts/sessions.server";
import { newId } from "~/models/base/input/ids.server";
import { articleDraft } from "~/models/editing/articles/drafts.server";
import { createArticle, editArticle } from "~/models/editing/articles/edit.server";
import { setArticleFeatured } from "~/models/editing/articles/featured.server";
import { restoreArticleRevision } from "~/models/editing/articles/history.server";
import { publishDue } from "~/models/editing/articles/schedule.server";
import { createExpert, editExpert } from "~/models/editing/experts/admin-list.server";
import { changeExperts } from "~/models/editing/experts/bulk.server";
import { setFeatured } from "~/models/editing/experts/featured.server";
import { restoreExpertRevision } from "~/models/editing/experts/history.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { acceptIdentifiers } from "~/models/editing/identity/accept.server";
import { applyImport, findImport, startImport } from "~/models/editing/imports/import.server";
import { chooseAll } from "~/models/editing/imports/import-review.server";
import { draftFromContent } from "~/models/editing/library/article.server";
import { saveContent } from "~/models/editing/library/library.server";
import { publishArticle } from "~/models/editing/promotions/publish.server";
import { approveSubmission } from "~/models/editing/submissions/decide.server";
import { saveSubmission } from "~/models/editing/submissions/review-edit.server";
import { submitExpert } from "~/models/editing/submissions/submissions.server";
import { undoDecision } from "~/models/editing/submissions/undo.server";
import { articleForAdmin } from "~/models/records/articles/rows.server";
import type { NewEvidence } from "~/models/records/evidence/evidence";
import { addEvidence } from "~/models/records/evidence/evidence.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { rememberText } from "~/models/records/provenance/handed-out.server";
import { storeProvenance } from "~/models/records/provenance/provenance.server";
import { rememberNotToRelist } from "~/models/records/relisting/relisting.server";
import { EditConflict } from "~/models/records/shared/edit-conflict.server";
import { UnsupportedEdit } from "~/models/records/sources/edits.server";
import { PublishingConflict } from "~/models/records/sources/gate.server";
import { unsupportedTexts } from "~/models/records/sources/unsupported.server";
import { mergeExperts } from "~/models/whole/merge/merge.server";
import { decideRequest } from "~/models/whole/requests/decide.server";
import { changeSettings } from "~/models/whole/settings/settings.server";
import { MANIFEST } from "~/models/whole/transfer/manifest.server";
import "~/models/whole/parts.server";
import { onPostgres } from "../../../../test/support/database";
import { addMember, withSession } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";

const origins = { origin: "https://site.example", linkOrigin: "https://site.example" };
let ada: RecentUser<Admin>;
let bob: Admin;
let eva: Editor;

beforeAll(async () => {
  await migrate(db);
  ada = await withSession(asAdmin(await addMember({ firstName: "Ada", role: "admin" })));
  bob = asAdmin(await addMember({ firstName: "Bob", role: "admin" }));
  eva = asEditor(await addMember({ firstName: "Eva", role: "editor" }));
});
afterEach(clean);

async function clean(): Promise<void> {
  const tables = ["submissions", "suggestions", "articles", "experts", "imports", "doNotRelist", "mails"] as const;
  for (const table of [...tables, "cursors", "libraryContents", "auditLog"] as const)
    await db.deleteFrom(table).execute();
}

const UNSOURCED = "Works on ageing mice.";
const SOURCED = "Counts old worms.";
const WITH_REASON = { acceptedReason: "Read by an editor" };
const LONG_AGO = "2020-01-01T00:00:00.000Z";
/** Looks like "Quirin Gone", who asked not to be listed: with two initials and a Cyrillic letter. */
const DISGUISED_NAME = "Quirin P. G\u043ene";

/** The circumstances of a change. */
interface Situation {
  /** undefined for a text written by hand. */
  ai?: "sourced" | "bare";
  /** The reason for which a sentence may stay without a source. */
  acceptedReason?: string;
  /** Says that the four-eyes rule is on, and that the publisher had the model write the text. */
  isOwnText?: boolean;
  stale?: boolean;
  /** Says that the person asked not to be listed. An admin may give a reason for listing them. */
  asked?: boolean;
  relistReason?: string;
  isByEditor?: boolean;
}

const CASES: Record<string, Situation> = {
  "by hand": {},
  "AI, sourced": { ai: "sourced" },
  "AI, no source": { ai: "bare" },
  "AI, a reason": { ai: "bare", ...WITH_REASON },
  "four eyes": { ai: "bare", ...WITH_REASON, isOwnText: true },
  stale: { stale: true },
  asked: { asked: true },
  "asked, a reason": { asked: true, relistReason: "They changed their mind" },
  "asked, an editor": { asked: true, relistReason: "They changed their mind", isByEditor: true },
};

let count = 0;
const nameOf = (situation: Situation) => (situation.asked ? DISGUISED_NAME : `Cause ${++count}`);
const textOf = ({ ai }: Situation) => (ai === "sourced" ? SOURCED : UNSOURCED);
const staleAt = ({ stale }: Situation) => (stale ? LONG_AGO : undefined);

function evidence(sentence: string, field = "biography"): NewEvidence {
  const source = { url: "https://page.example/", title: "Page", retrievedAt: LONG_AGO, textHash: "a".repeat(64) };
  return { field, sentence, quote: sentence, context: sentence, source, status: "supported", keptBy: "", reason: "" };
}

/** Stores a suggestion for the biography and returns its id. */
async function storeSuggestion({ ai }: Situation, editor: Editor): Promise<string[]> {
  if (!ai) return [];
  const text = textOf({ ai });
  const about = { field: "biography", text, paragraph: 0, heading: "", reason: "" };
  const sentences = [{ ...about, evidence: ai === "sourced" ? evidence(text) : null }];
  const id = newId();
  const suggestion = { sentences, entries: [], rejected: [], notice: "", failedPages: [] };
  const row = { id, field: "biography", text: JSON.stringify(suggestion), provider: "p", model: "some/model" };
  const creation = { createdAt: new Date().toISOString(), createdBy: editor.id };
  await db
    .insertInto("suggestions")
    .values({ ...row, ...creation, subjectKind: "expert", subjectId: "" })
    .execute();
  return [id];
}

async function addExpert(changes: object = {}) {
  const slug = `cause-${newId()}`;
  await importExperts([{ name: `Person ${++count}`, biography: "Born early.", ...changes, slug }], {
    origin: "editor",
  });
  return expertForAdmin(ada, slug);
}

const PROVENANCE = {
  field: "biography" as const,
  provider: "p",
  model: "some/model",
  textHash: "b".repeat(64),
  generatedAt: LONG_AGO,
  acceptedAt: LONG_AGO,
  acceptedBy: "Somebody",
};

/** Stores that a model wrote the biography long ago. */
async function markAsModelText(expertRowId: number, text: string): Promise<void> {
  await storeProvenance(db, { expertRowId }, [PROVENANCE]);
  if (text === SOURCED) await addEvidence(db, { expertRowId }, [evidence(text)]);
}

/** Returns a profile as an exported file has it. */
function exportOf(situation: Situation): object {
  const stored = { ...evidence(textOf(situation)), checkedAt: LONG_AGO, createdAt: LONG_AGO };
  const provenance = situation.ai ? [PROVENANCE] : undefined;
  const exportedEvidence = situation.ai === "sourced" ? [stored] : undefined;
  return { name: nameOf(situation), biography: textOf(situation), provenance, evidence: exportedEvidence };
}

async function addToDoNotRelist({ asked }: Situation): Promise<void> {
  if (asked) await rememberNotToRelist(db, { name: "Quirin Gone" });
}

async function submit(input: object, situation: Situation, editor: Editor): Promise<string> {
  const { id } = await submitExpert(await addMember(), input, origins);
  const accepted = await storeSuggestion(situation, situation.isOwnText ? editor : bob);
  const edit = situation.ai ? { biography: textOf(situation), accepted } : { biography: UNSOURCED };
  await saveSubmission(situation.isOwnText ? editor : bob, id, edit, origins);
  await addToDoNotRelist(situation);
  return id;
}

async function importFile(file: object): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), "longevity-causes-")), "export.json");
  writeFileSync(path, JSON.stringify({ format: 1, ...file }));
  const id = await startImport(ada, { field: "file", name: "export.json", path, bytes: 1, tooLarge: false });
  await expect.poll(async () => (await findImport(ada, id)).phase).toBe("checked");
  // Ticks the rows that replace a text; others would not be written.
  await chooseAll(ada, id, { outcome: "changed", isTaken: true });
  await applyImport(ada, id, { compared: true });
  await expect.poll(async () => (await findImport(ada, id)).phase).toBe("written");
  const rows = await db.selectFrom("importRows").select(["outcome", "state", "detail"]).execute();
  const refusedRow = rows.find(({ state, outcome }) => state === "out" || outcome === "error");
  if (refusedRow) throw new AppError("conflict", refusedRow.detail);
  return id;
}

type Attempt = (situation: Situation, editor: Editor) => Promise<unknown>;

const EXPERTS: Record<string, Attempt> = {
  async created(situation, editor) {
    await addToDoNotRelist(situation);
    const accepted = await storeSuggestion(situation, editor);
    const input = { name: nameOf(situation), biography: textOf(situation), accepted, ...reasons(situation) };
    return createExpert(editor, input, origins);
  },
  async edited(situation, editor) {
    const { id } = await addExpert();
    await addToDoNotRelist(situation);
    const accepted = await storeSuggestion(situation, editor);
    const input = { name: nameOf(situation), biography: textOf(situation), accepted, updatedAt: staleAt(situation) };
    return editExpert(editor, id, { ...input, ...reasons(situation) }, origins);
  },
  async approved(situation, editor) {
    const referenceLinks = [`https://cause-${++count}.example/`];
    const input = { ...fullSubmission, name: nameOf(situation), referenceLinks };
    return approveSubmission(editor, await submit(input, situation, editor), reasons(situation), origins);
  },
  async changed(situation, editor) {
    const { slug } = await addExpert({ referenceLinks: [`https://cause-${++count}.example/`], categories: ["author"] });
    const formerExpert = await expertForAdmin(ada, slug);
    const referenceLinks = JSON.parse(formerExpert.referenceLinks);
    const input = { ...fullSubmission, change: slug, name: nameOf(situation), referenceLinks };
    const id = await submit(input, situation, editor);
    return approveSubmission(editor, id, { expertUpdatedAt: staleAt(situation), ...reasons(situation) }, origins);
  },
  async merged(situation, editor) {
    const target = await addExpert();
    const otherExpert = await addExpert({ name: nameOf(situation), biography: textOf(situation) });
    if (situation.ai) await markAsModelText(otherExpert.rowId, textOf(situation));
    await addToDoNotRelist(situation);
    const choices = { name: "other", biography: "other" };
    const input = { other: otherExpert.id, choices, keptUpdatedAt: staleAt(situation), ...reasons(situation) };
    return mergeExperts(editor, target.id, input);
  },
  async imported(situation) {
    await addToDoNotRelist(situation);
    await importFile({ experts: [exportOf(situation)] });
  },
  async "imported change"(situation) {
    const { id, slug } = await addExpert();
    await addToDoNotRelist(situation);
    await importFile({ experts: [{ ...exportOf(situation), id, slug }] });
  },
  async restored(situation, editor) {
    const { id, rowId } = await addExpert({ name: nameOf(situation), biography: textOf(situation) });
    if (situation.ai) await markAsModelText(rowId, textOf(situation));
    await editExpert(ada, id, { name: `Later ${count}`, biography: "Written anew.", ...WITH_REASON }, origins);
    await db.deleteFrom("evidence").where("keptBy", "!=", "").execute();
    await addToDoNotRelist(situation);
    const input = { revision: 0, updatedAt: staleAt(situation), ...reasons(situation) };
    return restoreExpertRevision(editor, id, input);
  },
  async corrected(situation, editor) {
    const { rowId, id: expertId } = await addExpert();
    if (situation.ai) await markAsModelText(rowId, textOf(situation));
    await addToDoNotRelist(situation);
    const field = situation.asked ? "name" : "biography";
    const value = situation.asked ? DISGUISED_NAME : textOf(situation);
    const id = newId();
    const emptyFields = { should: "", says: "", source: "", message: "", email: "", notes: "", isPublic: 0 };
    const times = {
      createdAt: LONG_AGO,
      confirmedAt: LONG_AGO,
      dueAt: LONG_AGO,
      decidedAt: null,
      decidedBy: null,
      answeredInMs: null,
    };
    await db
      .insertInto("requests")
      .values({ id, tokenHash: id, kind: "error", status: "open", expertRowId: rowId, field, ...emptyFields, ...times })
      .execute();
    const input = { decision: "apply", value, expertUpdatedAt: staleAt(situation), ...reasons(situation) };
    await decideRequest(editor, id, input, origins);
    return expertId;
  },
  async identified(situation, editor) {
    const { id, rowId } = await addExpert();
    if (situation.ai) await markAsModelText(rowId, "Born early.");
    if (situation.asked) await rememberNotToRelist(db, { identifiers: ["Q42"] });
    return acceptIdentifiers(editor, id, {
      wikidata: "Q42",
      compared: true,
      updatedAt: staleAt(situation),
      ...reasons(situation),
    });
  },
  async featured(situation, editor) {
    const { id, rowId } = await addExpert(situation.asked ? { name: DISGUISED_NAME } : {});
    if (situation.ai) await markAsModelText(rowId, "Born early.");
    await addToDoNotRelist(situation);
    return setFeatured(editor, id, { featured: true });
  },
  async sorted(situation, editor) {
    const { id, rowId } = await addExpert(situation.asked ? { name: DISGUISED_NAME } : {});
    if (situation.ai) await markAsModelText(rowId, "Born early.");
    await addToDoNotRelist(situation);
    const { refused } = await changeExperts(editor, { action: "addCategory", value: "author", ids: [id] });
    if (refused[0]) throw new AppError("conflict", refused[0].message);
    return id;
  },
  async undone(situation, editor) {
    const name = nameOf(situation);
    const site = `https://cause-${++count}.example/`;
    const { slug, rowId } = await addExpert({ name, biography: textOf(situation), referenceLinks: [site] });
    if (situation.ai) await markAsModelText(rowId, textOf(situation));
    const input = { ...fullSubmission, change: slug, name: `Other ${++count}`, referenceLinks: [site] };
    const { id } = await submitExpert(await addMember(), { ...input, biography: "Another text." }, origins);
    await approveSubmission(bob, id, WITH_REASON, origins);
    await addToDoNotRelist(situation);
    return undoDecision(editor, id);
  },
};

function reasons({ acceptedReason, relistReason }: Situation): object {
  return { ...(acceptedReason && { acceptedReason }), ...(relistReason && { relistReason }) };
}

/** Returns the outcome of an attempt in a word or two. */
async function outcomeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refusalIn(error);
  }
  const isListed = (await unsupportedTexts(ada)).length > 0;
  const warning = await db
    .selectFrom("auditLog")
    .select("rowId")
    .where("action", "like", "went on%")
    .executeTakeFirst();
  const namedEvidence = await db.selectFrom("evidence").select("rowId").where("keptBy", "!=", "").executeTakeFirst();
  return ["done", isListed && "listed", namedEvidence && "kept by name", warning && "audited"]
    .filter(Boolean)
    .join(", ");
}

async function refusalIn(error: AppError): Promise<string> {
  if (error instanceof EditConflict) return "STALE";
  if (error instanceof UnsupportedEdit) return "NO SOURCE";
  if (error instanceof PublishingConflict) return `NOT PUBLISHED${await storedDraft()}`;
  if (error.message.startsWith("A second person decides"))
    return `FOUR EYES${(await refusals()) ? "" : ", not audited"}`;
  if (error.message.includes("Only an admin")) return "ASKED";
  return error.message.startsWith("This person asked not to be listed") ? "ASKED" : error.message.toUpperCase();
}

async function refusals(): Promise<boolean> {
  const auditLines = db.selectFrom("auditLog").select("rowId").where("action", "=", "refused by four eyes");
  return (await auditLines.executeTakeFirst()) !== undefined;
}

/** Returns what is stored of an article that was not published. */
async function storedDraft(): Promise<string> {
  const [article] = await db.selectFrom("articles").select(["id", "status", "body"]).execute();
  if (!article) return "";
  if (article.body.includes(UNSOURCED) || article.body.includes(SOURCED)) return `, a ${article.status}`;
  const row = await articleForAdmin(ada, article.id);
  return (await articleDraft(ada, row)) ? ", in the editor" : ", nothing kept";
}

const TITLE = "Of old mice";

/** Adds an article, written by a model if `situation` says so. */
async function addArticle(
  situation: Situation,
  editor: Editor,
  changes: Partial<Pick<ArticleRow, "body" | "status" | "contentId" | "scheduledAt">> = {},
) {
  const { id } = await createArticle(editor, { title: TITLE, body: "Of days past." }, origins);
  const row = await articleForAdmin(ada, id);
  if (situation.ai) await addEvidence(db, { articleRowId: row.rowId }, [evidence("Of days past.", "body")]);
  const aiModel = situation.ai ? "some/model" : "";
  const publishedAt = changes.status === "published" ? LONG_AGO : null;
  await db
    .updateTable("articles")
    .set({ aiModel, body: textOf(situation), publishedAt, ...changes })
    .where("id", "=", id)
    .execute();
  if (situation.ai === "sourced") await addEvidence(db, { articleRowId: row.rowId }, [evidence(SOURCED, "body")]);
  return row;
}

/** Stores that a screen showed a text of a model. */
async function rememberModelText(situation: Situation, editor: Editor): Promise<void> {
  if (!situation.ai) return;
  const about = { field: "body", text: textOf(situation), paragraph: 0, heading: "", reason: "", evidence: null };
  await rememberText(editor, "", [about], { provider: "p", model: "some/model" });
}

async function promotion(situation: Situation, editor: Editor) {
  const { slug } = await addExpert();
  const content = `# ${TITLE}\n\n${textOf(situation)}`;
  const model = situation.ai ? "some/model" : "";
  const about = { content, expert: slug, provider: "openrouter", model };
  const sources = situation.ai === "sourced" ? [evidence(SOURCED, "body")] : [];
  const { id: contentId } = await saveContent(editor, about, sources);
  return { ...about, contentId, ...reasons(situation) };
}

const ARTICLES: Record<string, Attempt> = {
  async "created as a draft"(situation, editor) {
    await rememberModelText(situation, editor);
    return createArticle(editor, { title: TITLE, body: textOf(situation), ...reasons(situation) }, origins);
  },
  async "created in public"(situation, editor) {
    await rememberModelText(situation, editor);
    const input = { title: TITLE, body: textOf(situation), status: "published", ...reasons(situation) };
    return createArticle(editor, input, origins);
  },
  async "drafted from the library"(situation, editor) {
    const { contentId } = await promotion(situation, editor);
    return draftFromContent(editor, contentId);
  },
  async "edited as a draft"(situation, editor) {
    const { id } = await addArticle(situation, editor, { body: "Of days past." });
    return editArticle(
      editor,
      id,
      { body: textOf(situation), updatedAt: staleAt(situation), ...reasons(situation) },
      origins,
    );
  },
  async "edited in public"(situation, editor) {
    const { id } = await addArticle(situation, editor, { body: "Of days past.", status: "published" });
    return editArticle(
      editor,
      id,
      { body: textOf(situation), updatedAt: staleAt(situation), ...reasons(situation) },
      origins,
    );
  },
  async published(situation, editor) {
    const { id } = await addArticle(situation, editor, { body: "Of days past." });
    const input = { body: textOf(situation), status: "published", updatedAt: staleAt(situation) };
    return editArticle(editor, id, { ...input, ...reasons(situation) }, origins);
  },
  async scheduled(situation, editor) {
    const { id } = await addArticle(situation, editor);
    const input = { scheduledAt: "2099-01-01T00:00:00.000Z", updatedAt: staleAt(situation) };
    return editArticle(editor, id, { ...input, ...reasons(situation) }, origins);
  },
  async due(situation, editor) {
    const { id } = await addArticle(situation, editor, { scheduledAt: LONG_AGO });
    await publishDue();
    const { status } = await articleForAdmin(ada, id);
    if (status !== "published") throw new AppError("conflict", `still a ${status}`);
  },
  async promoted(situation, editor) {
    return publishArticle(editor, await promotion(situation, editor), origins);
  },
  async "promoted as a draft"(situation, editor) {
    return publishArticle(editor, await promotion(situation, editor), { ...origins, asDraft: true });
  },
  async "promoted from a draft"(situation, editor) {
    const input = await promotion(situation, editor);
    await publishArticle(editor, input, { ...origins, asDraft: true });
    return publishArticle(editor, input, origins);
  },
  async "promoted in public"(situation, editor) {
    const input = await promotion(situation, editor);
    const { rowId } = await addArticle(situation, editor, {
      body: "Of days past.",
      status: "published",
      contentId: input.contentId,
    });
    await db.deleteFrom("evidence").where("articleRowId", "=", rowId).where("sentence", "=", SOURCED).execute();
    return publishArticle(editor, input, origins);
  },
  async restored(situation, editor) {
    const { id } = await addArticle(situation, ada, { status: "published" });
    await editArticle(ada, id, { body: "Of days past." }, origins);
    return restoreArticleRevision(editor, id, {
      revision: await firstRevisionOf(id),
      updatedAt: staleAt(situation),
      ...reasons(situation),
    });
  },
  async imported(situation) {
    const times = { createdAt: LONG_AGO, updatedAt: LONG_AGO, publishedAt: LONG_AGO };
    const stored = { ...evidence(SOURCED, "body"), checkedAt: LONG_AGO, createdAt: LONG_AGO };
    const record = {
      id: newId(),
      slug: "of-old-mice",
      title: TITLE,
      type: "research-insight",
      status: "published",
      ...times,
      expertName: "",
      excerpt: "",
      body: textOf(situation),
      sources: [],
      origin: "editor",
      expert: null,
      aiModel: situation.ai ? "some/model" : "",
      evidence: situation.ai === "sourced" ? [stored] : null,
    };
    await db.transaction().execute((tx) => MANIFEST.articles.restore(tx, { leftOut: [] }).add(record));
  },
  async featured(situation, editor) {
    const { id } = await addArticle(situation, editor, { status: "published" });
    return setArticleFeatured(editor, id, { featured: true });
  },
};

async function firstRevisionOf(id: string): Promise<number> {
  const { rowId } = await articleForAdmin(ada, id);
  const revisions = db.selectFrom("articleRevisions").select("rowId").where("articleRowId", "=", rowId);
  return (await revisions.orderBy("rowId").executeTakeFirstOrThrow()).rowId;
}

/** Returns a table with the outcome of each attempt (line) in each case (column). */
async function tableOf(attempts: Record<string, Attempt>, cases: Record<string, Situation>): Promise<string> {
  const rows = [["", ...Object.keys(cases)]];
  for (const [cause, attempt] of Object.entries(attempts)) {
    const row = [cause];
    for (const situation of Object.values(cases)) {
      if (situation.isOwnText) await changeSettings(ada, { fourEyes: "on" }, null);
      row.push(await outcomeOf(attempt(situation, situation.isByEditor ? eva : ada)));
      if (situation.isOwnText) await changeSettings(ada, { fourEyes: "" }, null);
      await clean();
    }
    rows.push(row);
  }
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] as number))
        .join(" | ")
        .trimEnd(),
    )
    .join("\n");
}

test.skipIf(onPostgres)("profiles: each cause has the listed outcome in each situation", async () => {
  expect(await tableOf(EXPERTS, CASES)).toMatchInlineSnapshot(`
    "                | by hand | AI, sourced | AI, no source      | AI, a reason       | four eyes          | stale | asked | asked, a reason | asked, an editor
    created         | done    | done        | NO SOURCE          | done, kept by name | FOUR EYES          | done  | ASKED | done, audited   | ASKED
    edited          | done    | done        | NO SOURCE          | done, kept by name | FOUR EYES          | STALE | ASKED | done, audited   | ASKED
    approved        | done    | done        | NOT PUBLISHED      | done, kept by name | FOUR EYES          | done  | ASKED | done, audited   | ASKED
    changed         | done    | done        | NOT PUBLISHED      | done, kept by name | FOUR EYES          | STALE | ASKED | done, audited   | ASKED
    merged          | done    | done        | done               | done               | done               | STALE | ASKED | done, audited   | ASKED
    imported        | done    | done        | done, listed       | done, listed       | done, listed       | done  | ASKED | ASKED           | ASKED
    imported change | done    | done        | done, listed       | done, listed       | done, listed       | done  | ASKED | ASKED           | ASKED
    restored        | done    | done        | NO SOURCE          | done, kept by name | done, kept by name | STALE | ASKED | ASKED           | ASKED
    corrected       | done    | done        | done, kept by name | done, kept by name | done, kept by name | STALE | ASKED | done, audited   | ASKED
    identified      | done    | done        | done               | done               | done               | STALE | ASKED | ASKED           | ASKED
    featured        | done    | done        | done               | done               | done               | done  | done  | done            | done
    sorted          | done    | done        | done               | done               | done               | done  | done  | done            | done
    undone          | done    | done        | done               | done               | done               | done  | ASKED | ASKED           | ASKED"
  `);
});

test.skipIf(onPostgres)("articles: each cause has the listed outcome in each situation", async () => {
  const { asked: _, "asked, a reason": _reason, "asked, an editor": _editor, ...cases } = CASES;
  expect(await tableOf(ARTICLES, cases)).toMatchInlineSnapshot(`
    "                         | by hand | AI, sourced            | AI, no source                | AI, a reason           | four eyes          | stale
    created as a draft       | done    | done                   | done                         | done                   | done               | done
    created in public        | done    | NOT PUBLISHED, a draft | NOT PUBLISHED, a draft       | NOT PUBLISHED, a draft | FOUR EYES          | done
    drafted from the library | done    | done                   | done                         | done                   | done               | done
    edited as a draft        | done    | done                   | done                         | done                   | done               | STALE
    edited in public         | done    | done                   | NO SOURCE                    | done, kept by name     | done, kept by name | STALE
    published                | done    | done                   | NOT PUBLISHED, a draft       | done, kept by name     | FOUR EYES          | STALE
    scheduled                | done    | done                   | NOT PUBLISHED, a draft       | done, kept by name     | FOUR EYES          | STALE
    due                      | done    | done                   | STILL A DRAFT                | STILL A DRAFT          | STILL A DRAFT      | done
    promoted                 | done    | done                   | NOT PUBLISHED, a draft       | done, kept by name     | FOUR EYES          | done
    promoted as a draft      | done    | done                   | done                         | done                   | done               | done
    promoted from a draft    | done    | done                   | NOT PUBLISHED, a draft       | done, kept by name     | FOUR EYES          | done
    promoted in public       | done    | done                   | NOT PUBLISHED, in the editor | done, kept by name     | FOUR EYES          | done
    restored                 | done    | done                   | NO SOURCE                    | done, kept by name     | done, kept by name | STALE
    imported                 | done    | done                   | done, listed                 | done, listed           | done, listed       | done
    featured                 | done    | done                   | done                         | done                   | done               | done"
  `);
});

// The rules are the same on both engines, so PostgreSQL needs only the situations in which a cause runs most of its queries.
test.runIf(onPostgres)("each cause has the listed outcome where it runs most of its queries", async () => {
  const withReason = { "AI, a reason": { ai: "bare", ...WITH_REASON } } as const;
  const askedCase = { "asked, a reason": { asked: true, relistReason: "They changed their mind" } };
  expect(await tableOf(EXPERTS, { ...withReason, ...askedCase })).toMatchInlineSnapshot(`
    "                | AI, a reason       | asked, a reason
    created         | done, kept by name | done, audited
    edited          | done, kept by name | done, audited
    approved        | done, kept by name | done, audited
    changed         | done, kept by name | done, audited
    merged          | done               | done, audited
    imported        | done, listed       | ASKED
    imported change | done, listed       | ASKED
    restored        | done, kept by name | ASKED
    corrected       | done, kept by name | done, audited
    identified      | done               | ASKED
    featured        | done               | done
    sorted          | done               | done
    undone          | done               | ASKED"
  `);
  expect(await tableOf(ARTICLES, withReason)).toMatchInlineSnapshot(`
    "                         | AI, a reason
    created as a draft       | done
    created in public        | NOT PUBLISHED, a draft
    drafted from the library | done
    edited as a draft        | done
    edited in public         | done, kept by name
    published                | done, kept by name
    scheduled                | done, kept by name
    due                      | STILL A DRAFT
    promoted                 | done, kept by name
    promoted as a draft      | done
    promoted from a draft    | done, kept by name
    promoted in public       | done, kept by name
    restored                 | done, kept by name
    imported                 | done, listed
    featured                 | done"
  `);
});

/** Returns the traces of a change by hand in history, audit log and lists. */
async function tracesOf(kind: "expert" | "article", attempt: Attempt): Promise<string> {
  await attempt({}, ada);
  const revisions = db.selectFrom(`${kind}Revisions`).select("action").orderBy("rowId");
  const history = (await revisions.execute()).map(({ action }) => action).join(", ");
  const auditLines = db.selectFrom("auditLog").select(["action", "detail"]).where("subjectKind", "=", kind);
  const audit = (await auditLines.orderBy("rowId").execute())
    .map(({ action, detail }) => (detail ? `${action} (${detail.replace(/ \d.*| with .*/, " …")})` : action))
    .join(", ");
  return [`history: ${history}`, `audit: ${audit}`, kind === "expert" && (await listingState())]
    .filter(Boolean)
    .join(" | ");
}

async function listingState(): Promise<string> {
  const row = await db.selectFrom("experts").selectAll().orderBy("updatedAt", "desc").executeTakeFirstOrThrow();
  const listing = db.selectFrom("listing").select(["updatedAt", "reviewedAt"]).where("expertRowId", "=", row.rowId);
  const entry = await listing.executeTakeFirst();
  const { rowIds } = await searchExperts(readDb, { text: row.name, offset: 0, limit: 10 });
  const isPresent = entry?.updatedAt === row.updatedAt && entry.reviewedAt === (row.reviewedAt ?? "");
  return [row.reviewedAt && "reviewed", isPresent && "listed", rowIds.includes(row.rowId) && "found"]
    .filter(Boolean)
    .join(", ");
}

async function tracesOfAll(kind: "expert" | "article", attempts: Record<string, Attempt>): Promise<string> {
  const lines: string[] = [];
  for (const [cause, attempt] of Object.entries(attempts)) {
    lines.push(`${cause} | ${await tracesOf(kind, attempt)}`);
    await clean();
  }
  return lines.join("\n");
}

test("profiles: each cause leaves the listed traces in history, audit log and lists", async () => {
  expect(await tracesOfAll("expert", EXPERTS)).toMatchInlineSnapshot(`
    "created | history: created | audit: expert created | listed, found
    edited | history: edited | audit: expert edited (Name and Biography) | listed, found
    approved | history: approved | audit:  | reviewed, listed, found
    changed | history: changed | audit:  | listed, found
    merged | history: merged, merged | audit: experts merged (with Cause …) | listed, found
    imported | history: imported | audit:  | listed, found
    imported change | history: imported | audit:  | listed, found
    restored | history: edited, restored | audit: expert edited (Name and Biography), expert brought back to an earlier version (as first entered) | listed, found
    corrected | history: edited | audit: expert edited (Biography, after a report) | listed, found
    identified | history: edited | audit: identifiers accepted (Wikidata; compared by hand) | listed, found
    featured | history: featured | audit: expert featured | listed, found
    sorted | history: edited | audit: expert edited (Categories) | listed, found
    undone | history: changed, restored | audit:  | listed, found"
  `);
});

test("articles: each cause leaves the listed traces in history and audit log", async () => {
  expect(await tracesOfAll("article", ARTICLES)).toMatchInlineSnapshot(`
    "created as a draft | history: created | audit: article created
    created in public | history: created | audit: article created
    drafted from the library | history: created | audit: article created
    edited as a draft | history: created, edited | audit: article created, article edited (Text)
    edited in public | history: created, edited | audit: article created, article edited (Text)
    published | history: created, published | audit: article created, article published
    scheduled | history: created, scheduled | audit: article created, article scheduled
    due | history: created, published | audit: article created, article published
    promoted | history: created | audit: article created
    promoted as a draft | history: created | audit: article created
    promoted from a draft | history: created, published | audit: article created, article published
    promoted in public | history: created, edited | audit: article created, article edited (Expert, Excerpt, and Text)
    restored | history: created, edited, restored | audit: article created, article edited (Text), article brought back to an earlier version
    imported | history:  | audit: 
    featured | history: created | audit: article created, article featured"
  `);
});
