/** How many profiles one press may change, and how many it may delete: the list says it before. */
export const AT_ONCE = { change: 500, trash: 100 } as const;
