import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { makeImages } from "~/models/images/generate.server";

/**
 * Makes pictures: `{ contents, provider, model, size, customPrompt }` (row PW18). It ends when whoever asked goes away;
 * `problems` says why there are fewer pictures than contents.
 */
export const { loader, action } = api({
  POST: async ({ body, context, request }) => {
    const admin = await requireAdmin(request, context);
    const problems: string[] = [];
    const onFailure = ({ message }: Error) => problems.push(message);
    const images = await makeImages(admin, await body(), { signal: request.signal, onFailure });
    return problems.length ? { images, problems } : { images };
  },
});
