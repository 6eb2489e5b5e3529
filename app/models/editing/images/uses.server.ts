/** Reads and removes the uses of images from the table `imageUses`, which triggers in db/migrations maintain. */

import { type ImageUsesTable, type Queryable, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { contentName } from "~/models/editing/library/labels";
import { changeContent, detach, unsaveImage } from "~/models/editing/library/write.server";
import { IMAGE_FIELDS } from "~/models/records/experts/fields";
import { publish } from "~/models/records/publish/publish.server";
import {
  forOtherKinds,
  KIND_NAMES,
  type KindName,
  type OtherKind,
  PUBLIC_KINDS,
} from "~/models/records/shared/public-kinds";
import { namedRows } from "~/models/records/shared/public-rows.server";

export interface ImageUse {
  kind: ImageUsesTable["kind"];
  id: string;
  name: string;
  /** A label such as "photo". */
  label: string;
  href: string | null;
}

const MAX_NAMED_USES = 20;

const LABELS: Record<string, string> = {
  imageUrl: "photo",
  "article imageUrl": "image",
  longevityInterviewImageUrl: "interview image",
  productImageUrl: "product image",
  record: "suggested image",
  body: "text",
  content: "text",
  attached: "attached",
  saved: "saved",
};

/** Returns the first 20 uses of each image, in the order of `ids`. */
export async function usesOf(
  ids: string[],
  from: Queryable = readDb,
): Promise<{ places: ImageUse[]; hasMore: boolean }[]> {
  const imageUses = await Promise.all(
    ids.map((id) =>
      from
        .selectFrom("imageUses")
        .selectAll()
        .where("imageId", "=", id)
        .limit(MAX_NAMED_USES + 1)
        .execute(),
    ),
  );
  const subjects = await subjectsOf(imageUses.flat(), from);
  return imageUses.map((uses) => ({
    places: uses.slice(0, MAX_NAMED_USES).flatMap(({ kind, subjectId, field }) => {
      const subject = subjects.get(`${kind} ${subjectId}`);
      return subject ? [{ kind, id: subjectId, label: labelOf(kind, field), ...subject }] : [];
    }),
    hasMore: uses.length > MAX_NAMED_USES,
  }));
}

function labelOf(kind: string, field: string): string {
  return LABELS[`${kind} ${field}`] ?? LABELS[field] ?? field;
}

async function subjectsOf(uses: ImageUsesTable[], from: Queryable) {
  const idsOfKind = (kind: ImageUsesTable["kind"]) =>
    uses.filter((use) => use.kind === kind).map((use) => use.subjectId);
  const subjects = new Map<string, { name: string; href: string | null }>();
  for (const kind of KIND_NAMES) {
    const rows = await namedRows(from, kind).where("id", "in", idsOfKind(kind)).execute();
    for (const { id, name, slug, deletedAt } of rows)
      subjects.set(
        `${kind} ${id}`,
        deletedAt ? { name: `${name} (in the trash)`, href: null } : { name, href: PUBLIC_KINDS[kind].path(slug) },
      );
  }
  const submissions = from.selectFrom("submissions").select(["id", "name"]);
  for (const { id, name } of await submissions.where("id", "in", idsOfKind("submission")).execute())
    subjects.set(`submission ${id}`, { name, href: `/admin/submissions/${id}` });
  const contents = from
    .selectFrom("libraryContents")
    .select(["id", "expertName"])
    .select(({ fn, lit }) => fn<string>("substr", ["content", lit(1), lit(200)]).as("beginning"));
  for (const { id, expertName, beginning } of await contents.where("id", "in", idsOfKind("content")).execute())
    subjects.set(`content ${id}`, { name: contentName(expertName, beginning), href: `/admin/library/content/${id}` });
  const pages = from.selectFrom("pages").select(["id", "title", "slug"]);
  for (const { id, title, slug } of await pages.where("id", "in", idsOfKind("page")).execute())
    subjects.set(`page ${id}`, { name: title, href: `/${slug}` });
  for (const id of idsOfKind("library"))
    subjects.set(`library ${id}`, { name: "Article Assets", href: `/admin/library/images/${id}` });
  return subjects;
}

/** Tells whether an image is used, apart from the kinds of use in `ignoredKinds`. */
export async function isUsed(tx: Queryable, imageId: string, ignoredKinds: ImageUse["kind"][] = []): Promise<boolean> {
  const uses = tx.selectFrom("imageUses").select("field").where("imageId", "=", imageId);
  return (await uses.where("kind", "not in", ignoredKinds).limit(1).executeTakeFirst()) !== undefined;
}

/** Removes an image from all records, with revisions. */
export async function removeUses(tx: Queryable, editor: Editor, imageId: string): Promise<void> {
  const uses = await tx.selectFrom("imageUses").selectAll().where("imageId", "=", imageId).execute();
  for (const use of uses) await REMOVALS[use.kind](tx, use, editor);
}

type Removal = (tx: Queryable, use: ImageUsesTable, editor: Editor) => Promise<void>;

/** Removes an image from a record other than a profile: the record's image with its description, or an image in a text. */
const removeFromRecord: Removal = async (tx, { kind, subjectId, imageId, field }, editor) => {
  const { table } = PUBLIC_KINDS[kind as KindName];
  const rows = tx
    .selectFrom(table as "articles")
    .selectAll()
    .where("id", "=", subjectId);
  const row = await rows.executeTakeFirstOrThrow();
  const text = withoutImage(String(row[field as "body"]), imageId);
  const record = field === "imageUrl" ? { imageUrl: "", imageAlt: "" } : { [field]: text };
  await publish(tx, editor, table, { cause: "imageRemoved", rowId: row.rowId, record });
};

const REMOVALS: Record<Exclude<ImageUsesTable["kind"], OtherKind>, Removal> & Record<OtherKind, Removal> = {
  ...forOtherKinds(removeFromRecord),

  async expert(tx, { subjectId, field }, editor) {
    const column = IMAGE_FIELDS.find((candidate) => candidate === field);
    if (!column) return;
    const experts = tx.selectFrom("experts").select("rowId").where("id", "=", subjectId);
    const { rowId } = await experts.executeTakeFirstOrThrow();
    await publish(tx, editor, "experts", { cause: "imageRemoved", rowId, record: { [column]: "" } });
  },

  async submission(tx, { subjectId, imageId }) {
    const submissions = tx.selectFrom("submissions").select("record").where("id", "=", subjectId);
    const record = JSON.parse((await submissions.executeTakeFirstOrThrow()).record) as Record<string, unknown>;
    const recordWithoutImage = Object.fromEntries(
      Object.entries(record).map(([name, value]) => [name, withoutAddress(value, imageId)]),
    );
    await tx
      .updateTable("submissions")
      .set({ record: JSON.stringify(recordWithoutImage), updatedAt: new Date().toISOString() })
      .where("id", "=", subjectId)
      .execute();
  },

  async library(tx, { imageId }) {
    await unsaveImage(tx, imageId);
  },

  async content(tx, { subjectId, imageId, field }) {
    const contents = tx.selectFrom("libraryContents").selectAll().where("id", "=", subjectId);
    const content = await contents.executeTakeFirstOrThrow();
    if (field === "attached") await detach(tx, content.rowId, imageId);
    else await changeContent(tx, content, { content: withoutImage(content.content, imageId) });
  },

  async page(tx, { subjectId, imageId }, editor) {
    const pages = tx.selectFrom("pages").selectAll().where("id", "=", subjectId);
    const { slug, title, body } = await pages.executeTakeFirstOrThrow();
    const change = { body: withoutImage(body, imageId), updatedAt: new Date().toISOString() };
    await tx.updateTable("pages").set(change).where("id", "=", subjectId).execute();
    const subject = { subjectKind: "page", subjectId: slug, subjectName: title } as const;
    await audit(tx, editor, { action: "page changed", ...subject, detail: "Image removed" });
  },
};

function withoutAddress(value: unknown, imageId: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutAddress(entry, imageId));
  return typeof value === "string" ? withoutImage(value, imageId) : value;
}

/** Removes the image's Markdown from a text, and its address wherever else it occurs. */
export function withoutImage(text: string, imageId: string): string {
  const address = `[^\\s()<>"'|]*/uploads/..?/${imageId}[^\\s()<>"'|]*`;
  return text
    .replace(new RegExp(`!\\[[^[\\]]*\\]\\(<?${address}>?(?:\\s+"[^"]*")?\\)`, "g"), "")
    .replace(new RegExp(`(?<![^\\s()<>"'|])${address}`, "g"), "");
}
