/** The names of the fields of a profile that only editors see. */
export const EDITOR_FIELD_LABELS = { notes: "Notes", sortName: "Sorts as", state: "State", publishAt: "Appears at" };
