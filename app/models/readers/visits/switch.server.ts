import { type Queryable, readDb } from "~/db.server";

/** Names the setting that switches counting off. */
export const VISITS_SETTING = "visitNumbers";

/** Returns whether visits are counted, which an admin can switch off. */
export async function visitsAreCounted(from: Queryable = readDb): Promise<boolean> {
  const row = await from.selectFrom("settings").select("value").where("key", "=", VISITS_SETTING).executeTakeFirst();
  return row?.value !== "off";
}
