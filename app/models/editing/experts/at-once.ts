/** Most profiles that one press may change, and may delete; the list shows the numbers before. */
export const AT_ONCE = { change: 500, trash: 100 } as const;
