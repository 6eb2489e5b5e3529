import { publicApi } from "~/http/api.server";
import { openApiDocument } from "~/http/openapi/document.server";
import { siteOrigin } from "~/http/origin.server";
import { siteSettings } from "~/models/site/settings.server";

/** GET /api/openapi.json: every call of the interface, by OpenAPI 3.1. */
export const { loader, action } = publicApi({
  GET: async ({ request }) => {
    const { siteName } = await siteSettings();
    return openApiDocument({ siteName, origin: siteOrigin(request) });
  },
});
