import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { MEGABYTE } from "~/http/body.server";
import { Idea } from "~/http/openapi/schemas/ai.server";
import { checkedTextFields } from "~/http/openapi/schemas/evidence.server";
import { ArticlesInput, writeArticles } from "~/models/editing/promotions/writing.server";

/**
 * Writes articles from ideas. Stops when the client disconnects. `problems` has the reasons why there are fewer articles than ideas.
 */
export const { loader, action } = endpoint("/api/admin/generate-content-from-ideas", {
  POST: call({
    subject: "Promotion",
    summary: "Articles from ideas",
    access: "editor",
    limit: MEGABYTE,
    body: ArticlesInput,
    example: {
      ideas: [{ title: "Sleep", description: "Well", targetExpert: "Somebody Known" }],
      expert: "somebody-known",
      platform: "article",
      contentType: "research-insight",
      provider: "openrouter",
      model: "openai/gpt-4o",
    },
    answer: z.object({
      contents: z.array(
        z.object({
          content: z.string(),
          expert: z.string(),
          idea: Idea,
          provider: z.string(),
          model: z.string(),
          ...checkedTextFields,
        }),
      ),
      problems: z.array(z.string()).optional().describe("The reasons why there are fewer articles than ideas."),
    }),
    problems: [402, 404, 502],
    handler: async ({ editor, body, request }) => {
      const problems: string[] = [];
      const onFailure = ({ message }: Error) => problems.push(message);
      const contents = await writeArticles(editor, body, { signal: request.signal, onFailure });
      return problems.length ? { contents, problems } : { contents };
    },
  }),
});
