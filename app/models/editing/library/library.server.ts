/** Saves, shows, moves and deletes texts of the library, and attaches images to them. */
import { z } from "zod";
import { db, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { onOneLine } from "~/models/base/text/content-text";
import { provenClaims } from "~/models/records/evidence/claims.server";
import type { NewEvidence } from "~/models/records/evidence/evidence";
import { conflictWithoutRevisions } from "~/models/records/shared/edit-conflict.server";
import { AboutExpert, expertOf, LabelKey, Selection } from "./input.server";
import { contentName } from "./labels";
import { findOrCreateProject, ProjectInput } from "./projects.server";
import { contentViews, type LibraryContent } from "./views.server";
import { addContent, attach, type ContentRow, changeContent, detach, removeContent } from "./write.server";

const MAX_LENGTH = 100_000;

export const Content = z.object({
  /** The id of the text that this text replaces. */
  id: z.string().max(100).nullish(),
  updatedAt: z
    .string()
    .optional()
    .describe("The `updatedAt` of the text that you read. If it has changed since, the answer is 409."),
  content: z
    .string("Please enter the text.")
    .max(MAX_LENGTH, `At most ${MAX_LENGTH.toLocaleString("en")} characters fit here.`)
    .refine((text) => text.trim() !== "", "Please enter the text."),
  platform: LabelKey.default("article"),
  contentType: LabelKey.default("expertise-tip"),
  ...AboutExpert,
  projectId: z.string().max(100).nullish(),
  newProject: ProjectInput.nullish(),
  seoTags: z.array(z.string().overwrite(onOneLine).trim().max(200)).max(100).optional(),
  provider: z.string().max(100).optional(),
  model: z.string().max(200).optional(),
  evidence: z.unknown().optional(),
});

/**
 * Saves a text together with the evidence of its sentences, or replaces the text with `id`. A stored text keeps its project,
 * tags, provider and model if they were not sent. Evidence in the input
 * is checked by opening its pages, unless `provenEvidence` is given. Throws "invalid", "missing" for an unknown `id`, or EditConflict if the
 * text with `id` is newer than `updatedAt` and the input would change it.
 */
export async function saveContent(
  editor: Editor,
  input: unknown,
  provenEvidence?: NewEvidence[],
): Promise<LibraryContent> {
  const text = parse(Content, input);
  const { evidence: claims, ...details } = text;
  const evidence =
    provenEvidence ?? (claims ? await provenClaims("body", claims, (await expertOf(readDb, details)).expertName) : []);
  return db.transaction().execute(async (tx) => {
    const { content, platform, contentType } = text;
    const fields = {
      ...(await expertOf(tx, text)),
      content,
      platform,
      contentType,
      ...(await sentDetails(tx, editor, text)),
      ...(evidence.length > 0 && {
        evidence: JSON.stringify(evidence.filter(({ sentence }) => content.includes(sentence))),
      }),
    };
    const now = new Date().toISOString();
    const replacedRow = text.id ? await findRow(tx, text.id) : undefined;
    const row = replacedRow ?? (await findIdentical(tx, fields));
    // A name that several people have by now does not tell which of them the text is about.
    if (row && !replacedRow) fields.expertRowId ??= row.expertRowId;
    const isChanged = Object.entries(fields).some(([field, value]) => row?.[field as keyof typeof fields] !== value);
    if (row && !isChanged) return viewOf(row, tx);
    if (replacedRow) await refuseStaleText(tx, replacedRow, text);
    const newRow = { ...NO_DETAILS, ...fields, id: newId(), createdAt: now, updatedAt: now, createdBy: editor.id };
    const savedRow = row ? await changeContent(tx, row, fields) : await addContent(tx, newRow);
    await auditContent(tx, editor, row ? "library content changed" : "library content saved", savedRow);
    return viewOf(savedRow, tx);
  });
}

const NO_DETAILS = { projectRowId: null, seoTags: "[]", provider: "", model: "" };

/** Returns the columns of the details that were sent. */
async function sentDetails(
  tx: Queryable,
  editor: Editor,
  text: z.output<typeof Content>,
): Promise<Partial<Pick<ContentRow, keyof typeof NO_DETAILS>>> {
  const { projectId, newProject, seoTags, provider, model } = text;
  return {
    ...((newProject || projectId !== undefined) && { projectRowId: await projectOf(tx, editor, text) }),
    ...(seoTags && { seoTags: JSON.stringify(seoTags) }),
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
  };
}

/** Throws EditConflict if the text has changed since it was read. */
async function refuseStaleText(tx: Queryable, row: ContentRow, { updatedAt, content }: z.output<typeof Content>) {
  if (updatedAt === undefined || updatedAt === row.updatedAt) return;
  const record = { ...subjectOf(row), name: "this text", labels: { content: "Text" } };
  const versions = { mine: { content }, current: { content: row.content }, updatedAt: row.updatedAt, input: {} };
  throw await conflictWithoutRevisions(tx, record, versions);
}

async function projectOf(
  tx: Queryable,
  editor: Editor,
  { projectId, newProject }: Pick<z.output<typeof Content>, "projectId" | "newProject">,
): Promise<number | null> {
  if (newProject) return (await findOrCreateProject(tx, editor, newProject)).rowId;
  if (!projectId) return null;
  const project = tx.selectFrom("libraryProjects").select("rowId").where("id", "=", projectId);
  const row = await project.executeTakeFirst();
  if (!row) throw new AppError("invalid", "There is no such project.", { projectId: "There is no such project." });
  return row.rowId;
}

/** The number of the expert's newest texts that a text is compared with, so that a repeated request adds no text. */
const MAX_COMPARED_CONTENTS = 20;

async function findIdentical(
  tx: Queryable,
  {
    expertName,
    content,
    platform,
    contentType,
  }: Pick<ContentRow, "expertName" | "content" | "platform" | "contentType">,
): Promise<ContentRow | undefined> {
  const newestContent = await tx
    .selectFrom("libraryContents")
    .selectAll()
    .where("expertName", "=", expertName)
    .orderBy("rowId", "desc")
    .limit(MAX_COMPARED_CONTENTS)
    .execute();
  return newestContent.find(
    (row) => row.content === content && row.platform === platform && row.contentType === contentType,
  );
}

/** Throws "missing". */
export async function findContent(_editor: Editor, id: string): Promise<LibraryContent> {
  return viewOf(await findRow(readDb, id), readDb);
}

async function findRow(from: Queryable, id: string): Promise<ContentRow> {
  const row = await from.selectFrom("libraryContents").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("missing", "This content is not in the library, or was deleted.");
  return row;
}

async function viewOf(row: ContentRow, from: Queryable): Promise<LibraryContent> {
  return (await contentViews([row], from))[0] as LibraryContent;
}

/** Deletes texts and returns their number. Throws "invalid" without a choice, "missing" if no text exists. */
export async function deleteContents(editor: Editor, input: unknown): Promise<number> {
  const { ids } = parse(Selection, input);
  return db.transaction().execute(async (tx) => {
    const rows = await tx.selectFrom("libraryContents").selectAll().where("id", "in", ids).execute();
    if (rows.length === 0) throw new AppError("missing", "This content is not in the library, or was deleted.");
    for (const row of rows) {
      await removeContent(tx, row);
      await auditContent(tx, editor, "library content deleted", row);
    }
    return rows.length;
  });
}

export const Moving = z.object({
  ids: Selection.shape.ids,
  projectId: z
    .string("Please choose a project.")
    .max(100)
    .nullish()
    .transform((id) => id || null),
});

/** Moves texts to a project, or out of their project without `projectId`. Returns the number of moved texts. Throws "invalid", "missing". */
export async function moveContents(editor: Editor, input: unknown): Promise<number> {
  const { ids, projectId } = parse(Moving, input);
  return db.transaction().execute(async (tx) => {
    const projectRowId = await projectOf(tx, editor, { projectId, newProject: null });
    const rows = await tx.selectFrom("libraryContents").selectAll().where("id", "in", ids).execute();
    if (rows.length === 0) throw new AppError("missing", "This content is not in the library, or was deleted.");
    const rowsToMove = rows.filter((row) => row.projectRowId !== projectRowId);
    for (const row of rowsToMove) {
      const changedContent = await changeContent(tx, row, { projectRowId });
      const { projectName } = await viewOf(changedContent, tx);
      await auditContent(
        tx,
        editor,
        "library content moved",
        changedContent,
        projectName ? `to ${projectName}` : "out of its project",
      );
    }
    return rowsToMove.length;
  });
}

const Attachment = z.object({ id: z.string().max(100), imageId: z.string().max(100) });

/** Attaches a stored image; a repetition changes nothing. Throws "missing". */
export function attachImage(editor: Editor, input: unknown): Promise<LibraryContent> {
  return changeAttachment(editor, input, "image attached", async (tx, row, imageId) => {
    const image = await tx.selectFrom("images").select("id").where("id", "=", imageId).executeTakeFirst();
    if (!image) throw new AppError("missing", "This image is not stored here, or was deleted.");
    await attach(tx, row.rowId, imageId);
  });
}

export function detachImage(editor: Editor, input: unknown): Promise<LibraryContent> {
  return changeAttachment(editor, input, "image detached", (tx, row, imageId) => detach(tx, row.rowId, imageId));
}

function changeAttachment(
  editor: Editor,
  input: unknown,
  action: string,
  change: (tx: Queryable, row: ContentRow, imageId: string) => Promise<void>,
): Promise<LibraryContent> {
  const { id, imageId } = parse(Attachment, input);
  return db.transaction().execute(async (tx) => {
    const row = await findRow(tx, id);
    await change(tx, row, imageId);
    await auditContent(tx, editor, action, row, imageId);
    return viewOf(row, tx);
  });
}

function auditContent(tx: Queryable, editor: Editor, action: string, row: ContentRow, detail = ""): Promise<void> {
  return audit(tx, editor, { action, ...subjectOf(row), detail });
}

function subjectOf({ id, expertName, content }: ContentRow) {
  const subjectName = contentName(expertName, content).slice(0, 200);
  return { subjectKind: "library", subjectId: id, subjectName } as const;
}
