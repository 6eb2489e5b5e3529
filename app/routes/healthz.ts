import { api, json } from "~/http/api.server";
import { log } from "~/log.server";
import { checkHealth } from "~/models/whole/operation/health.server";

/** Tells monitoring whether the database can be read and written. */
export const { loader, action } = api({
  GET: async () => {
    const headers = { "Cache-Control": "no-store" };
    try {
      await checkHealth();
      return json({ status: "ok" }, { headers });
    } catch (error) {
      log.error({ err: error }, "the database does not respond, or cannot be written or read");
      return json(
        { status: "error", message: "The database does not respond, or cannot be written or read." },
        { status: 503, headers },
      );
    }
  },
});
