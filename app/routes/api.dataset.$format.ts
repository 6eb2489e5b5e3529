import { AppError } from "~/errors";
import { publicApi, streamed } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { DATASET_FORMATS, datasetFile } from "~/models/transfer/dataset.server";

/** GET /api/dataset/csv and /api/dataset/jsonld: all public profiles as a dated file. */
export const { loader, action } = publicApi({
  GET: async ({ params, request }) => {
    const format = DATASET_FORMATS.find((one) => one === params.format);
    if (!format) throw new AppError("missing", "There is no such format. There are csv and jsonld.");
    const { name, type, version, chunks } = await datasetFile(format, siteOrigin(request));
    const headers = {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${name}"`,
      ETag: `W/"${version}"`,
    };
    return new Response(streamed(chunks), { headers });
  },
});
