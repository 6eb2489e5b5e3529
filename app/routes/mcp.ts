import { publicApi } from "~/http/api.server";
import { SMALL_BODY } from "~/http/body.server";
import { answerMcp, MCP_HEADERS } from "~/http/mcp/protocol.server";
import { siteOrigin } from "~/http/origin.server";
import { siteSettings } from "~/models/base/settings/settings.server";

/** Answers assistants that read the directory with the Model Context Protocol. */
export const { loader, action } = publicApi(
  {
    POST: async ({ address, body, request }) => {
      const { siteName } = await siteSettings();
      const siteContext = { siteName, origin: siteOrigin(request), address };
      return answerMcp(request, () => body(SMALL_BODY), siteContext);
    },
  },
  { methods: ["POST"], headers: ["Content-Type", ...MCP_HEADERS] },
);
