/** Servers to be measured: processes of their own whose output goes nowhere, as nobody here could read it fast enough. */
import { spawn } from "node:child_process";
import { get } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { bareEnvironment } from "../../test/support/site";
import { cpuSeconds } from "./process-figures";

export interface Server {
  /** Such as http://127.0.0.1:41234, without a slash at the end. */
  url: string;
  pid: number;
  /** Milliseconds from the start of the process to its first answer with 200. */
  startedIn: number;
  /** Seconds of processor that it had used by then. */
  startedWith: number;
  /** Tells it to end, and waits until it has. */
  stop(): Promise<void>;
}

/**
 * Starts a program in this Node and waits for its first answer with 200. It gets PORT and HOST in its environment.
 *
 * @param args what stands behind "node".
 * @param answers the path that is asked for.
 * @throws Error with what it wrote to standard error when it ends before.
 */
export async function startServer(
  args: string[],
  { env = {}, answers = "/" }: { env?: Record<string, string>; answers?: string } = {},
): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...bareEnvironment(), NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port), ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    errors = (errors + text).slice(-10_000);
  });
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => {
      hasEnded = true;
      process.off("exit", kill);
      resolve();
    });
  });
  while (!(await isAnswered(url + answers))) {
    if (hasEnded) throw new Error(`node ${args.join(" ")} ended before it answered:\n${errors}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const startedIn = performance.now() - started;
  const startedWith = cpuSeconds(child.pid as number) ?? Number.NaN;
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { url, pid: child.pid as number, startedIn, startedWith, stop };
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(address, { agent: false }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode === 200));
    }).once("error", () => resolve(false));
  });
}

/** A port that nobody listens on, as far as can be known before somebody does. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
