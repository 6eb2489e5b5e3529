import { indexImage } from "~/db.server";
import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { removeOrphans } from "./orphans.server";

const OTHERS = "not: the dataset names the address of a portrait, and its credit";

export const imagesPart = {
  tables: {
    images: {
      account: { createdBy: { end: "unlinked" } },
      texts: { name: "blanked", alt: "blanked", prompt: "blanked" },
      afterBlanking: indexImage,
      silent: ["url", "files", "contentHash", "origin", "provider", "model"],
      handedOut: { exported: "images", dataset: OTHERS, mine: "not: pictures of the site's records" },
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
        author: "stays: what the file of an import said, for 30 days at most",
        source: "stays: as the author",
        url: "stays: as the author",
      },
      silent: ["licence", "licenceUrl"],
      handedOut: "not: what this site's processes are at",
    },
    imageUses: {
      key: ["imageId", "kind", "subjectId", "field"],
      person: {
        subjectId: {
          by: "id",
          merge: "stays: what the profile in the trash shows, it shows again when it is back",
          removal: "goes",
          trash: "hidden",
          end: "goes",
        },
      },
      silent: ["imageId", "kind", "field"],
      handedOut: { exported: "not: made anew from what is written", dataset: NOT_PUBLIC },
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
      purpose: "Delete what nothing shows",
      place: "Article Assets",
    },
  ],
} satisfies Part;
