/** Describes the opinion of a model on a sentence and its quote. It decides nothing. */

export const OPINIONS = ["yes", "partly", "no"] as const;

export interface Opinion {
  /** Tells whether the quote supports the sentence. */
  says: (typeof OPINIONS)[number];
  /** Words of the sentence that the quote does not support. */
  words: string[];
  provider: string;
  model: string;
  /** ISO 8601, UTC. */
  at: string;
}
