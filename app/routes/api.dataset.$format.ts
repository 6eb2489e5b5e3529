import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { AppError } from "~/errors";
import { bodyFromFile, streamed } from "~/http/api.server";
import { acceptedEncoding } from "~/http/encodings.server";
import { siteOrigin } from "~/http/origin.server";
import { DATASET_FORMATS } from "~/models/readers/dataset/dataset.server";
import { type Dataset, datasetFile } from "~/models/readers/dataset/dataset-file.server";

export const { loader, action } = endpoint("/api/dataset/{format}", {
  GET: call({
    subject: "Dataset and changes",
    summary: "All public profiles as a dated file, in csv or schema.org's jsonld",
    access: "public",
    cors: true,
    answer: z.looseObject({}),
    media: ["text/csv", "application/ld+json"],
    handler: async ({ params, request }) => {
      const format = DATASET_FORMATS.find((candidate) => candidate === params.format);
      if (!format) throw new AppError("missing", "This format does not exist. Please use csv or jsonld.");
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

/** Streams the file while it is being written. A complete file has its Content-Length. */
function bodyOf({ file, parts }: Dataset, request: Request, headers: Headers): BodyInit {
  if (!file) return streamed(parts());
  const encoding = acceptedEncoding(request.headers.get("Accept-Encoding") ?? "", ["gzip"]) ?? "plain";
  headers.set("Vary", "Accept-Encoding");
  if (file.bytes) headers.set("Content-Length", String(file.bytes[encoding]));
  if (encoding !== "plain") headers.set("Content-Encoding", encoding);
  return bodyFromFile(file.read(encoding));
}
