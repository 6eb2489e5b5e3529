import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { writeArticles } from "~/models/promotions/writing.server";

/**
 * Articles from ideas (row PW16). It ends when whoever asked goes away; `problems` says why there are fewer articles
 * than ideas.
 */
export const { loader, action } = api({
  POST: async ({ body, context, request }) => {
    const admin = await requireAdmin(request, context);
    const problems: string[] = [];
    const onFailure = ({ message }: Error) => problems.push(message);
    const contents = await writeArticles(admin, await body(), { signal: request.signal, onFailure });
    return problems.length ? { contents, problems } : { contents };
  },
});
