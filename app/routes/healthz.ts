import { api, json } from "~/http/api.server";
import { log } from "~/log.server";
import { checkHealth } from "~/models/whole/operation/health.server";

/** For monitoring. */
export const { loader, action } = api({
  GET: async () => {
    const headers = { "Cache-Control": "no-store" };
    try {
      await checkHealth();
      return json({ status: "ok" }, { headers });
    } catch (error) {
      log.error({ err: error }, "the database does not answer, or takes no writes");
      return json(
        { status: "error", message: "The database does not answer, or takes no writes." },
        { status: 503, headers },
      );
    }
  },
});
