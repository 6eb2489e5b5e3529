import type { Queryable } from "~/db.server";
import { NOT_PUBLIC, type Part, type Person } from "~/models/base/parts/part";
import { changeContent, changeImage, indexSavedImage, removeContent, unsaveImage } from "./write.server";

const WRITTEN_BY_ADMINS = "not: the site's texts, which admins write";
const handedOutAs = (exported: string) => ({ exported, dataset: NOT_PUBLIC, mine: WRITTEN_BY_ADMINS }) as const;

export const libraryPart = {
  tables: {
    libraryProjects: {
      account: { createdBy: { deletion: "unlinked" } },
      texts: { name: "editors", description: "editors" },
      locate: ({ id, name }) => ({
        what: "Project of the library",
        title: name,
        href: `/admin/library?project=${id}`,
        isPublic: false,
      }),
      handedOut: handedOutAs("libraryProjects"),
    },
    libraryContents: {
      person: {
        expertRowId: {
          merge: moveContents,
          rename: (tx: Queryable, person: Person) => moveContents(tx, person, person),
          removal: "deleted",
          trash: "hidden",
          deletion: "unlinked",
        },
      },
      account: { createdBy: { deletion: "unlinked" } },
      texts: { expertName: "deleted", content: "deleted", seoTags: "deleted", evidence: "deleted" },
      images: ["content"],
      remove: removeContent,
      silent: ["platform", "contentType", "provider", "model"],
      handedOut: handedOutAs("libraryContents"),
    },
    libraryImages: {
      person: {
        expertRowId: {
          merge: moveImages,
          rename: (tx: Queryable, person: Person) => moveImages(tx, person, person),
          removal: "deleted",
          trash: "hidden",
          deletion: "unlinked",
        },
      },
      account: { createdBy: { deletion: "unlinked" } },
      texts: { expertName: "blanked" },
      remove: (tx, { imageId }) => unsaveImage(tx, imageId),
      afterBlanking: indexSavedImage,
      silent: ["imageId", "size"],
      handedOut: handedOutAs("libraryImages"),
    },
    libraryContentImages: {
      key: ["contentRowId", "imageId"],
      silent: ["imageId"],
      handedOut: { exported: "libraryContents", dataset: NOT_PUBLIC },
    },
    libraryCounts: {
      key: ["kind", "expertName"],
      texts: { expertName: forgetCounts },
      silent: ["kind"],
      handedOut: "not: made anew from what is written",
    },
  },
  adminPages: [
    {
      to: "/admin/library",
      label: "Article Assets",
      purpose: "Saved texts and images for articles",
      place: "Article Assets",
      rank: 1,
      tab: "Saved for articles",
    },
    {
      to: "/admin/library/projects",
      label: "Projects",
      purpose: "Saved texts that belong together",
      place: "Article Assets",
    },
  ],
} satisfies Part;

async function moveContents(tx: Queryable, from: Person, to: Person): Promise<void> {
  const contents = tx.selectFrom("libraryContents").selectAll().where("expertRowId", "=", from.rowId);
  for (const row of await contents.execute()) {
    const { updatedAt } = row;
    await changeContent(tx, row, { expertRowId: to.rowId, expertName: to.name, updatedAt });
  }
}

async function moveImages(tx: Queryable, from: Person, to: Person): Promise<void> {
  const images = tx.selectFrom("libraryImages").selectAll().where("expertRowId", "=", from.rowId);
  for (const row of await images.execute()) await changeImage(tx, row, { expertRowId: to.rowId, expertName: to.name });
}

async function forgetCounts(tx: Queryable, { names }: { names: string[] }): Promise<void> {
  await tx.deleteFrom("libraryCounts").where("expertName", "in", names).where("items", "<=", 0).execute();
}
