/** Reads the page of a listed person about their own profile. */
import type { UserRow } from "~/db.server";
import { type ProfileQuestions, questionsForProfile } from "~/models/readers/questions/questions.server";
import { COMPARED_FIELDS, EXPERT_LABELS, type ExpertField } from "~/models/records/experts/fields";
import { expertValueFormatter } from "~/models/records/experts/shown.server";
import { type OwnOverview, ownProfile, ownRecord } from "./own.server";

export interface OwnPage extends OwnOverview {
  questions: ProfileQuestions;
  /** The fields by which readers find the person, as readers see them; "" if empty. */
  record: { field: ExpertField; label: string; value: string }[];
}

const SHOWN_FIELDS = ["imageUrl", "topics", ...COMPARED_FIELDS] as const;

/** Returns the page of a profile for its holder. Throws "missing" for anybody else's profile. */
export async function ownPage(user: UserRow, slug: string): Promise<OwnPage> {
  const [overview, questions, { record: presentRecord }, formatValue] = await Promise.all([
    ownProfile(user, slug),
    questionsForProfile(user, slug),
    ownRecord(user, slug),
    expertValueFormatter(),
  ]);
  const textOf = (field: (typeof SHOWN_FIELDS)[number]) => {
    if (field === "imageUrl") return presentRecord.imageUrl ? "There is one" : "";
    return [formatValue(field, presentRecord[field])].flat().join(", ");
  };
  return {
    ...overview,
    questions,
    record: SHOWN_FIELDS.map((field) => ({ field, label: EXPERT_LABELS[field], value: textOf(field) })),
  };
}
