/** The page of a listed person about their own profile. */
import type { UserRow } from "~/db.server";
import { EXPERT_LABELS, type ExpertField, expertField } from "~/models/experts/fields";
import { languageName } from "~/models/experts/places";
import { currentTopics } from "~/models/experts/topics.server";
import { type OwnQuestions, questionsToOwn } from "~/models/questions/questions.server";
import { type OwnOverview, ownProfile, ownRecord } from "./own.server";

export interface OwnPage extends OwnOverview {
  questions: OwnQuestions;
  /** What readers find the person by, as they would read it; "" for nothing. */
  record: { field: ExpertField; label: string; value: string }[];
}

const SHOWN = ["imageUrl", "topics", "availableFor", "languages"] as const;

/** All that the holder of a profile is told about it. Throws "missing" for anybody else's. */
export async function ownPage(user: UserRow, slug: string): Promise<OwnPage> {
  const [own, questions, present, topics] = await Promise.all([
    ownProfile(user, slug),
    questionsToOwn(user, slug),
    ownRecord(user, slug),
    currentTopics(),
  ]);
  const texts = {
    imageUrl: present.imageUrl ? "There is one" : "",
    topics: present.topics.map((slug) => topics.find((one) => one.slug === slug)?.name ?? slug).join(", "),
    availableFor: labelled(present.availableFor),
    languages: present.languages.map(languageName).join(", "),
  };
  return {
    ...own,
    questions,
    record: SHOWN.map((field) => ({ field, label: EXPERT_LABELS[field], value: texts[field] })),
  };
}

function labelled(values: string[]): string {
  const { choices = [], choiceLabels = choices } = expertField("availableFor");
  return values.map((value) => choiceLabels[choices.indexOf(value)] ?? value).join(", ");
}
