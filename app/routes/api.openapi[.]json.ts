import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { openApiDocument } from "~/http/openapi/document.server";
import { siteOrigin } from "~/http/origin.server";
import { siteSettings } from "~/models/base/settings/settings.server";

export const { loader, action } = endpoint("/api/openapi.json", {
  GET: call({
    subject: "This interface",
    summary: "The OpenAPI 3.1 description of all calls",
    access: "public",
    cors: true,
    answer: z.looseObject({ openapi: z.string() }),
    handler: async ({ request }) => {
      const { siteName } = await siteSettings();
      return openApiDocument({ siteName, origin: siteOrigin(request) });
    },
  }),
});
