export const SERVER_OPTIONS: string[];
export const MEMORY_SETTINGS: { MALLOC_ARENA_MAX: string };
