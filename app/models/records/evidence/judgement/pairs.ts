/** Files of pairs on which a judgement is measured: one JSON object a line. */
import { z } from "zod";

const Pair = z.object({
  claim: z.string("“claim” must be a text.").min(1, "“claim” is empty."),
  quote: z.string("“quote” must be a text."),
  supported: z.boolean("“supported” must be true or false.").nullish(),
});
export type Pair = z.infer<typeof Pair>;

/** A line that is not blank: its pair, or what is wrong with it. */
export type Line = { number: number; pair: Pair } | { number: number; problem: string };

export function readPairs(text: string): Line[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const number = index + 1;
    return line.trim() ? readLine(line, number) : [];
  });
}

function readLine(line: string, number: number): Line {
  let value: unknown;
  try {
    value = JSON.parse(line.replace(/^\uFEFF/, ""));
  } catch {
    return { number, problem: `Line ${number} is no JSON. It needs { "claim": "…", "quote": "…" }.` };
  }
  const { data, error } = Pair.safeParse(value);
  if (data) return { number, pair: data };
  const [issue] = error.issues;
  const message = issue?.path.length ? issue.message : 'It needs { "claim": "…", "quote": "…" }.';
  return { number, problem: `Line ${number}: ${message}` };
}

export interface Figures {
  pairs: number;
  supported: number;
  /** Of both classes; null where a class has no pairs. */
  precision: number | null;
  recall: number | null;
  macroF1: number | null;
  /** Of the pairs that are not supported, the part with "ok". */
  falseSilence: number | null;
}

/**
 * How far verdicts agree with what is known of the pairs. Precision and recall are those of "look" for pairs that are
 * not supported: what the alarm is for. Macro-F1 is the mean of the F1 of both classes.
 */
export function figuresOf(judged: { supported: boolean; verdict: "ok" | "look" }[]): Figures | null {
  if (judged.length === 0) return null;
  const count = (supported: boolean, verdict: "ok" | "look") =>
    judged.filter((one) => one.supported === supported && one.verdict === verdict).length;
  const [right, missed] = [count(false, "look"), count(false, "ok")];
  const [quiet, needless] = [count(true, "ok"), count(true, "look")];
  const part = (some: number, all: number) => (all === 0 ? null : some / all);
  const f1 = (hit: number, wrong: number) => part(2 * hit, 2 * hit + wrong) ?? 0;
  const wrong = missed + needless;
  return {
    pairs: judged.length,
    supported: quiet + needless,
    precision: part(right, right + needless),
    recall: part(right, right + missed),
    macroF1: (f1(right, wrong) + f1(quiet, wrong)) / 2,
    falseSilence: part(missed, right + missed),
  };
}
