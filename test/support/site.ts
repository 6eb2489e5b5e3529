/** The real server in a process of its own, on a free port, with a data folder of its own. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { databaseSettings, makeDatabase, onPostgres, removeDatabase } from "./database";
import { makeEmptyDirectory } from "./empty-directory";
import { bareEnvironment } from "./environment";
import { copyStarter } from "./seeded";

export interface SiteOptions {
  /** Environment variables on top of the defaults. */
  env?: Record<string, string>;
  /**
   * A data folder that the caller keeps; otherwise the site has one that goes when it stops, with the starter directory in it, as a
   * first start leaves it. That a first start does is proven in folders of tests.
   */
  dataDir?: string;
  /** false: a directory without anyone in it, instead of the starter directory. Not together with `dataDir`. */
  starter?: boolean;
  /** A command that runs the command given to it as further arguments, in surroundings of its own. */
  within?: string[];
  /** The folder whose build is started, where it is not this one. */
  program?: string;
  /** true: lines of level error in the log do not fail `stop()`. */
  allowErrors?: boolean;
}

export interface Site {
  /** Such as http://localhost:41234, without a slash at the end. */
  url: string;
  dataDir: string;
  /** Returns the lines that the server logged so far. */
  logs(): LogLine[];
  /** The server's process, for tests that treat it badly. */
  pid: number;
  /**
   * Stops the server as an operator would (SIGTERM).
   *
   * @throws Error when it does not end with code 0, or logged errors that were not allowed.
   */
  stop(): Promise<void>;
}

export interface LogLine {
  level: string;
  msg: string;
  [key: string]: unknown;
}

/** For SMTP_URL: mail is configured, and waits in the queue because no server answers. */
export const NO_MAIL_SERVER = "smtp://127.0.0.1:9";

const FILE = "build/index.js";

/** Starts the built server and waits until it listens. Throws with its output when it does not come that far. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  if (!existsSync(join(options.program ?? ".", FILE))) throw new Error("There is no build: npm run build says why.");
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "longevity-site-"));
  await makeDatabase(dataDir);
  if (options.starter === false) await makeEmptyDirectory(dataDir);
  else if (beginsAsUsual(options)) copyStarter(dataDir);

  const [program = process.execPath, ...before] = options.within ?? [];
  const child = spawn(program, options.within ? [...before, process.execPath, FILE] : [FILE], {
    cwd: options.program,
    env: siteEnvironment(dataDir, options.env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));

  const output: string[] = [];
  const logs: LogLine[] = [];
  child.stderr.on("data", (chunk) => output.push(String(chunk)));
  const listening = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      output.push(`${line}\n`);
      const parsed = asLogLine(line);
      if (parsed) logs.push(parsed);
      if (parsed?.msg === "listening") resolve(String(parsed.url));
    });
    ended.then((code) => reject(new Error(`The server ended with code ${code}:\n${output.join("")}`)));
  });

  const cleanUp = async () => {
    process.off("exit", kill);
    if (options.dataDir) return;
    rmSync(dataDir, { recursive: true, force: true });
    await removeDatabase(dataDir);
  };
  const url = await listening.catch(async (error) => {
    await cleanUp();
    throw error;
  });

  const stop = async () => {
    child.kill("SIGTERM");
    const code = await ended;
    await cleanUp();
    if (code !== 0) throw new Error(`The server ended with code ${code}:\n${output.join("")}`);
    const errors = logs.filter((line) => line.level === "error" || line.level === "fatal");
    if (errors.length && !options.allowErrors)
      throw new Error(`The server logged errors:\n${JSON.stringify(errors, null, 2)}`);
  };
  return { url, dataDir, logs: () => [...logs], pid: child.pid as number, stop };
}

/** Filling in the starter directory takes longer than the start itself. */
function beginsAsUsual({ dataDir, program, env }: SiteOptions): boolean {
  return !dataDir && !program && !env?.STARTER && !onPostgres;
}

/** The environment of a site that is tested or measured. */
export function siteEnvironment(dataDir: string, more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    ...bareEnvironment(),
    NODE_ENV: "production",
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    ...databaseSettings(dataDir),
    // Tests open nothing out there, and do nothing beside what they ask for, unless they say so.
    LINK_CHECK: "off",
    OPEN_DATA: "off",
    BACKUP_EVERY_HOURS: "0",
    ...more,
  };
}

function asLogLine(line: string): LogLine | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
