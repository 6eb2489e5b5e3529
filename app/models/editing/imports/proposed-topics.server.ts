/** Lists topics that an imported table names and the site lacks, and adds them after the import. */
import { db, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { addTopic, TopicInput } from "~/models/editing/topics/edit.server";
import { recordOf } from "~/models/records/experts/record.server";
import { existingTopics, readTopics } from "~/models/records/experts/topics.server";
import { publish } from "~/models/records/publish/publish.server";
import { slugify } from "~/models/records/shared/slugs.server";
import { inShortTransaction } from "./import-rows.server";
import { type CellProblem, topicName } from "./person.server";

export interface ProposedTopic {
  name: string;
  slug: string;
  people: number;
}

const BATCH_SIZE = 500;
const MAX_TOPICS = 500;

/** Yields the written rows that name an unknown topic, in their order. */
async function* rowsWithTopics(importId: string) {
  for (let lastPosition = -1; ; ) {
    const rows = await readDb
      .selectFrom("importRows")
      .select(["position", "problems", "subjectRowId", "outcome", "answer"])
      .where("importId", "=", importId)
      .where("state", "=", "written")
      .where("marks", "like", "%:topic %")
      .where("position", ">", lastPosition)
      .orderBy("position")
      .limit(BATCH_SIZE)
      .execute();
    for (const row of rows) {
      const topicProblems = (JSON.parse(row.problems) as CellProblem[]).filter(({ kind }) => kind === "topic");
      yield { ...row, names: topicProblems.map(({ text }) => topicName(text)) };
    }
    if (rows.length < BATCH_SIZE) return;
    lastPosition = rows.at(-1)?.position ?? lastPosition;
  }
}

/** Lists proposed topics that do not exist yet, the most frequent first. */
export async function proposedTopics(_admin: Admin, importId: string): Promise<ProposedTopic[]> {
  const topics = await readTopics(readDb);
  const topicsBySlug = new Map<string, ProposedTopic>();
  for await (const { names } of rowsWithTopics(importId))
    for (const name of new Set(names)) {
      const slug = slugify(name);
      const topic = topicsBySlug.get(slug);
      if (topic) topic.people++;
      else if (slug && topicsBySlug.size < MAX_TOPICS && existingTopics(topics, [name]).length === 0)
        topicsBySlug.set(slug, { name, slug, people: 1 });
    }
  return [...topicsBySlug.values()].sort((topic, otherTopic) => otherTopic.people - topic.people);
}

/** Adds a proposed topic, and assigns it to the people for whom the table names it. Throws "missing". */
export async function addProposedTopic(admin: Admin, importId: string, slugToAdd: string): Promise<void> {
  const proposedTopic = (await proposedTopics(admin, importId)).find(({ slug }) => slug === slugToAdd);
  if (!proposedTopic) throw new AppError("missing", "There is no such topic to add, or somebody added it already.");
  const { name, slug } = proposedTopic;
  const topic = await db.transaction().execute((tx) => addTopic(tx, TopicInput.parse({ name }), slug));
  for await (const row of rowsWithTopics(importId))
    if (row.subjectRowId !== null && row.names.some((name) => slugify(name) === slug))
      await addToPerson(admin, { importId, ...row, rowId: row.subjectRowId }, topic.slug);
}

interface RowOfPerson {
  importId: string;
  position: number;
  rowId: number;
  outcome: string;
  answer: string;
}

async function addToPerson(admin: Admin, row: RowOfPerson, topic: string): Promise<void> {
  await inShortTransaction(async (tx) => {
    const expert = await tx.selectFrom("experts").selectAll().where("rowId", "=", row.rowId).executeTakeFirst();
    if (!expert || expert.deletedAt) return;
    const { topics } = recordOf(expert);
    if (topics.includes(topic)) return;
    const { importId, position, rowId, outcome, answer } = row;
    const record = { topics: [...topics, topic] };
    const result = await publish(tx, admin, "experts", { cause: "edited", rowId, record });
    // Counts this change as part of the import for a new person, so that the import can still be undone.
    if (outcome !== "new" && answer !== "new") return;
    await tx
      .updateTable("importRows")
      .set({ writtenAt: result.row.updatedAt })
      .where("importId", "=", importId)
      .where("position", "=", position)
      .execute();
  });
}
