import { exportedTopics, importTopic } from "~/models/editing/topics/transfer.server";
import { type Kind, oneByOne } from "../kind.server";

export const topics: Kind = {
  tables: ["topics", "topicSlugs"],
  records: exportedTopics,
  restore: oneByOne(importTopic),
};
