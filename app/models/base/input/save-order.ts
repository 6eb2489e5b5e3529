/** Orders the automatic saves of one form, which may overtake each other on their way. */

/** The number of a save, and the time at which the form was opened. */
export interface Save {
  page: number;
  save: number;
}

let saves = 0;

/** Returns the number of the next save, which the browser sends with a form's fields. */
export function nextSave(): Save {
  return { page: performance.timeOrigin, save: ++saves };
}

export function saveIn(input: unknown): Partial<Save> {
  const { page, save } = Object(input) as Record<string, unknown>;
  return typeof page === "number" && typeof save === "number" ? { page, save } : {};
}

/** Returns whether a later save is stored. `stored` is JSON of the fields with their `Save`. */
export function isOutdatedSave({ page, save }: Partial<Save>, stored = "{}"): boolean {
  const last = saveIn(JSON.parse(stored));
  return save !== undefined && last.page === page && (last.save ?? 0) > save;
}
