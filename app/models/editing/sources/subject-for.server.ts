import { type Queryable, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { readSuggestion } from "~/models/editing/submissions/review-record.server";
import { submissionSubject } from "~/models/editing/submissions/subject.server";
import {
  type Kind,
  RECORD_SUBJECTS,
  type SourcesSubject,
  topicSubject,
} from "~/models/records/sources/subjects.server";
import { topicById } from "~/models/records/topics/rows.server";

/** Returns the record of a kind, by its id or row number, with its sentences. Throws "missing". */
export async function subjectFor(
  editor: Editor,
  kind: Kind,
  key: string,
  from: Queryable = readDb,
): Promise<SourcesSubject> {
  if (kind === "submissions") return submissionSubject(await readSuggestion(key, from), from);
  if (kind === "topics") return topicSubject(await topicById(from, key));
  return RECORD_SUBJECTS[kind].find(editor, key, from);
}
