import { editorApi } from "~/auth/guards.server";
import { MEGABYTE } from "~/http/body.server";
import { makeImages } from "~/models/images/generate.server";

/**
 * Makes images: `{ contents, provider, model, size, customPrompt }`. Ends when the client disconnects;
 * `problems` says why there are fewer images than contents.
 */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) => {
    const problems: string[] = [];
    const onFailure = ({ message }: Error) => problems.push(message);
    const images = await makeImages(editor, await body(MEGABYTE), { signal: request.signal, onFailure });
    return problems.length ? { images, problems } : { images };
  },
});
