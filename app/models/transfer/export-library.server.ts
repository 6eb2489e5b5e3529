/** The library's part of an export (decision D70); see export.server.ts. Files of pictures are not part of it. */
import type { Queryable } from "~/db.server";

/** Projects after a row number, at most so many. */
export async function exportedProjects(from: Queryable, after: number, limit: number) {
  const rows = await from
    .selectFrom("libraryProjects")
    .selectAll()
    .where("rowId", ">", after)
    .orderBy("rowId")
    .limit(limit)
    .execute();
  return { rows, records: rows.map(({ rowId: _, createdBy: _by, ...row }) => row) };
}

/** Pictures of the library after a row number, at most so many. */
export async function exportedLibraryImages(from: Queryable, after: number, limit: number) {
  const rows = await from
    .selectFrom("libraryImages")
    .leftJoin("experts", "experts.rowId", "libraryImages.expertRowId")
    .selectAll("libraryImages")
    .select("experts.slug as expert")
    .where("libraryImages.rowId", ">", after)
    .orderBy("libraryImages.rowId")
    .limit(limit)
    .execute();
  return { rows, records: rows.map(({ rowId: _, expertRowId: _e, createdBy: _by, ...row }) => row) };
}

/** Contents after a row number, at most so many, each with the ids of its project and of the pictures attached to it. */
export async function exportedContents(from: Queryable, after: number, limit: number) {
  const rows = await from
    .selectFrom("libraryContents")
    .leftJoin("experts", "experts.rowId", "libraryContents.expertRowId")
    .leftJoin("libraryProjects", "libraryProjects.rowId", "libraryContents.projectRowId")
    .selectAll("libraryContents")
    .select(["experts.slug as expert", "libraryProjects.id as project"])
    .where("libraryContents.rowId", ">", after)
    .orderBy("libraryContents.rowId")
    .limit(limit)
    .execute();
  const attached = await from
    .selectFrom("libraryContentImages")
    .selectAll()
    .where("contentRowId", ">", after)
    .where("contentRowId", "<=", rows.at(-1)?.rowId ?? after)
    .orderBy("contentRowId")
    .orderBy("imageId")
    .execute();
  const records = rows.map(({ rowId, expertRowId: _e, projectRowId: _p, createdBy: _by, seoTags, ...row }) => ({
    ...row,
    seoTags: JSON.parse(seoTags) as string[],
    images: attached.filter(({ contentRowId }) => contentRowId === rowId).map(({ imageId }) => imageId),
  }));
  return { rows, records };
}
