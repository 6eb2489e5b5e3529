/** Images, projects, texts and their links, known by their ids; what is here of them stays. Files come only with a backup. */
import { z } from "zod";
import { indexImage, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { parse } from "~/models/base/input/validation.server";
import { storedImageUrl } from "~/models/base/uploads/address";
import type { Step, Verdict } from "~/models/editing/imports/import-rows.server";
import { contentName } from "~/models/editing/library/labels";
import { addContent, attach, saveToLibrary } from "~/models/editing/library/write.server";
import { creditsOf, StoredCredit } from "~/models/records/images/credits.server";
import { isStoredName } from "~/services/storage.server";
import type { Range } from "../batches.server";
import { type ComparedFile, expertAt, type Kind, oneByOne, same } from "../kind.server";
import type { KindName } from "../kind-names";

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
    credit: StoredCredit.nullable().default(null),
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
  id,
  expertName: short,
  platform: short,
  contentType: short,
  createdAt: time,
  updatedAt: time,
  seoTags: z.array(short).max(200),
  provider: short,
  model: short,
  content: z.string().max(1_000_000),
  expert: short.nullable(),
  project: id.nullable(),
  images: z.array(id).max(1_000),
});

interface ValueStep<Name extends KindName, Value> extends Step {
  kind: Name;
  value: Value;
}

type ImageStep = ValueStep<"images", z.output<typeof Image>>;

export const images: Kind = {
  tables: ["images", "imageCredits"],
  records: { table: "images", key: "rowId", texts: ["prompt"], read: readImages },
  comparer: (file) => async (input) => {
    const value = parse(Image, input);
    const known = await file.from
      .selectFrom("images")
      .select("id")
      .where((e) => e.or([e("id", "=", value.id), e("contentHash", "=", value.contentHash)]))
      .execute();
    if (known.length > 0 && !known.some(({ id }) => id === value.id))
      throw new AppError("invalid", "The same image is stored here under another address.");
    file.images.add(value.id);
    return known.length > 0 ? same(value.name) : added<ImageStep>(value.name, { kind: "images", value });
  },
  write: oneByOne<ImageStep>(async (tx, step) => {
    const { files, credit, ...value } = step.value;
    const row = { ...value, url: storedImageUrl(value.id, value), files: JSON.stringify(files), createdBy: null };
    await indexImage(tx, await tx.insertInto("images").values(row).returningAll().executeTakeFirstOrThrow());
    if (credit)
      await tx
        .insertInto("imageCredits")
        .values({ imageId: value.id, ...credit })
        .execute();
  }),
};

type ProjectStep = ValueStep<"libraryProjects", z.output<typeof Project>>;

export const libraryProjects: Kind = {
  tables: ["libraryProjects"],
  records: { table: "libraryProjects", key: "rowId", texts: ["description"], read: readProjects },
  comparer:
    ({ from }) =>
    async (input) => {
      const value = parse(Project, input);
      const isHere = await has(from, "libraryProjects", "id", value.id);
      return isHere ? same(value.name) : added<ProjectStep>(value.name, { kind: "libraryProjects", value });
    },
  write: oneByOne<ProjectStep>(async (tx, { value }) => {
    await tx
      .insertInto("libraryProjects")
      .values({ ...value, createdBy: null })
      .execute();
  }),
};

type LibraryImageStep = ValueStep<"libraryImages", z.output<typeof LibraryImage>>;

export const libraryImages: Kind = {
  tables: ["libraryImages"],
  records: { table: "libraryImages", key: "rowId", texts: [], read: readLibraryImages },
  comparer: (file) => async (input) => {
    const value = parse(LibraryImage, input);
    const name = `Image ${value.imageId}`;
    if (await has(file.from, "libraryImages", "imageId", value.imageId)) return same(name);
    if (!(await hasImage(file, value.imageId)))
      throw new AppError("invalid", "This image is neither here nor in the file.");
    return added<LibraryImageStep>(name, { kind: "libraryImages", value });
  },
  write: oneByOne<LibraryImageStep>(async (tx, step) => {
    const { expert, ...value } = step.value;
    const expertRowId = await expertAt(tx, expert);
    const image = tx.selectFrom("images").select("prompt").where("id", "=", value.imageId);
    const { prompt } = await image.executeTakeFirstOrThrow();
    await saveToLibrary(tx, { ...value, expertRowId, createdBy: null }, prompt);
  }),
};

type ContentStep = ValueStep<"libraryContents", z.output<typeof Content>>;

export const libraryContents: Kind = {
  tables: ["libraryContents", "libraryContentImages"],
  records: { table: "libraryContents", key: "rowId", texts: ["content"], read: readContents },
  comparer: (file) => async (input) => {
    const value = parse(Content, input);
    const name = contentName(value.expertName, value.content);
    if (await has(file.from, "libraryContents", "id", value.id)) return same(name);
    const kept: string[] = [];
    for (const imageId of value.images) if (await hasImage(file, imageId)) kept.push(imageId);
    const lost = value.images.length - kept.length;
    const detail = lost
      ? `${lost} attached ${lost === 1 ? "image is" : "images are"} neither here nor in the file.`
      : "";
    return added<ContentStep>(name, { kind: "libraryContents", value: { ...value, images: kept } }, detail);
  },
  write: oneByOne<ContentStep>(async (tx, { value }) => writeContent(tx, value, await expertAt(tx, value.expert))),
};

async function hasImage({ from, images }: ComparedFile, imageId: string): Promise<boolean> {
  return images.has(imageId) || has(from, "images", "id", imageId);
}

async function has(
  from: Queryable,
  table: "images" | "libraryProjects" | "libraryImages" | "libraryContents",
  column: "id" | "imageId",
  value: string,
): Promise<boolean> {
  const rows = from.selectFrom(table as "images").select(column as "id");
  return (await rows.where(column as "id", "=", value).executeTakeFirst()) !== undefined;
}

function added<S extends Step>(name: string, step: S, detail = ""): Verdict {
  return { outcome: "new", name, detail, step };
}

async function writeContent(
  tx: Queryable,
  { expert: _, project, images, seoTags, ...value }: z.output<typeof Content>,
  expertRowId: number | null,
): Promise<void> {
  const projects = tx.selectFrom("libraryProjects").select("rowId");
  const known = await projects.where("id", "=", project ?? "").executeTakeFirst();
  const row = { ...value, seoTags: JSON.stringify(seoTags), expertRowId, createdBy: null };
  const { rowId } = await addContent(tx, { ...row, projectRowId: known?.rowId ?? null });
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
  const attached = await from
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
    images: attached.filter(({ contentRowId }) => contentRowId === rowId).map(({ imageId }) => imageId),
  }));
}
