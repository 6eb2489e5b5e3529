/** What speaks against a quote. */
import type { Pair } from "./pair.server";
import type { Token } from "./tokens.server";

export interface Doubt {
  /** What is taken from how well the quote fits; 1 for a contrary, of which one or several count the same. */
  doubt: number;
  /** It decides alone. */
  isCertain?: true;
  /** "" for what only weighs. */
  text: string;
  claim: Token[];
  quote: Token[];
}

export type Rule = (pair: Pair) => Doubt[];
