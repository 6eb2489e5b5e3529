import type { Selectable } from "kysely";
import type { Queryable, TopicsTable } from "~/db.server";
import { AppError } from "~/errors";

export type StoredTopic = Selectable<TopicsTable>;

/** Returns a topic by its id. Throws "missing". */
export async function topicById(from: Queryable, id: string): Promise<StoredTopic> {
  const row = await from.selectFrom("topics").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("missing", "There is no such topic.");
  return row;
}
