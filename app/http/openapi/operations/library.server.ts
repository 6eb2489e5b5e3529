import { z } from "zod";
import {
  GeneratedImage,
  LibraryContent,
  LibraryContentView,
  LibraryImage,
  LibraryImageView,
  LibraryProject,
  StoredImage,
} from "../answers/library.server";
import { type Operations, Paging, paged, Success, search } from "../operation.server";

const deleted = z.object({ success: z.literal(true), deleted: z.int() });
const force = z.object({ force: z.literal("1").optional().describe("Also out of everything that uses it.") });
const expert = { expert: z.string().optional().describe("A name, or all.") };

export const images: Operations = {
  "GET /api/admin/images": {
    summary: "One page of the stored images",
    access: "editor",
    query: z.object({ ...paged(24), ...search }),
    answer: z.object({ images: z.array(StoredImage), ...Paging }),
  },
  "POST /api/admin/images": {
    summary: "Stores an image, sent as multipart/form-data",
    access: "editor",
    answer: StoredImage,
    status: 201,
  },
  "GET /api/admin/images/{id}": { summary: "A stored image and what uses it", access: "editor", answer: StoredImage },
  "PATCH /api/admin/images/{id}": { summary: "Describes an image", access: "editor", answer: StoredImage },
  "DELETE /api/admin/images/{id}": {
    summary: "Deletes an image; one in use only with force",
    access: "editor",
    query: force,
    answer: Success,
  },
};

export const library: Operations = {
  "GET /api/library/content": {
    summary: "One page of the saved texts",
    access: "editor",
    query: z.object({ ...paged(24), ...search, ...expert }),
    answer: z.object({ content: z.array(LibraryContent), ...Paging }),
  },
  "POST /api/library/content": {
    summary: "Saves a text, or replaces the one with id",
    access: "editor",
    answer: LibraryContent,
    status: 201,
    problems: [404],
  },
  "GET /api/library/content/{id}": {
    summary: "A saved text and the article made of it",
    access: "editor",
    answer: LibraryContentView,
  },
  "DELETE /api/library/content/{id}": { summary: "Deletes a saved text", access: "editor", answer: Success },
  "POST /api/library/content/bulk-delete": {
    summary: "Deletes at most 500 saved texts",
    access: "editor",
    answer: deleted,
  },
  "POST /api/library/content/{id}/images/{imageId}": {
    summary: "Attaches an image to a text",
    access: "editor",
    answer: LibraryContent,
  },
  "DELETE /api/library/content/{id}/images/{imageId}": {
    summary: "Detaches an image from a text",
    access: "editor",
    answer: LibraryContent,
  },
  "GET /api/library/images": {
    summary: "One page of the saved images",
    access: "editor",
    query: z.object({ ...paged(24), ...search, ...expert }),
    answer: z.object({ images: z.array(LibraryImage), ...Paging }),
  },
  "POST /api/library/images": {
    summary: "Saves an image that is stored here, or a data URL",
    access: "editor",
    answer: LibraryImage,
    status: 201,
  },
  "GET /api/library/images/{id}": { summary: "A saved image and its uses", access: "editor", answer: LibraryImageView },
  "DELETE /api/library/images/{id}": {
    summary: "Deletes a saved image; one in use only with force",
    access: "editor",
    query: force,
    answer: Success,
  },
  "POST /api/library/images/bulk-delete": {
    summary: "Deletes at most 500 saved images",
    access: "editor",
    answer: deleted,
  },
  "GET /api/library/projects": {
    summary: "The projects, the newest first",
    access: "editor",
    answer: z.object({ projects: z.array(LibraryProject) }),
  },
  "POST /api/library/projects": { summary: "Makes a project", access: "editor", answer: LibraryProject, status: 201 },
};

export const generatedImages = z.object({
  images: z.array(GeneratedImage),
  problems: z.array(z.string()).optional().describe("Why there are fewer images than contents."),
});
