import { spawn } from "node:child_process";
import { root } from "./paths.mjs";

/**
 * Runs a program in the project's folder, its output on this terminal. Stop signals are passed on to it.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string> }} [options] `env` is added to ours.
 * @returns {Promise<number>} its exit code; 1 when it was killed or could not be started.
 */
export function run(program, args, { env = {} } = {}) {
  return ended(spawn(program, args, { cwd: root, env: { ...process.env, ...env }, stdio: "inherit" }));
}

/** As `run`, with this same Node; `script` is a path inside the project. */
export function runNode(script, args, options) {
  return run(process.execPath, [script, ...args], options);
}

/**
 * As `runNode`, and gives what was said as well.
 *
 * @returns {Promise<{ code: number, output: string }>}
 */
export function tellNode(script, args, { env = {} } = {}) {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
  return heard(process.execPath, [script, ...args], { ...colours, ...env }, (text) => process.stdout.write(text));
}

/**
 * As `run`, but silent; the caller decides what to do with the output.
 *
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(program, args, { env = {} } = {}) {
  return heard(program, args, env, () => {});
}

async function heard(program, args, env, listen) {
  const stdio = ["ignore", "pipe", "pipe"];
  const child = spawn(program, args, { cwd: root, env: { ...process.env, ...env }, stdio });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      listen(text);
    });
  }
  child.on("error", (error) => {
    output += `${error.message}\n`;
  });
  return { code: await ended(child), output };
}

function ended(child) {
  const stop = (signal) => child.kill(signal);
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  return new Promise((resolve) => {
    child.on("error", () => resolve(1));
    child.on("close", (code) => resolve(code === null || code < 0 ? 1 : code));
  }).finally(() => {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
  });
}
