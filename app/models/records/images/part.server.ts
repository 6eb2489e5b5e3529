import { indexImage } from "~/db.server";
import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { removeOrphans } from "./orphans.server";

const NOT_IN_DATASET = "not: the dataset names the address of a portrait, and its credit";

export const imagesPart = {
  tables: {
    images: {
      account: { createdBy: { deletion: "unlinked" } },
      texts: { name: "blanked", alt: "blanked", prompt: "blanked" },
      afterBlanking: indexImage,
      silent: ["url", "files", "contentHash", "origin", "provider", "model"],
      handedOut: { exported: "images", dataset: NOT_IN_DATASET, mine: "not: pictures of the site's records" },
    },
    imageCredits: {
      key: ["imageId"],
      texts: { author: "readers", licence: "readers", source: "readers", problem: "editors" },
      locate: ({ imageId }) => ({
        what: "Credit of a picture",
        title: "Picture",
        href: `/admin/images/${imageId}`,
        isPublic: true,
      }),
      silent: ["imageId", "licenceUrl", "file"],
      handedOut: { exported: "images", dataset: true },
    },
    waitingCredits: {
      key: ["url"],
      texts: {
        author: "stays: read from an imported file, deleted after 30 days at most",
        source: "stays: like the author",
        url: "stays: like the author",
      },
      silent: ["licence", "licenceUrl"],
      handedOut: "not: the state of this site's processes",
    },
    imageUses: {
      key: ["imageId", "kind", "subjectId", "field"],
      person: {
        subjectId: {
          by: "id",
          merge: "stays: a restored profile shows the same images again",
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
      },
      silent: ["imageId", "kind", "field"],
      handedOut: { exported: "not: derived from the records", dataset: NOT_PUBLIC },
    },
  },
  hourly: { files: async () => (await removeOrphans()).removed.length },
  adminPages: [
    {
      to: "/admin/images",
      label: "All images",
      purpose: "Stored images and where they are used",
      place: "Article Assets",
      rank: 2,
    },
    {
      to: "/admin/uploader",
      label: "Image Uploader",
      purpose: "Add many images at once",
      place: "Article Assets",
      rank: 3,
      tab: "Upload",
    },
    {
      to: "/admin/images/unused",
      label: "Unused images",
      purpose: "Delete images that no page shows",
      place: "Article Assets",
    },
  ],
} satisfies Part;
