/**
 * The library's part of an import: projects, texts, pictures, and what is attached to what. Of pictures an export has what
 * is known of them; the files themselves come with a backup, until then they are "unavailable".
 */
import { z } from "zod";
import { indexImage, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { pictureUrl } from "~/models/images/address";
import { contentName } from "~/models/library/labels";
import { addContent, attach, saveToLibrary } from "~/models/library/write.server";
import { isStoredName } from "~/services/storage.server";
import { parse } from "~/validation.server";
import type { Verdict } from "./import-rows.server";

const time = z.iso.datetime();
const id = z.string().regex(/^[0-9a-z]{16}$/, "This id cannot be used.");
const short = z.string().max(500);
const side = z.number().int().min(1).max(9_999);

const Image = z
  .object({
    id,
    name: short,
    alt: z.string().max(1_000),
    width: side,
    height: side,
    bytes: z.number().int().min(0),
    files: z.array(z.object({ name: z.string(), width: side, height: side, type: short })).max(20),
    contentHash: z.string().max(100),
    origin: z.enum(["upload", "record", "generated"]),
    prompt: z.string().max(20_000),
    provider: short,
    model: short,
    createdAt: time,
  })
  .refine(
    (image) => image.files.every(({ name }) => isStoredName(name) && name.slice(3).startsWith(`${image.id}-`)),
    "This picture names files that are not its own.",
  );
const Project = z.object({ id, name: short, description: z.string().max(10_000), createdAt: time });
const LibraryImage = z.object({
  imageId: id,
  expertName: short,
  size: short,
  createdAt: time,
  expert: short.nullable(),
});
const Content = z.object({
  ...{ id, expertName: short, platform: short, contentType: short, createdAt: time, updatedAt: time },
  seoTags: z.array(short).max(200),
  provider: short,
  model: short,
  content: z.string().max(1_000_000),
  expert: short.nullable(),
  project: id.nullable(),
  images: z.array(id).max(1_000),
});

/** What is to be written, as it stands in the plan. */
export type LibraryStep =
  | { kind: "images"; value: z.output<typeof Image> }
  | { kind: "libraryProjects"; value: z.output<typeof Project> }
  | { kind: "libraryImages"; value: z.output<typeof LibraryImage> }
  | { kind: "libraryContents"; value: z.output<typeof Content> };

/** Compares the library's records of one file; it remembers which pictures the file brings. */
export class LibraryComparison {
  private readonly pictures = new Set<string>();

  constructor(private readonly from: Queryable) {}

  /** @throws AppError "invalid" for a record that cannot be used. */
  async images(input: unknown): Promise<Verdict> {
    const value = parse(Image, input);
    const { contentHash, name } = value;
    const twins = this.from.selectFrom("images").select("id");
    const known = await twins
      .where((e) => e.or([e("id", "=", value.id), e("contentHash", "=", contentHash)]))
      .execute();
    this.pictures.add(value.id);
    if (known.some((row) => row.id === value.id)) return same(name);
    if (known.length === 0) return { outcome: "new", name, detail: "", step: { kind: "images", value } };
    this.pictures.delete(value.id);
    throw new AppError("invalid", "The same picture is stored here under another address.");
  }

  async libraryProjects(input: unknown): Promise<Verdict> {
    const value = parse(Project, input);
    const known = await this.from
      .selectFrom("libraryProjects")
      .select("id")
      .where("id", "=", value.id)
      .executeTakeFirst();
    if (known) return same(value.name);
    return { outcome: "new", name: value.name, detail: "", step: { kind: "libraryProjects", value } };
  }

  async libraryImages(input: unknown): Promise<Verdict> {
    const value = parse(LibraryImage, input);
    const { imageId } = value;
    const name = `Picture ${imageId}`;
    const known = this.from.selectFrom("libraryImages").select("imageId").where("imageId", "=", imageId);
    if (await known.executeTakeFirst()) return same(name);
    if (!(await this.hasPicture(imageId)))
      throw new AppError("invalid", "This picture is neither here nor in the file.");
    return { outcome: "new", name, detail: "", step: { kind: "libraryImages", value } };
  }

  async libraryContents(input: unknown): Promise<Verdict> {
    const value = parse(Content, input);
    const name = contentName(value.expertName, value.content);
    const known = await this.from
      .selectFrom("libraryContents")
      .select("id")
      .where("id", "=", value.id)
      .executeTakeFirst();
    if (known) return same(name);
    const images: string[] = [];
    for (const imageId of value.images) if (await this.hasPicture(imageId)) images.push(imageId);
    const lost = value.images.length - images.length;
    const detail = lost
      ? `${lost} attached ${lost === 1 ? "picture is" : "pictures are"} neither here nor in the file.`
      : "";
    return { outcome: "new", name, detail, step: { kind: "libraryContents", value: { ...value, images } } };
  }

  private async hasPicture(imageId: string): Promise<boolean> {
    if (this.pictures.has(imageId)) return true;
    const row = await this.from.selectFrom("images").select("id").where("id", "=", imageId).executeTakeFirst();
    return row !== undefined;
  }
}

function same(name: string): Verdict {
  return { outcome: "same", name, detail: "", step: null };
}

/** @param ownerOf finds an expert by an address. */
export async function writeLibraryStep(
  tx: Queryable,
  step: LibraryStep,
  ownerOf: (slug: string | null) => Promise<number | undefined>,
): Promise<void> {
  const createdBy = null;
  if (step.kind === "images") {
    const { files, ...value } = step.value;
    const row = { ...value, url: pictureUrl(value.id, value), files: JSON.stringify(files), createdBy };
    await indexImage(tx, await tx.insertInto("images").values(row).returningAll().executeTakeFirstOrThrow());
  }
  if (step.kind === "libraryProjects") {
    await tx
      .insertInto("libraryProjects")
      .values({ ...step.value, createdBy })
      .execute();
  }
  if (step.kind === "libraryImages") {
    const { expert, ...value } = step.value;
    const expertRowId = (await ownerOf(expert)) ?? null;
    const image = tx.selectFrom("images").select("prompt").where("id", "=", value.imageId);
    const { prompt } = await image.executeTakeFirstOrThrow();
    await saveToLibrary(tx, { ...value, expertRowId, createdBy }, prompt);
  }
  if (step.kind === "libraryContents") {
    const { expert, project, images, seoTags, ...value } = step.value;
    const known = tx
      .selectFrom("libraryProjects")
      .select("rowId")
      .where("id", "=", project ?? "");
    const projectRowId = (await known.executeTakeFirst())?.rowId ?? null;
    const expertRowId = (await ownerOf(expert)) ?? null;
    const row = { ...value, seoTags: JSON.stringify(seoTags), expertRowId, projectRowId, createdBy };
    const { rowId } = await addContent(tx, row);
    for (const imageId of images) await attach(tx, rowId, imageId);
  }
}
