/**
 * How the server is started: package.json ("start"), Dockerfile and docs/operations.md say the same. A heap with an upper end,
 * of which little is for what has just been made; large enough at the start to need no cleaning before the first page. And `gc`
 * for large answers (app/serving/large-answers.server.ts).
 */
export const SERVER_OPTIONS = [
  "--max-old-space-size=96",
  "--max-semi-space-size=4",
  "--initial-heap-size=48",
  "--expose-gc",
];

/**
 * What has to be in the environment before: memory that threads gave back is used by the others, and pieces of 64 KB and more, as
 * answers are and what compresses them, go back to the system as soon as they are done with (glibc, mallopt(3)).
 */
export const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "65536",
  MALLOC_TRIM_THRESHOLD_: "131072",
};
