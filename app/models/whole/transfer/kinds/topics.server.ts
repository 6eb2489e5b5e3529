import { readDb } from "~/db.server";
import type { Step } from "~/models/editing/imports/import-rows.server";
import {
  comparedTopic,
  exportedTopics,
  type ImportedTopic,
  importTopic,
  topicAt,
} from "~/models/editing/topics/transfer.server";
import { TOPIC_LABELS } from "~/models/records/topics/rows.server";
import { change } from "../changes.server";
import { type Kind, oneByOne, same } from "../kind.server";

interface TopicStep extends Step {
  kind: "topics";
  value: ImportedTopic;
}

export const topics: Kind = {
  tables: ["topics", "topicSlugs"],
  records: exportedTopics,
  comparer({ from, topics }) {
    const earlier: ImportedTopic[] = [];
    return async (input) => {
      const { value, isNew, changed } = await comparedTopic(from, input, earlier);
      earlier.push(value);
      topics.push(value);
      if (changed.length === 0) return same(value.name);
      const step: TopicStep = { kind: "topics", value };
      return { outcome: isNew ? "new" : "changed", name: value.name, detail: changed.join(", "), step };
    };
  },
  write: oneByOne<TopicStep>((tx, { value }) => importTopic(tx, value)),
  async changes({ step }) {
    const { value } = step as TopicStep;
    const was = await topicAt(readDb, value.slug);
    const shown = (name: keyof typeof TOPIC_LABELS) =>
      change(TOPIC_LABELS[name], was && String(was[name]), String(value[name]));
    return [shown("name"), shown("otherNames"), shown("broader"), shown("description")];
  },
};
