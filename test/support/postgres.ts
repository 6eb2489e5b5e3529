/** A PostgreSQL server for the tests: started in a folder of its own, and gone with them. */
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { installFromDebian } from "./debian";

export interface PostgresServer {
  /** The address of a database of this name, which may not exist. */
  addressOf(database: string): string;
  stop(): Promise<void>;
  /** All its processes stand still, as on a machine that is out of memory, until `wake`. */
  pause(): void;
  wake(): void;
}

/**
 * Returns the folder of PostgreSQL's programs, installed from Debian when they are missing; undefined when that cannot
 * be.
 */
export function findPostgres({ install = true } = {}): string | undefined {
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    ...globSync("/usr/lib/postgresql/*/bin").sort().reverse(),
  ];
  const folder = folders.find((folder) => ["initdb", "postgres"].every((name) => existsSync(join(folder, name))));
  if (folder || !install) return folder;
  installFromDebian(["postgresql"]);
  return findPostgres({ install: false });
}

/** Starts a server with an empty cluster. What it acknowledges is not safe from a power cut unless `isDurable`. */
export async function startPostgres(programs: string, { isDurable = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "longevity-postgres-"));
  const user = ordinaryUser();
  const password = randomBytes(12).toString("hex");
  writeFileSync(join(folder, "password"), password);
  if (user) for (const path of [folder, join(folder, "password")]) chownSync(path, user.uid, user.gid);
  const data = join(folder, "data");
  const made = spawnSync(join(programs, "initdb"), initOptions(programs, folder), { ...user, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`initdb failed:\n${made.stderr}`);

  const port = await freePort();
  const settings = { ...SETTINGS, ...(isDurable ? {} : WITHOUT_A_DISK), port };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(join(programs, "postgres"), ["-D", data, ...options], { ...user, stdio: "ignore" });
  const ended = once(server, "close");
  // SIGQUIT: without waiting for anything.
  const kill = () => server.kill("SIGQUIT");
  process.once("exit", kill);
  const addressOf = (database: string) => `postgres://tests:${password}@127.0.0.1:${port}/${database}`;
  const signal = (name: NodeJS.Signals) => signalServer(server.pid as number, name);
  const stop = async () => {
    process.off("exit", kill);
    signal("SIGCONT");
    kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await accepts(addressOf("postgres"), () => server.exitCode !== null);
  return { addressOf, stop, pause: () => signal("SIGSTOP"), wake: () => signal("SIGCONT") };
}

/** To a server and all its backends: each leads a group of its own, so that a signal to the server's group does not reach it. */
export function signalServer(pid: number, name: NodeJS.Signals): void {
  if (!existsSync(`/proc/${pid}`)) return;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  for (const childPid of [pid, ...children.map(Number)]) {
    try {
      process.kill(childPid, name);
    } catch (error) {
      // It has ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: 300,
  shared_buffers: "64MB",
};
const WITHOUT_A_DISK = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** PostgreSQL refuses to run as root. */
export function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string, name: string) => spawnSync("id", [option, name], { encoding: "utf8" });
  const name = idOf("-u", "postgres").status === 0 ? "postgres" : "nobody";
  return { uid: Number(idOf("-u", name).stdout), gid: Number(idOf("-g", name).stdout) };
}

/** A language in which texts sort otherwise than by their bytes: what must sort by bytes has to say so. */
function initOptions(programs: string, folder: string): string[] {
  const version = spawnSync(join(programs, "postgres"), ["--version"], { encoding: "utf8" }).stdout;
  const hasIcu = Number(/ (\d+)/.exec(version)?.[1]) >= 15;
  const language = hasIcu ? ["--locale-provider=icu", "--icu-locale=en"] : [];
  const owner = ["--username=tests", `--pwfile=${join(folder, "password")}`, "--auth=password"];
  return ["-D", join(folder, "data"), "--encoding=UTF8", "--locale=C", "--no-sync", ...language, ...owner];
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

export async function accepts(address: string, hasEnded: () => boolean): Promise<void> {
  for (;;) {
    const client = new pg.Client(address);
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isThere) return;
    if (hasEnded()) throw new Error("PostgreSQL ended while it started.");
    await sleep(50);
  }
}

/** Makes a database as a copy of another one, which nobody is connected to; false when it exists. */
export async function createDatabase(server: string, name: string, template = "template1"): Promise<boolean> {
  const existing = "42P04";
  return command(server, `CREATE DATABASE "${name}" TEMPLATE "${template}"`).then(
    () => true,
    (error) => {
      if (error.code === existing) return false;
      throw error;
    },
  );
}

/** Removes a database, whoever is connected to it. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  await command(server, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}

async function command(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  // Dropping a database ends the connections to it.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
