/** Orders the automatic saves of one form, which may overtake each other on their way. */

export interface Save {
  /** The time at which the form was opened. */
  page: number;
  /** The number of the save. */
  save: number;
}

let saveCount = 0;

/** Returns the number of the next save, which the browser sends with a form's fields. */
export function nextSave(): Save {
  return { page: performance.timeOrigin, save: ++saveCount };
}

export function saveIn(input: unknown): Partial<Save> {
  const { page, save } = Object(input) as Record<string, unknown>;
  return typeof page === "number" && typeof save === "number" ? { page, save } : {};
}

/** Tells whether a later save is stored. `stored` is JSON of the fields with their `Save`. */
export function isOutdatedSave({ page, save }: Partial<Save>, stored = "{}"): boolean {
  const lastSave = saveIn(JSON.parse(stored));
  return save !== undefined && lastSave.page === page && (lastSave.save ?? 0) > save;
}
