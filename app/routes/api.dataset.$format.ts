import { Readable } from "node:stream";
import { AppError } from "~/errors";
import { publicApi, streamed } from "~/http/api.server";
import { acceptedEncoding } from "~/http/encodings.server";
import { siteOrigin } from "~/http/origin.server";
import { DATASET_FORMATS } from "~/models/transfer/dataset.server";
import { type Dataset, datasetFile } from "~/models/transfer/dataset-file.server";

/** GET /api/dataset/csv and /api/dataset/jsonld: all public profiles as a dated file. */
export const { loader, action } = publicApi({
  GET: async ({ params, request }) => {
    const format = DATASET_FORMATS.find((one) => one === params.format);
    if (!format) throw new AppError("missing", "There is no such format. There are csv and jsonld.");
    const dataset = await datasetFile(format, siteOrigin(request));
    const headers = new Headers({
      "Content-Type": `${dataset.type}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${dataset.name}"`,
      ETag: `W/"${dataset.version}"`,
    });
    return new Response(bodyOf(dataset, request, headers), { headers });
  },
});

/** A kept file says its length: it is made already, so the server sends it without a turn. */
function bodyOf({ file, parts }: Dataset, request: Request, headers: Headers): BodyInit {
  if (!file) return streamed(parts());
  const as = acceptedEncoding(request.headers.get("Accept-Encoding") ?? "", ["gzip"]) ?? "plain";
  headers.set("Vary", "Accept-Encoding");
  headers.set("Content-Length", String(file.bytes[as]));
  if (as !== "plain") headers.set("Content-Encoding", as);
  return Readable.toWeb(file.read(as)) as BodyInit;
}
