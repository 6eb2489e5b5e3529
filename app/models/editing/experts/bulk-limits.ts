/** Limits how many profiles one bulk action may change or delete. */
export const BULK_LIMITS = { change: 500, trash: 100 } as const;
