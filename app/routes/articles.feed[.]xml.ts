import type { LoaderFunctionArgs } from "@remix-run/node";
import { siteOrigin } from "~/http/origin.server";
import { atomFeed } from "~/models/articles/feeds.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const { body, updatedAt } = await atomFeed(siteOrigin(request));
  return new Response(body, {
    headers: {
      "Content-Type": "application/atom+xml; charset=utf-8",
      "Last-Modified": new Date(updatedAt).toUTCString(),
    },
  });
}
