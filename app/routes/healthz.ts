import { contentVersion } from "~/db.server";
import { json } from "~/http.server";
import { log } from "~/log.server";

/** Whether the database answers: 200, else 503 (contract.md, "HTTP"). */
export async function loader() {
  const headers = { "Cache-Control": "no-store" };
  try {
    await contentVersion();
    return json({ status: "ok" }, { headers });
  } catch (error) {
    log.error({ err: error }, "the database does not answer");
    return json({ status: "error", message: "The database does not answer." }, { status: 503, headers });
  }
}
