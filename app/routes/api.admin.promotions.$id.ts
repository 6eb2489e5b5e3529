import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { Choices, storeChoices } from "~/models/editing/promotions/promotions.server";

/** The limit allows ten texts of the maximum length. */
const MAX_BYTES = 4 * 1024 * 1024;

export const { loader, action } = endpoint("/api/admin/promotions/{id}", {
  PUT: call({
    subject: "Promotion",
    summary: "Stores the fields of the wizard",
    access: "editor",
    limit: MAX_BYTES,
    body: Choices,
    example: {
      focus: "Sleep",
      provider: "openrouter",
      model: "openai/gpt-4o",
      ideas: ["one"],
      articleType: "research-insight",
      pieces: { one: "Text" },
      projectId: "new",
      newProject: { name: "Name", description: "Text" },
      imageProvider: "stability",
      imageModel: "core",
      size: "1280x720",
      style: "documentary",
      prompt: "A lab",
      onSite: ["one"],
      linkFromProfile: ["one"],
      alts: { one: "A lab" },
    },
    answer: Success,
    handler: async ({ editor, id, body }) => {
      await storeChoices(editor, id, body);
      return { success: true };
    },
  }),
});
