import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AiProvider, startAiProvider } from "../support/ai-provider";

const folder = mkdtempSync(join(tmpdir(), "evals-"));
let ai: AiProvider;
beforeAll(async () => {
  ai = await startAiProvider();
});
afterAll(async () => {
  await ai.stop();
  rmSync(folder, { recursive: true, force: true });
});

const MODEL = "anthropic/claude-sonnet-4";

async function runEvals(lines: string[], args: string[] = ["--model", MODEL], env: Record<string, string> = ai.env) {
  const file = join(folder, "pairs.jsonl");
  writeFileSync(file, lines.join("\n"));
  const commandArgs = ["--import", "tsx", "scripts/evals.ts", "--pairs", file, ...args];
  const child = spawn(process.execPath, commandArgs, {
    env: { ...process.env, DATA_DIR: join(folder, "data"), ...env },
  });
  const output = { out: "", err: "" };
  child.stdout.on("data", (text) => {
    output.out += text;
  });
  child.stderr.on("data", (text) => {
    output.err += text;
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { code, lines: output.out.trim().split("\n"), ...output };
}

const quote = "Ann Coe was born in Leeds in 1948.";
const pairs = [
  { claim: "Ann Coe was born in Leeds in 1948.", quote, supported: true },
  { claim: "Ann Coe was born in Leeds in 1943.", quote, supported: false },
].map((pair) => JSON.stringify(pair));

describe("EV13 npm run evals", () => {
  test("asks a model about each pair, and prints how often it agrees and the cost", async () => {
    const { code, lines, out } = await runEvals(pairs);
    expect(code).toBe(0);
    expect(JSON.parse(lines[0] ?? "")).toEqual({ model: MODEL, says: "partly", words: ["1948"] });
    expect(out).toContain("Agreement: 50.0 %");
    expect(out).toContain("Not supported, and “yes”: 0.0 %");
    expect(out).toMatch(/Cost: \$\d/);
    expect(ai.requests.at(-1)).toMatchObject({ task: "opinion", data: { quote } });
  });

  test("compares two models, and prints figures as JSON", async () => {
    const result = await runEvals(pairs, ["--model", MODEL, "--model", "openai/gpt-4o", "--json"]);
    const { models } = JSON.parse(result.lines.at(-1) ?? "");
    expect(models).toMatchObject([
      { model: MODEL, pairs: 2, supported: 1, agreement: 0.5, unseen: 0, costUsd: expect.any(Number) },
      { model: "openai/gpt-4o", pairs: 2 },
    ]);
  });

  test("names the lines that are not valid pairs, and asks about the others; the figures are null without a right answer", async () => {
    const pairWithoutAnswer = JSON.stringify({ claim: "A.", quote: "B." });
    const invalidLines = ['{"claim":"A"}', "[]", '{"claim":"A","quote":"B","supported":"no"}'];
    const { code, lines, err } = await runEvals(
      ["{", pairWithoutAnswer, ...invalidLines],
      ["--model", MODEL, "--json"],
    );
    expect(code).toBe(1);
    expect(err).toContain("Line 1 is not valid JSON");
    expect(err).toContain("Line 3: “quote” must be a text.");
    expect(err).toContain("Line 4: It needs");
    expect(err).toContain("Line 5: “supported” must be true or false.");
    expect(ai.requests.at(-1)).toMatchObject({ data: { quote: "B." } });
    expect(JSON.parse(lines.at(-1) ?? "").models).toMatchObject([{ pairs: 0, agreement: null, macroF1: null }]);
  });

  test("demands the name of a listed model whose provider has a key", async () => {
    expect((await runEvals(pairs, [])).err).toContain("Please name a model");
    expect((await runEvals(pairs, ["--model", "eliza"])).err).toContain(
      `There is no model “eliza”. There are: ${MODEL}`,
    );
    const { code, err } = await runEvals(pairs, ["--model", MODEL], { OPENROUTER_API_KEY: "", OPENAI_API_KEY: "" });
    expect(code).toBe(1);
    // Expects only the message, without a stack.
    expect(err.trim()).toMatch(/^OpenRouter is not set up: set OPENROUTER_API_KEY .*$/);
  });
});
