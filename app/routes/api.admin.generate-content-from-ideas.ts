import { editorApi } from "~/auth/guards.server";
import { MEGABYTE } from "~/http/body.server";
import { writeArticles } from "~/models/promotions/writing.server";

/**
 * Articles from ideas. Ends when the client disconnects; `problems` says why there are fewer articles
 * than ideas.
 */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) => {
    const problems: string[] = [];
    const onFailure = ({ message }: Error) => problems.push(message);
    const contents = await writeArticles(editor, await body(MEGABYTE), { signal: request.signal, onFailure });
    return problems.length ? { contents, problems } : { contents };
  },
});
