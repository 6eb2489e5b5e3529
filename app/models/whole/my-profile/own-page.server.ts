/** The page of a listed person about their own profile. */
import type { UserRow } from "~/db.server";
import { type ProfileQuestions, questionsForProfile } from "~/models/readers/questions/questions.server";
import { EXPERT_LABELS, type ExpertField } from "~/models/records/experts/fields";
import { shownValues } from "~/models/records/experts/shown.server";
import { type OwnOverview, ownProfile, ownRecord } from "./own.server";

export interface OwnPage extends OwnOverview {
  questions: ProfileQuestions;
  /** The fields by which readers find the person, as they read them; "" for nothing. */
  record: { field: ExpertField; label: string; value: string }[];
}

const SHOWN = ["imageUrl", "topics", "availableFor", "languages"] as const;

/** Returns the data of a profile for its holder. Throws "missing" for anybody else's. */
export async function ownPage(user: UserRow, slug: string): Promise<OwnPage> {
  const [overview, questions, present, shown] = await Promise.all([
    ownProfile(user, slug),
    questionsForProfile(user, slug),
    ownRecord(user, slug),
    shownValues(),
  ]);
  const textOf = (field: (typeof SHOWN)[number]) => {
    if (field === "imageUrl") return present.imageUrl ? "There is one" : "";
    return [shown(field, present[field])].flat().join(", ");
  };
  return {
    ...overview,
    questions,
    record: SHOWN.map((field) => ({ field, label: EXPERT_LABELS[field], value: textOf(field) })),
  };
}
