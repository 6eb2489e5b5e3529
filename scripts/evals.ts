import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import { runProgram } from "./program";

const USAGE = "npm run evals -- --pairs FILE.jsonl --model MODEL [--model …] [--json]";

const Pair = z.object({
  claim: z.string("“claim” must be a text.").min(1, "“claim” is empty."),
  quote: z.string("“quote” must be a text."),
  supported: z.boolean("“supported” must be true or false.").nullish(),
});
type Pair = z.infer<typeof Pair>;

/** The results of one model. `saysSupported` is true if the model says that the quote supports the sentence. */
interface ModelResult {
  model: string;
  judgements: { supported: boolean; saysSupported: boolean }[];
  costUsd: number | null;
}

/**
 * `npm run evals`: asks models whether quotes support sentences, one pair on each line of a file, and prints one answer a
 * line. If the file has the right answers, also prints how often each model agrees.
 */
await runProgram(async (args) => {
  // Silences the log, because programs read the output line by line.
  process.env.LOG_LEVEL ??= "silent";
  const { values } = parseArgs({
    args,
    options: { pairs: { type: "string" }, model: { type: "string", multiple: true }, json: { type: "boolean" } },
  });
  if (!values.pairs) throw new Error(`Please name a file of pairs: ${USAGE}`);
  if (!values.model) throw new Error(`Please name a model: ${USAGE}`);
  const lines = readLines(textOf(values.pairs));
  if (lines.length === 0) throw new Error(`${values.pairs} has no pairs.`);
  const problems = lines.flatMap((line) => ("problem" in line ? line.problem : []));
  for (const problem of problems) console.error(problem);
  const pairs = lines.flatMap((line) => ("pair" in line ? line.pair : []));
  const modelResults = await askModels(values.model, pairs);
  if (values.json)
    console.log(
      JSON.stringify({ models: modelResults.map((model) => ({ ...figuresOf(model), costUsd: model.costUsd })) }),
    );
  else for (const model of modelResults) console.log(reportOf(model));
  if (problems.length > 0) process.exitCode = 1;
});

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Reads the pair of each line that is not blank, or its problem. */
function readLines(text: string): ({ pair: Pair } | { problem: string })[] {
  return text.split(/\r?\n/).flatMap((line, index) => (line.trim() ? readLine(line, index + 1) : []));
}

function readLine(line: string, number: number): { pair: Pair } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(line.replace(/^\uFEFF/, ""));
  } catch {
    return { problem: `Line ${number} is not valid JSON. It needs { "claim": "…", "quote": "…" }.` };
  }
  const { data, error } = Pair.safeParse(value);
  if (data) return { pair: data };
  const [issue] = error.issues;
  return {
    problem: `Line ${number}: ${issue?.path.length ? issue.message : 'It needs { "claim": "…", "quote": "…" }.'}`,
  };
}

/** Asks each model about all pairs. Opens the database, because calls count towards the month's budget. */
async function askModels(names: string[], pairs: Pair[]): Promise<ModelResult[]> {
  const [{ closeDatabase }, { upgradeDatabase }, { secondOpinion }, { TEXT_PROVIDERS, textProviders }] =
    await Promise.all([
      import("~/db.server"),
      import("~/models/whole/transfer/upgrade.server"),
      import("~/models/editing/ai/second-opinion.server"),
      import("~/services/ai-providers"),
    ]);
  const listedModels = TEXT_PROVIDERS.flatMap((provider) =>
    textProviders[provider].models.map(({ id }) => ({ provider, model: id })),
  );
  const models = names.map((name) => {
    const chosenModel = listedModels.find(({ model }) => model === name);
    if (chosenModel) return chosenModel;
    throw new Error(`There is no model “${name}”. There are: ${listedModels.map(({ model }) => model).join(", ")}.`);
  });
  await upgradeDatabase();
  try {
    const results: ModelResult[] = [];
    for (const model of models) {
      const result: ModelResult = { model: model.model, judgements: [], costUsd: null };
      results.push(result);
      for (const { claim, quote, supported } of pairs) {
        const { says, words, costUsd } = await secondOpinion(null, { sentence: claim, quote }, model);
        console.log(JSON.stringify({ model: model.model, says, words }));
        if (costUsd !== null) result.costUsd = (result.costUsd ?? 0) + costUsd;
        if (typeof supported === "boolean") result.judgements.push({ supported, saysSupported: says === "yes" });
      }
    }
    return results;
  } finally {
    await closeDatabase();
  }
}

/** Returns figures for the pairs with a right answer. `unseen` is the share of unsupported pairs to which the model said yes. */
function figuresOf({ model, judgements: allJudgements }: ModelResult) {
  const count = (supported: boolean, saysSupported: boolean) =>
    allJudgements.filter((judgement) => judgement.supported === supported && judgement.saysSupported === saysSupported)
      .length;
  const [trueNegatives, falsePositives, truePositives, falseNegatives] = [
    count(false, false),
    count(false, true),
    count(true, true),
    count(true, false),
  ];
  const ratio = (number: number, all: number) => (all === 0 ? null : number / all);
  const f1 = (hits: number) => ratio(2 * hits, 2 * hits + falsePositives + falseNegatives) ?? 0;
  return {
    model,
    pairs: allJudgements.length,
    supported: truePositives + falseNegatives,
    agreement: ratio(trueNegatives + truePositives, allJudgements.length),
    macroF1: allJudgements.length === 0 ? null : (f1(trueNegatives) + f1(truePositives)) / 2,
    unseen: ratio(falsePositives, trueNegatives + falsePositives),
  };
}

function reportOf(result: ModelResult): string {
  const { model, pairs, supported, agreement, macroF1, unseen } = figuresOf(result);
  const percent = (part: number | null) => (part === null ? "–" : `${(100 * part).toFixed(1)} %`);
  const figures =
    pairs === 0
      ? ["No pair in the file has “supported”, so there are no figures."]
      : [
          `Pairs: ${pairs}, of which ${supported} are supported`,
          `Agreement: ${percent(agreement)}`,
          `Macro-F1 of both classes: ${macroF1?.toFixed(3) ?? "–"}`,
          `Not supported, and “yes”: ${percent(unseen)}`,
        ];
  const cost = result.costUsd === null ? "not reported by the provider" : `$${result.costUsd.toFixed(4)}`;
  return ["", model, ...figures, `Cost: ${cost}`].join("\n");
}
