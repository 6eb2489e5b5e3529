import { api, json } from "~/http/api.server";
import { log } from "~/log.server";
import { checkHealth } from "~/models/whole/operation/health.server";

/** Answers monitoring. */
export const { loader, action } = api({
  GET: async () => {
    const headers = { "Cache-Control": "no-store" };
    try {
      await checkHealth();
      return json({ status: "ok" }, { headers });
    } catch (error) {
      log.error({ err: error }, "the database does not answer, cannot be written or cannot be read");
      return json(
        { status: "error", message: "The database does not answer, takes no writes, or cannot be read." },
        { status: 503, headers },
      );
    }
  },
});
