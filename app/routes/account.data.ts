import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireReader } from "~/auth/guards.server";
import { attachment, streamed } from "~/http/api.server";
import { downloadMyData } from "~/models/whole/transfer/my-data.server";

/** Sends a file with everything that is stored about the reader, created while it is sent. */
export async function loader({ request }: LoaderFunctionArgs) {
  const pieces = downloadMyData(await requireReader(request));
  return new Response(streamed(pieces), {
    headers: attachment("my-data.json", "application/json; charset=utf-8"),
  });
}
