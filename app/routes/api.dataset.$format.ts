import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { AppError } from "~/errors";
import { fromFile, streamed } from "~/http/api.server";
import { acceptedEncoding } from "~/http/encodings.server";
import { siteOrigin } from "~/http/origin.server";
import { DATASET_FORMATS } from "~/models/readers/dataset/dataset.server";
import { type Dataset, datasetFile } from "~/models/readers/dataset/dataset-file.server";

export const { loader, action } = endpoint("/api/dataset/{format}", {
  GET: call({
    subject: "Dataset and changes",
    summary: "All public profiles as a dated file: csv, or jsonld by schema.org",
    access: "public",
    cors: true,
    answer: z.looseObject({}),
    media: ["text/csv", "application/ld+json"],
    handler: async ({ params, request }) => {
      const format = DATASET_FORMATS.find((candidate) => candidate === params.format);
      if (!format) throw new AppError("missing", "There is no such format. There are csv and jsonld.");
      const dataset = await datasetFile(format, siteOrigin(request));
      const headers = new Headers({
        "Content-Type": `${dataset.type}; charset=utf-8`,
        "Content-Disposition": `attachment; filename="${dataset.name}"`,
        ETag: `W/"${dataset.version}"`,
      });
      return new Response(bodyOf(dataset, request, headers), { headers });
    },
  }),
});

/** Sends the part of the file that is there, and the rest as it grows; a complete file tells its length. */
function bodyOf({ file, parts }: Dataset, request: Request, headers: Headers): BodyInit {
  if (!file) return streamed(parts());
  const as = acceptedEncoding(request.headers.get("Accept-Encoding") ?? "", ["gzip"]) ?? "plain";
  headers.set("Vary", "Accept-Encoding");
  if (file.bytes) headers.set("Content-Length", String(file.bytes[as]));
  if (as !== "plain") headers.set("Content-Encoding", as);
  return fromFile(file.read(as));
}
