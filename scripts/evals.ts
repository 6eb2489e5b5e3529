import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { judge } from "../app/models/records/evidence/judgement/judge.server";
import { type Figures, figuresOf, type Pair, readPairs } from "../app/models/records/evidence/judgement/pairs";
import { runProgram } from "./program";

const USAGE = "npm run evals -- --pairs FILE.jsonl [--json] [--model], or --sources FILE.jsonl [--json]";

interface Verdict {
  verdict: "ok" | "look";
  reasons: string[];
  costUsd?: number | null;
}

const rules = {
  async verdictOf({ claim, quote }: Pair): Promise<Verdict> {
    const { verdict, reasons } = await judge(claim, quote);
    return { verdict, reasons: reasons.map(({ text }) => text) };
  },
  async end() {},
};

/**
 * `npm run evals -- --pairs FILE.jsonl`: judges each pair of sentence and quote, and measures the judgement where the
 * file says what is supported. With --model the operator's provider is asked in place of the rules. With --sources it
 * measures which passages of pages are proposed for sentences.
 */
await runProgram(async (args) => {
  // What it writes is read line by line.
  process.env.LOG_LEVEL ??= "silent";
  const { values } = parseArgs({
    args,
    options: {
      pairs: { type: "string" },
      sources: { type: "string" },
      json: { type: "boolean" },
      model: { type: "boolean" },
    },
  });
  if (values.sources) return proposalsIn(values.sources, values.json ?? false);
  if (!values.pairs) throw new Error(`Please name a file of pairs: ${USAGE}`);
  const lines = readPairs(textOf(values.pairs));
  if (lines.length === 0) throw new Error(`${values.pairs} has no pairs.`);
  const { verdictOf, end } = values.model ? await model() : rules;
  const judged: { supported: boolean; verdict: "ok" | "look" }[] = [];
  let costUsd: number | null = null;
  let isWrong = false;
  try {
    for (const line of lines) {
      if ("problem" in line) {
        isWrong = true;
        console.error(line.problem);
        console.log(JSON.stringify({ line: line.number, error: line.problem }));
        continue;
      }
      const found = await verdictOf(line.pair);
      if (typeof found.costUsd === "number") costUsd = (costUsd ?? 0) + found.costUsd;
      console.log(JSON.stringify(found));
      const { supported } = line.pair;
      if (typeof supported === "boolean") judged.push({ supported, verdict: found.verdict });
    }
  } finally {
    await end();
  }
  const figures = figuresOf(judged);
  const cost = values.model ? { costUsd } : {};
  if (values.json) console.log(JSON.stringify({ figures, ...cost }));
  else console.log(told(figures, values.model ? costUsd : undefined));
  if (isWrong) process.exitCode = 1;
});

async function proposalsIn(path: string, isJson: boolean) {
  const { proposalsFor, proposalFigures } = await import("../app/models/editing/sources/finding/measure.server");
  const proposed = await proposalsFor(textOf(path));
  for (const { right: _, ...one } of proposed) console.log(JSON.stringify(one));
  const figures = proposalFigures(proposed);
  const { sentences, answerable, proposals, right, wrong } = figures;
  const percent = (part: number | null) => (part === null ? "–" : `${(100 * part).toFixed(1)} %`);
  console.log(
    isJson
      ? JSON.stringify({ figures })
      : [
          "",
          `Sentences: ${sentences}, of which the pages support ${answerable}`,
          `First proposal right, of those: ${percent(right)}`,
          `Wrong, of all ${proposals} proposals: ${percent(wrong)}`,
        ].join("\n"),
  );
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** The operator's provider; its calls are noted and count towards the month's budget, so the database is opened. */
async function model() {
  const [{ closeDatabase }, { upgradeDatabase }, { secondOpinion }] = await Promise.all([
    import("~/db.server"),
    import("~/models/whole/transfer/upgrade.server"),
    import("~/models/editing/ai/second-opinion.server"),
  ]);
  await upgradeDatabase();
  return {
    async verdictOf({ claim, quote }: Pair): Promise<Verdict> {
      const { supported, reason, costUsd } = await secondOpinion(null, { sentence: claim, quote });
      const reasons = supported === "yes" ? [] : [reason];
      return { verdict: supported === "yes" ? "ok" : "look", reasons, costUsd };
    },
    end: closeDatabase,
  };
}

function told(figures: Figures | null, costUsd: number | null | undefined): string {
  const lines: string[] = [];
  const percent = (part: number | null) => (part === null ? "–" : `${(100 * part).toFixed(1)} %`);
  if (figures) {
    const { pairs, supported, precision, recall, macroF1, falseSilence } = figures;
    lines.push(
      "",
      `Pairs: ${pairs}, of which ${supported} are supported`,
      `Precision of “look”: ${percent(precision)}`,
      `Recall of “look”: ${percent(recall)}`,
      `Macro-F1 of both classes: ${macroF1?.toFixed(3) ?? "–"}`,
      `False silence (not supported, and “ok”): ${percent(falseSilence)}`,
    );
  } else lines.push("", "The file says of no pair whether it is supported, so there are no figures.");
  if (costUsd !== undefined)
    lines.push(`Cost: ${costUsd === null ? "the provider does not tell" : `$${costUsd.toFixed(4)}`}`);
  return lines.join("\n");
}
