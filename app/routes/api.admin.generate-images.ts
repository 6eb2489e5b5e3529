import { call, endpoint } from "~/auth/endpoint.server";
import { MEGABYTE } from "~/http/body.server";
import { GeneratedImages } from "~/http/openapi/schemas/library.server";
import { generateImages, ImagesInput } from "~/models/editing/ai/generate-images.server";

/**
 * Generates an image for each text. Stops when the client disconnects. `problems` has the reasons why there are fewer images than
 * texts.
 */
export const { loader, action } = endpoint("/api/admin/generate-images", {
  POST: call({
    subject: "Promotion",
    summary: "Images for texts",
    access: "editor",
    limit: MEGABYTE,
    body: ImagesInput,
    example: {
      contents: ["# Sleep"],
      provider: "stability",
      model: "core",
      size: "1080x1080",
      customPrompt: "A lab",
      expertName: "Somebody",
    },
    answer: GeneratedImages,
    problems: [402, 404, 502],
    handler: async ({ editor, body, request }) => {
      const problems: string[] = [];
      const onFailure = ({ message }: Error) => problems.push(message);
      const images = await generateImages(editor, body, { signal: request.signal, onFailure });
      return problems.length ? { images, problems } : { images };
    },
  }),
});
