import { exportedTopics, importTopic } from "~/models/editing/topics/transfer.server";
import { type Kind, oneByOne } from "../kind.server";

export const topics: Kind = {
  records: exportedTopics,
  restore: oneByOne(importTopic),
};
