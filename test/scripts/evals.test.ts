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

async function evals(lines: string[], args: string[] = [], env: Record<string, string> = {}) {
  const file = join(folder, "pairs.jsonl");
  writeFileSync(file, lines.join("\n"));
  const asked = ["--import", "tsx", "scripts/evals.ts", "--pairs", file, ...args];
  const child = spawn(process.execPath, asked, { env: { ...process.env, DATA_DIR: join(folder, "data"), ...env } });
  const said = { out: "", err: "" };
  child.stdout.on("data", (text) => {
    said.out += text;
  });
  child.stderr.on("data", (text) => {
    said.err += text;
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { code, lines: said.out.trim().split("\n"), ...said };
}

const quote = "Ann Coe was born in Leeds in 1948.";
const pairs = [
  { claim: "Ann Coe was born in Leeds.", quote, supported: true },
  { claim: "Ann Coe was born in Leeds in 1943.", quote, supported: false },
].map((pair) => JSON.stringify(pair));

describe("EV13 npm run evals", () => {
  test("gives one verdict a line, then the figures", async () => {
    const { code, lines, out } = await evals(pairs);
    expect(code).toBe(0);
    expect(JSON.parse(lines[0] ?? "")).toEqual({ verdict: "ok", reasons: [] });
    expect(JSON.parse(lines[1] ?? "")).toMatchObject({
      verdict: "look",
      reasons: expect.arrayContaining(["The year 1943 is not in the quote, which says 1948."]),
    });
    expect(out).toContain("Macro-F1 of both classes: 1.000");
    expect(out).toContain("False silence (not supported, and “ok”): 0.0 %");
  });

  test("gives the figures as JSON, and none where nothing is known of the pairs", async () => {
    const known = JSON.parse((await evals(pairs, ["--json"])).lines.at(-1) ?? "");
    expect(known).toEqual({
      figures: { pairs: 2, supported: 1, precision: 1, recall: 1, macroF1: 1, falseSilence: 0 },
    });
    const bare = [JSON.stringify({ claim: "A.", quote: "B." })];
    expect(JSON.parse((await evals(bare, ["--json"])).lines.at(-1) ?? "")).toEqual({ figures: null });
  });

  test("names the lines that are no pairs, and judges the others", async () => {
    const { code, lines, err } = await evals([
      "{",
      pairs[0] ?? "",
      '{"claim":"A"}',
      "[]",
      '{"claim":"A","quote":"B","supported":"no"}',
    ]);
    expect(code).toBe(1);
    expect(err).toContain("Line 1 is no JSON");
    expect(err).toContain("Line 3: “quote” must be a text.");
    expect(err).toContain("Line 4: It needs");
    expect(err).toContain("Line 5: “supported” must be true or false.");
    expect(JSON.parse(lines[1] ?? "")).toMatchObject({ verdict: "ok" });
    expect(JSON.parse(lines[2] ?? "")).toMatchObject({ line: 3 });
  });

  test("asks the operator's provider with --model, and says what it cost", async () => {
    const { code, lines } = await evals(pairs, ["--model", "--json"], ai.env);
    expect(code).toBe(0);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ verdict: "look", reasons: ["The quote gives no year."] });
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ costUsd: expect.any(Number), figures: { pairs: 2 } });
    expect(ai.requests.at(-1)).toMatchObject({ task: "opinion", data: { quote } });
  });

  test("says which key is missing for --model", async () => {
    const { code, err } = await evals(pairs, ["--model"], { OPENROUTER_API_KEY: "", OPENAI_API_KEY: "" });
    expect(code).toBe(1);
    // A message, and no trace of calls.
    expect(err.trim()).toMatch(/^OpenRouter is not set up: set OPENROUTER_API_KEY .*$/);
  });
});
