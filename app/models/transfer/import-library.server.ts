/** Projects, texts, images and their links; files come only with a backup. */
import { z } from "zod";
import { indexImage, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { storedImageUrl } from "~/models/images/address";
import { contentName } from "~/models/library/labels";
import { addContent, attach, saveToLibrary } from "~/models/library/write.server";
import { parse } from "~/models/records/validation.server";
import { isStoredName } from "~/services/storage.server";
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
    "This image names files that are not its own.",
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

export type LibraryStep =
  | { kind: "images"; value: z.output<typeof Image> }
  | { kind: "libraryProjects"; value: z.output<typeof Project> }
  | { kind: "libraryImages"; value: z.output<typeof LibraryImage> }
  | { kind: "libraryContents"; value: z.output<typeof Content> };

/** Compares library records and remembers the file's images. */
export class LibraryComparison {
  private readonly images = new Set<string>();

  constructor(private readonly from: Queryable) {}

  /** Throws "invalid" for an unusable record. */
  async compare(kind: LibraryStep["kind"], input: unknown): Promise<Verdict> {
    if (kind === "images") return this.image(parse(Image, input));
    if (kind === "libraryProjects") return this.project(parse(Project, input));
    if (kind === "libraryImages") return this.libraryImage(parse(LibraryImage, input));
    return this.content(parse(Content, input));
  }

  private async image(value: z.output<typeof Image>): Promise<Verdict> {
    const known = await this.from
      .selectFrom("images")
      .select("id")
      .where((e) => e.or([e("id", "=", value.id), e("contentHash", "=", value.contentHash)]))
      .execute();
    if (known.length > 0 && !known.some(({ id }) => id === value.id))
      throw new AppError("invalid", "The same image is stored here under another address.");
    this.images.add(value.id);
    return known.length > 0 ? same(value.name) : added(value.name, { kind: "images", value });
  }

  private async project(value: z.output<typeof Project>): Promise<Verdict> {
    const isHere = await this.has("libraryProjects", "id", value.id);
    return isHere ? same(value.name) : added(value.name, { kind: "libraryProjects", value });
  }

  private async libraryImage(value: z.output<typeof LibraryImage>): Promise<Verdict> {
    const name = `Image ${value.imageId}`;
    if (await this.has("libraryImages", "imageId", value.imageId)) return same(name);
    if (!(await this.hasImage(value.imageId)))
      throw new AppError("invalid", "This image is neither here nor in the file.");
    return added(name, { kind: "libraryImages", value });
  }

  private async content(value: z.output<typeof Content>): Promise<Verdict> {
    const name = contentName(value.expertName, value.content);
    if (await this.has("libraryContents", "id", value.id)) return same(name);
    const images: string[] = [];
    for (const imageId of value.images) if (await this.hasImage(imageId)) images.push(imageId);
    const lost = value.images.length - images.length;
    const detail = lost
      ? `${lost} attached ${lost === 1 ? "image is" : "images are"} neither here nor in the file.`
      : "";
    return added(name, { kind: "libraryContents", value: { ...value, images } }, detail);
  }

  private async hasImage(imageId: string): Promise<boolean> {
    return this.images.has(imageId) || this.has("images", "id", imageId);
  }

  private async has(table: LibraryStep["kind"], column: "id" | "imageId", value: string): Promise<boolean> {
    const rows = this.from.selectFrom(table as "images").select(column as "id");
    return (await rows.where(column as "id", "=", value).executeTakeFirst()) !== undefined;
  }
}

function same(name: string): Verdict {
  return { outcome: "same", name, detail: "", step: null };
}

function added(name: string, step: LibraryStep, detail = ""): Verdict {
  return { outcome: "new", name, detail, step };
}

export async function writeLibraryStep(
  tx: Queryable,
  step: LibraryStep,
  ownerOf: (slug: string | null) => Promise<number | undefined>,
): Promise<void> {
  const createdBy = null;
  if (step.kind === "images") {
    const { files, ...value } = step.value;
    const row = { ...value, url: storedImageUrl(value.id, value), files: JSON.stringify(files), createdBy };
    await indexImage(tx, await tx.insertInto("images").values(row).returningAll().executeTakeFirstOrThrow());
  }
  if (step.kind === "libraryProjects") {
    const row = { ...step.value, createdBy };
    await tx.insertInto("libraryProjects").values(row).execute();
  }
  if (step.kind === "libraryImages") {
    const { expert, ...value } = step.value;
    const expertRowId = (await ownerOf(expert)) ?? null;
    const image = tx.selectFrom("images").select("prompt").where("id", "=", value.imageId);
    const { prompt } = await image.executeTakeFirstOrThrow();
    await saveToLibrary(tx, { ...value, expertRowId, createdBy }, prompt);
  }
  if (step.kind === "libraryContents") {
    await writeContent(tx, step.value, (await ownerOf(step.value.expert)) ?? null);
  }
}

async function writeContent(
  tx: Queryable,
  { expert: _, project, images, seoTags, ...value }: Extract<LibraryStep, { kind: "libraryContents" }>["value"],
  expertRowId: number | null,
): Promise<void> {
  const projects = tx.selectFrom("libraryProjects").select("rowId");
  const known = await projects.where("id", "=", project ?? "").executeTakeFirst();
  const row = { ...value, seoTags: JSON.stringify(seoTags), expertRowId, createdBy: null };
  const { rowId } = await addContent(tx, { ...row, projectRowId: known?.rowId ?? null });
  for (const imageId of images) await attach(tx, rowId, imageId);
}
