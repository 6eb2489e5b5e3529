/** Orders automatic saves of one form, which may overtake each other on their way. */

/** The number of a save, and of the opening of the form. */
export interface Save {
  page: number;
  save: number;
}

let saves = 0;

/** Returns the values to send with a form's fields; the browser counts them. */
export function nextSave(): Save {
  return { page: performance.timeOrigin, save: ++saves };
}

export function saveIn(input: unknown): Partial<Save> {
  const { page, save } = Object(input) as Record<string, unknown>;
  return typeof page === "number" && typeof save === "number" ? { page, save } : {};
}

/** @param stored JSON of the fields with the `Save` that brought them. */
export function isOvertaken({ page, save }: Partial<Save>, stored = "{}"): boolean {
  const last = saveIn(JSON.parse(stored));
  return save !== undefined && last.page === page && (last.save ?? 0) > save;
}
