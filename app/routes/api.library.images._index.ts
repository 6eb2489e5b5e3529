import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { MEGABYTE } from "~/http/body.server";
import { Paging, paged, search } from "~/http/openapi/operation.server";
import { EXPERT_FILTER, LibraryImage } from "~/http/openapi/schemas/library.server";
import { siteOrigin } from "~/http/origin.server";
import { SavedImage, saveImage } from "~/models/editing/images/library-images.server";
import { libraryImagesPage, libraryQueryOf } from "~/models/editing/library/lists.server";

export const { loader, action } = endpoint("/api/library/images", {
  GET: call({
    subject: "Library",
    summary: "One page of the saved images",
    access: "editor",
    query: z.object({ ...paged(24), ...search, ...EXPERT_FILTER }),
    answer: z.object({ images: z.array(LibraryImage), ...Paging }),
    handler: async ({ editor, url }) => {
      const { items, ...page } = await libraryImagesPage(editor, libraryQueryOf(url.searchParams));
      return { images: items, ...page };
    },
  }),
  POST: call({
    subject: "Library",
    summary: "Saves an image, as the address of a stored one or as a data URL",
    access: "editor",
    limit: MEGABYTE,
    body: SavedImage,
    example: {
      imageUrl: "/uploads/a-lab.webp",
      imagePrompt: "A lab",
      model: "core",
      provider: "stability",
      size: "1280x720",
      expert: "Somebody Known",
      alt: "A lab",
    },
    answer: LibraryImage,
    status: 201,
    handler: async ({ editor, body, request }) => {
      return await saveImage(editor, body, { origin: siteOrigin(request) });
    },
  }),
});
