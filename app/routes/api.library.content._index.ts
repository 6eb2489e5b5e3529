import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { jsonWithArray } from "~/http/api.server";
import { MEGABYTE } from "~/http/body.server";
import { Paging, paged, search } from "~/http/openapi/operation.server";
import { EXPERT_FILTER, LibraryContent } from "~/http/openapi/schemas/library.server";
import { Content, saveContent } from "~/models/editing/library/library.server";
import { contentsPage, libraryQueryOf } from "~/models/editing/library/lists.server";

export const { loader, action } = endpoint("/api/library/content", {
  GET: call({
    subject: "Library",
    summary: "One page of the saved texts",
    access: "editor",
    query: z.object({ ...paged(24), ...search, ...EXPERT_FILTER }),
    answer: z.object({ content: z.array(LibraryContent), ...Paging }),
    handler: async ({ editor, url }) => {
      const { batches, ...page } = await contentsPage(editor, libraryQueryOf(url.searchParams));
      return jsonWithArray("content", batches, page);
    },
  }),
  POST: call({
    subject: "Library",
    summary: "Saves a text, or replaces the one with id",
    access: "editor",
    limit: MEGABYTE,
    body: Content,
    example: {
      content: "# Note\n\nText",
      platform: "article",
      contentType: "expertise-tip",
      expert: "Somebody Known",
      seoTags: ["sleep"],
      provider: "openrouter",
      model: "openai/gpt-4o",
      newProject: { name: "Name", description: "Text" },
    },
    answer: LibraryContent,
    status: 201,
    problems: [404],
    handler: async ({ editor, body }) => await saveContent(editor, body),
  }),
});
