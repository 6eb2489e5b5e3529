import type { LoaderFunctionArgs } from "@remix-run/node";
import { AppError } from "~/errors";
import { page } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { DAY_MS } from "~/stored-times";

const EXPIRES_DAYS = 180;

/** Returns where to report a vulnerability (RFC 9116); 404 if the site has no contact address. */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const { contactEmail } = await siteSettings();
    if (!contactEmail) throw new AppError("missing", "This site has no address for security reports yet.");
    // The date changes only once a day, so that the answer stays the same while caches keep it.
    const expires = new Date((Math.floor(Date.now() / DAY_MS) + EXPIRES_DAYS) * DAY_MS).toISOString();
    const lines = [
      `Contact: mailto:${contactEmail}`,
      `Expires: ${expires}`,
      "Preferred-Languages: en",
      `Canonical: ${siteOrigin(request)}/.well-known/security.txt`,
      "",
    ];
    return new Response(lines.join("\n"), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
  });
}
