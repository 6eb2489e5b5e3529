import { type Queryable, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { readSuggestion } from "~/models/editing/submissions/review-record.server";
import { submissionSubject } from "~/models/editing/submissions/subject.server";
import { articleForAdmin } from "~/models/records/articles/rows.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import {
  articleSubject,
  expertSubject,
  type Kind,
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
  return SUBJECTS[kind](editor, key, from);
}

const SUBJECTS: Record<Kind, (editor: Editor, key: string, from: Queryable) => Promise<SourcesSubject>> = {
  experts: async (editor, key, from) => expertSubject((await expertForAdmin(editor, key)).rowId, from),
  articles: async (editor, key, from) => articleSubject(await articleForAdmin(editor, key, from)),
  submissions: async (_editor, key, from) => submissionSubject(await readSuggestion(key, from), from),
  topics: async (_editor, key, from) => topicSubject(await topicById(from, key)),
};
