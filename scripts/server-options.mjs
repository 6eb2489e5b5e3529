/**
 * How the server is started: package.json ("start"), Dockerfile and docs/operations.md say the same. A heap with an upper end,
 * of which little is for what has just been made; large enough at the start to need no cleaning before the first page.
 */
export const SERVER_OPTIONS = ["--max-old-space-size=96", "--max-semi-space-size=8", "--initial-heap-size=48"];

/** What has to be in the environment before: memory that threads gave back is used by the others (glibc). */
export const MEMORY_SETTINGS = { MALLOC_ARENA_MAX: "2" };
