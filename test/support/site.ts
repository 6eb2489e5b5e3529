/** Starts the built server in a separate process, on a free port, with its own data folder. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { databaseSettings, makeDatabase, onPostgres, removeDatabase } from "./database";
import { makeEmptyDirectory } from "./empty-directory";
import { bareEnvironment } from "./environment";
import { copyStarter } from "./seeded-data";

export interface SiteOptions {
  /** Environment variables, which override the defaults. */
  env?: Record<string, string>;
  /**
   * A data folder that the caller deletes. Without it the site gets a folder that is deleted when it stops, filled with the
   * starter directory as after a first start. Tests of the first start give an empty folder.
   */
  dataDir?: string;
  /** false: a directory without people, instead of the starter directory. Cannot be combined with `dataDir`. */
  starter?: boolean;
  /** A command that runs the command in its further arguments, such as `unshare --net`. */
  wrapper?: string[];
  /** The folder with the build to start; by default the current one. */
  program?: string;
  /** true: errors in the log do not fail `stop()`. */
  allowErrors?: boolean;
}

export interface Site {
  /** For example http://localhost:41234, without a slash at the end. */
  url: string;
  dataDir: string;
  /** Returns the lines that the server logged so far. */
  logs(): LogLine[];
  /** The id of the server's process, for tests that send it signals. */
  pid: number;
  /**
   * Stops the server as an operator would (SIGTERM).
   *
   * @throws Error when it does not end with code 0, or logged errors without `allowErrors`.
   */
  stop(): Promise<void>;
}

export interface LogLine {
  level: string;
  msg: string;
  [key: string]: unknown;
}

/** A value for SMTP_URL: mail is configured, and waits in the queue because no server answers. */
export const NO_MAIL_SERVER = "smtp://127.0.0.1:9";

const SERVER_FILE = "build/index.js";

/** Starts the built server and waits until it listens. Throws an error with its output when it ends before. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  if (!existsSync(join(options.program ?? ".", SERVER_FILE)))
    throw new Error("There is no build: npm run build says why.");
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "longevity-site-"));
  const withStarter = options.starter !== false && usesStarterCopy(options);
  await makeDatabase(dataDir, withStarter ? "starter" : "empty");
  if (options.starter === false) await makeEmptyDirectory(dataDir);
  else if (withStarter && !onPostgres) copyStarter(dataDir);

  const [program = process.execPath, ...wrapperArgs] = options.wrapper ?? [];
  const child = spawn(program, options.wrapper ? [...wrapperArgs, process.execPath, SERVER_FILE] : [SERVER_FILE], {
    cwd: options.program,
    env: siteEnvironment(dataDir, options.env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));

  const output: string[] = [];
  const logs: LogLine[] = [];
  child.stderr.on("data", (chunk) => output.push(String(chunk)));
  const listeningUrl = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      output.push(`${line}\n`);
      const parsed = parseLogLine(line);
      if (parsed) logs.push(parsed);
      if (parsed?.msg === "listening") resolve(String(parsed.url));
    });
    closed.then((code) => reject(new Error(`The server ended with code ${code}:\n${output.join("")}`)));
  });

  const cleanUp = async () => {
    process.off("exit", kill);
    if (options.dataDir) return;
    rmSync(dataDir, { recursive: true, force: true });
    await removeDatabase(dataDir);
  };
  const url = await listeningUrl.catch(async (error) => {
    await cleanUp();
    throw error;
  });

  const stop = async () => {
    child.kill("SIGTERM");
    const code = await closed;
    await cleanUp();
    if (code !== 0) throw new Error(`The server ended with code ${code}:\n${output.join("")}`);
    const errors = logs.filter((line) => line.level === "error" || line.level === "fatal");
    if (errors.length && !options.allowErrors)
      throw new Error(`The server logged errors:\n${JSON.stringify(errors, null, 2)}`);
  };
  return { url, dataDir, logs: () => [...logs], pid: child.pid as number, stop };
}

/** Allows a copy of the filled database, because filling in the starter directory takes longer than the rest of a start. */
function usesStarterCopy({ dataDir, program, env }: SiteOptions): boolean {
  return !dataDir && !program && !env?.STARTER;
}

/** Returns the environment of a site that is tested or measured. */
export function siteEnvironment(dataDir: string, more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    ...bareEnvironment(),
    NODE_ENV: "production",
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    ...databaseSettings(dataDir),
    // Tests open no connection to the internet and start no background work, unless they ask for it.
    LINK_CHECK: "off",
    OPEN_DATA: "off",
    BACKUP_EVERY_HOURS: "0",
    ...more,
  };
}

function parseLogLine(line: string): LogLine | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
