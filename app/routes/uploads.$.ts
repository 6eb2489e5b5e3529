import type { LoaderFunctionArgs } from "@remix-run/node";
import { streamed } from "~/http/api.server";
import { page } from "~/http/form.server";
import { openFile } from "~/services/storage.server";

/** Sends stored images in development. In production app/server/uploads.server.ts sends them before the app runs. */
export async function loader({ params }: LoaderFunctionArgs) {
  const name = params["*"] ?? "";
  const file = await page(() => openFile(name));
  if (!file)
    return new Response("There is no image at this address.\n", {
      status: 404,
      headers: { "Content-Type": "text/plain" },
    });
  const headers = { "Content-Type": name.endsWith(".jpg") ? "image/jpeg" : "image/webp" };
  return new Response(streamed(file.stream), { headers });
}
