/** What a model says of a sentence and its quote. It decides nothing. */

export const OPINIONS = ["yes", "partly", "no"] as const;

export interface Opinion {
  /** Whether the quote says the sentence. */
  says: (typeof OPINIONS)[number];
  /** Words of the sentence that the quote does not say. */
  words: string[];
  provider: string;
  model: string;
  /** ISO 8601, UTC. */
  at: string;
}
