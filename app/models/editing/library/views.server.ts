import { type ImageRow, type Queryable, readDb } from "~/db.server";
import type { NewEvidence } from "~/models/records/evidence/evidence";
import { hasFile } from "~/services/storage.server";
import type { ContentRow } from "./write.server";

export interface LibraryImage {
  id: string;
  imageUrl: string;
  imagePrompt: string;
  model: string;
  provider: string;
  /** The requested size, such as "1280x720"; the image's own size if none was requested. */
  size: string;
  alt: string;
  expertName: string;
  createdAt: string;
  missing: boolean;
}

export interface LibraryContent {
  id: string;
  /** null if the text is about nobody, or if the expert was deleted; then the name stays. */
  expertId: string | null;
  expertName: string;
  platform: string;
  contentType: string;
  content: string;
  createdAt: string;
  updatedAt: string;
  seoTags: string[];
  provider: string;
  model: string;
  projectId: string | null;
  projectName: string | null;
  images: LibraryImage[];
  evidence: NewEvidence[];
}

/** Returns the texts with their expert, project, images and evidence, in the order of the rows. */
export async function contentViews(rows: ContentRow[], from: Queryable = readDb): Promise<LibraryContent[]> {
  const experts = await from
    .selectFrom("experts")
    .select(["rowId", "id"])
    .where("rowId", "in", uniqueRowIds(rows.map((row) => row.expertRowId)))
    .execute();
  const projects = await from
    .selectFrom("libraryProjects")
    .select(["rowId", "id", "name"])
    .where("rowId", "in", uniqueRowIds(rows.map((row) => row.projectRowId)))
    .execute();
  const imagesByContent = await attachedImages(rows, from);
  return rows.map(({ rowId, expertRowId, projectRowId, createdBy: _createdBy, seoTags, evidence, ...row }) => {
    const project = projects.find((project) => project.rowId === projectRowId);
    return {
      ...row,
      expertId: experts.find((expert) => expert.rowId === expertRowId)?.id ?? null,
      seoTags: JSON.parse(seoTags) as string[],
      projectId: project?.id ?? null,
      projectName: project?.name ?? null,
      images: imagesByContent.get(rowId) ?? [],
      evidence: JSON.parse(evidence) as NewEvidence[],
    };
  });
}

async function attachedImages(rows: ContentRow[], from: Queryable): Promise<Map<number, LibraryImage[]>> {
  const attachments = await from
    .selectFrom("libraryContentImages")
    .innerJoin("images", "images.id", "libraryContentImages.imageId")
    .leftJoin("libraryImages", "libraryImages.imageId", "images.id")
    .selectAll("images")
    .select(["contentRowId", "libraryImages.size", "libraryImages.expertName", "libraryImages.createdAt as savedAt"])
    .where("contentRowId", "in", uniqueRowIds(rows.map((row) => row.rowId)))
    .orderBy("images.rowId")
    .execute();
  const imagesByContent = new Map<number, LibraryImage[]>();
  for (const row of attachments)
    imagesByContent.set(row.contentRowId, [...(imagesByContent.get(row.contentRowId) ?? []), imageView(row, row)]);
  return imagesByContent;
}

export function imageView(
  image: ImageRow,
  savedFields: { size: string | null; expertName: string | null; savedAt: string | null },
): LibraryImage {
  const { id, url, prompt, model, provider, alt, width, height, createdAt } = image;
  return {
    id,
    imageUrl: url,
    imagePrompt: prompt,
    model,
    provider,
    size: savedFields.size || `${width}x${height}`,
    alt,
    expertName: savedFields.expertName ?? "",
    createdAt: savedFields.savedAt ?? createdAt,
    missing: !hasFile(url.replace("/uploads/", "")),
  };
}

function uniqueRowIds(rowIds: (number | null)[]): number[] {
  return [...new Set(rowIds.filter((rowId) => rowId !== null))];
}
