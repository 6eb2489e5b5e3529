/** Moves images, projects, texts and their links. Only backups contain the files. */
import { z } from "zod";
import { indexImage, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Range } from "~/models/base/input/row-batches.server";
import { parse } from "~/models/base/input/validation.server";
import { storedImageUrl } from "~/models/base/uploads/address";
import { addContent, attach, saveToLibrary } from "~/models/editing/library/write.server";
import { creditsOf, StoredCredit } from "~/models/records/images/credits.server";
import { isStoredName } from "~/services/storage.server";
import { expertAt, type Kind, oneByOne } from "../kind.server";

const time = z.iso.datetime();
const id = z.string().regex(/^[0-9a-z]{16}$/, "This id cannot be used.");
const shortText = z.string().max(500);
const sideLength = z.number().int().min(1).max(9_999);

const Image = z
  .object({
    id,
    name: shortText,
    alt: z.string().max(1_000),
    width: sideLength,
    height: sideLength,
    bytes: z.number().int().min(0),
    files: z.array(z.object({ name: z.string(), width: sideLength, height: sideLength, type: shortText })).max(20),
    contentHash: z.string().max(100),
    origin: z.enum(["upload", "record", "generated"]),
    prompt: z.string().max(20_000),
    provider: shortText,
    model: shortText,
    createdAt: time,
    credit: StoredCredit.nullable().default(null),
  })
  .refine(
    (image) => image.files.every(({ name }) => isStoredName(name) && name.slice(3).startsWith(`${image.id}-`)),
    "This image names files that are not its own.",
  );
const Project = z.object({ id, name: shortText, description: z.string().max(10_000), createdAt: time });
const LibraryImage = z.object({
  imageId: id,
  expertName: shortText,
  size: shortText,
  createdAt: time,
  expert: shortText.nullable(),
});
const Content = z.object({
  id,
  expertName: shortText,
  platform: shortText,
  contentType: shortText,
  createdAt: time,
  updatedAt: time,
  seoTags: z.array(shortText).max(200),
  provider: shortText,
  model: shortText,
  content: z.string().max(1_000_000),
  expert: shortText.nullable(),
  project: id.nullable(),
  images: z.array(id).max(1_000),
});

export const images: Kind = {
  records: { table: "images", key: "rowId", texts: ["prompt"], read: readImages },
  restore: oneByOne(async (tx, input) => {
    const { files, credit, ...value } = parse(Image, input);
    const row = { ...value, url: storedImageUrl(value.id, value), files: JSON.stringify(files), createdBy: null };
    await indexImage(tx, await tx.insertInto("images").values(row).returningAll().executeTakeFirstOrThrow());
    if (credit)
      await tx
        .insertInto("imageCredits")
        .values({ imageId: value.id, ...credit })
        .execute();
  }),
};

export const libraryProjects: Kind = {
  records: { table: "libraryProjects", key: "rowId", texts: ["description"], read: readProjects },
  restore: oneByOne(async (tx, input) => {
    const row = { ...parse(Project, input), createdBy: null };
    await tx.insertInto("libraryProjects").values(row).execute();
  }),
};

export const libraryImages: Kind = {
  records: { table: "libraryImages", key: "rowId", texts: [], read: readLibraryImages },
  restore: oneByOne(async (tx, input) => {
    const { expert, ...value } = parse(LibraryImage, input);
    const expertRowId = await expertAt(tx, expert);
    const image = tx.selectFrom("images").select("prompt").where("id", "=", value.imageId);
    const { prompt } = await image.executeTakeFirstOrThrow(noImage);
    await saveToLibrary(tx, { ...value, expertRowId, createdBy: null }, prompt);
  }),
};

export const libraryContents: Kind = {
  records: { table: "libraryContents", key: "rowId", texts: ["content"], read: readContents },
  restore: oneByOne(async (tx, input) => {
    const value = parse(Content, input);
    const storedImages = tx.selectFrom("images").select("id").where("id", "in", value.images);
    if ((await storedImages.execute()).length < new Set(value.images).size) throw noImage();
    await writeContent(tx, value, await expertAt(tx, value.expert));
  }),
};

function noImage(): AppError {
  return new AppError("invalid", "It has an image that is not in the file.");
}

async function writeContent(
  tx: Queryable,
  { expert: _, project, images, seoTags, ...value }: z.output<typeof Content>,
  expertRowId: number | null,
): Promise<void> {
  const projects = tx.selectFrom("libraryProjects").select("rowId");
  const projectRow = await projects.where("id", "=", project ?? "").executeTakeFirst();
  const row = { ...value, seoTags: JSON.stringify(seoTags), expertRowId, createdBy: null };
  const { rowId } = await addContent(tx, { ...row, projectRowId: projectRow?.rowId ?? null });
  for (const imageId of images) await attach(tx, rowId, imageId);
}

async function readImages(from: Queryable, { after, last }: Range): Promise<object[]> {
  const rows = await from
    .selectFrom("images")
    .selectAll()
    .where("rowId", ">", Number(after))
    .where("rowId", "<=", Number(last))
    .orderBy("rowId")
    .execute();
  const credits = await creditsOf(
    rows.map(({ id }) => id),
    from,
  );
  return rows.map(({ rowId: _, files, ...row }) => {
    const { imageId: _id, ...credit } = credits.get(row.id) ?? { imageId: "" };
    return { ...row, files: JSON.parse(files), credit: credits.has(row.id) ? credit : null };
  });
}

async function readProjects(from: Queryable, { after, last }: Range): Promise<object[]> {
  const rows = await from
    .selectFrom("libraryProjects")
    .selectAll()
    .where("rowId", ">", Number(after))
    .where("rowId", "<=", Number(last))
    .orderBy("rowId")
    .execute();
  return rows.map(({ rowId: _, createdBy: _by, ...row }) => row);
}

async function readLibraryImages(from: Queryable, { after, last }: Range): Promise<object[]> {
  const rows = await from
    .selectFrom("libraryImages")
    .leftJoin("experts", "experts.rowId", "libraryImages.expertRowId")
    .selectAll("libraryImages")
    .select("experts.slug as expert")
    .where("libraryImages.rowId", ">", Number(after))
    .where("libraryImages.rowId", "<=", Number(last))
    .orderBy("libraryImages.rowId")
    .execute();
  return rows.map(({ rowId: _, expertRowId: _e, createdBy: _by, ...row }) => row);
}

async function readContents(from: Queryable, { after, last }: Range): Promise<object[]> {
  const rows = await from
    .selectFrom("libraryContents")
    .leftJoin("experts", "experts.rowId", "libraryContents.expertRowId")
    .leftJoin("libraryProjects", "libraryProjects.rowId", "libraryContents.projectRowId")
    .selectAll("libraryContents")
    .select(["experts.slug as expert", "libraryProjects.id as project"])
    .where("libraryContents.rowId", ">", Number(after))
    .where("libraryContents.rowId", "<=", Number(last))
    .orderBy("libraryContents.rowId")
    .execute();
  const attachments = await from
    .selectFrom("libraryContentImages")
    .selectAll()
    .where("contentRowId", ">", Number(after))
    .where("contentRowId", "<=", Number(last))
    .orderBy("contentRowId")
    .orderBy("imageId")
    .execute();
  return rows.map(({ rowId, expertRowId: _e, projectRowId: _p, createdBy: _by, seoTags, ...row }) => ({
    ...row,
    seoTags: JSON.parse(seoTags) as string[],
    images: attachments.filter(({ contentRowId }) => contentRowId === rowId).map(({ imageId }) => imageId),
  }));
}
