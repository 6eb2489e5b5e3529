import { type Queryable, readDb } from "~/db.server";

/** The setting that switches the counting off. */
export const VISITS_SETTING = "visitNumbers";

/** Tells whether visits are counted: unless an admin has switched it off. */
export async function visitsAreCounted(from: Queryable = readDb): Promise<boolean> {
  const row = await from.selectFrom("settings").select("value").where("key", "=", VISITS_SETTING).executeTakeFirst();
  return row?.value !== "off";
}
