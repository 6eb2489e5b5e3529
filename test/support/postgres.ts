/** Starts PostgreSQL servers for tests, in temporary folders. */
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
  /** Returns the address of a database by its name, whether it exists or not. */
  addressOf(database: string): string;
  stop(): Promise<void>;
  /** Stops all its processes until `resume`, as on a machine that is out of memory. */
  pause(): void;
  resume(): void;
}

/**
 * Returns the folder of PostgreSQL's programs. Installs them from Debian when they are missing, and returns undefined when
 * that is not possible.
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

/** Starts a server with an empty cluster. Without `isDurable` it may lose commits in a power failure. */
export async function startPostgres(programs: string, { isDurable = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "longevity-postgres-"));
  const user = ordinaryUser();
  const password = randomBytes(12).toString("hex");
  writeFileSync(join(folder, "password"), password);
  if (user) for (const path of [folder, join(folder, "password")]) chownSync(path, user.uid, user.gid);
  const data = join(folder, "data");
  const initdb = spawnSync(join(programs, "initdb"), initOptions(programs, folder), { ...user, encoding: "utf8" });
  if (initdb.status !== 0) throw new Error(`initdb failed:\n${initdb.stderr}`);

  const port = await freePort();
  const settings = { ...SERVER_SETTINGS, ...(isDurable ? {} : WITHOUT_FSYNC), port };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(join(programs, "postgres"), ["-D", data, ...options], { ...user, stdio: "ignore" });
  const closed = once(server, "close");
  // SIGQUIT stops the server at once.
  const kill = () => server.kill("SIGQUIT");
  process.once("exit", kill);
  const addressOf = (database: string) => `postgres://tests:${password}@127.0.0.1:${port}/${database}`;
  const signal = (name: NodeJS.Signals) => signalServer(server.pid as number, name);
  const stop = async () => {
    process.off("exit", kill);
    signal("SIGCONT");
    kill();
    await closed;
    rmSync(folder, { recursive: true, force: true });
  };
  await waitForConnections(addressOf("postgres"), () => server.exitCode !== null);
  return { addressOf, stop, pause: () => signal("SIGSTOP"), resume: () => signal("SIGCONT") };
}

/** Sends a signal to a server and all its backends. Each backend leads a process group, so a signal to the server's group is not enough. */
export function signalServer(pid: number, name: NodeJS.Signals): void {
  if (!existsSync(`/proc/${pid}`)) return;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  for (const childPid of [pid, ...children.map(Number)]) {
    try {
      process.kill(childPid, name);
    } catch (error) {
      // ESRCH: the process has ended.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

const SERVER_SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: 300,
  shared_buffers: "64MB",
};
const WITHOUT_FSYNC = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** Returns the user to run PostgreSQL as when the tests run as root, which it refuses. */
export function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string, name: string) => spawnSync("id", [option, name], { encoding: "utf8" });
  const name = idOf("-u", "postgres").status === 0 ? "postgres" : "nobody";
  return { uid: Number(idOf("-u", name).stdout), gid: Number(idOf("-g", name).stdout) };
}

/** Chooses a language whose order differs from that of bytes, so that queries which need the order of bytes must ask for it. */
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

export async function waitForConnections(address: string, hasEnded: () => boolean): Promise<void> {
  for (;;) {
    const client = new pg.Client(address);
    const isConnected = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isConnected) return;
    if (hasEnded()) throw new Error("PostgreSQL ended while it started.");
    await sleep(50);
  }
}

/** Creates a database as a copy of a template without connections. Returns false when the database exists. */
export async function createDatabase(server: string, name: string, template = "template1"): Promise<boolean> {
  const DUPLICATE_DATABASE = "42P04";
  const pool = poolOf(server);
  const { rows } = await pool.query("SHOW server_version_num");
  // Copies the files, which takes half the processor time. Servers before 15 know no other way.
  const strategy = Number(rows[0].server_version_num) >= 150_000 ? "STRATEGY file_copy" : "";
  return pool.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" ${strategy}`).then(
    () => true,
    (error) => {
      if (error.code === DUPLICATE_DATABASE) return false;
      throw error;
    },
  );
}

/** Drops a database and ends the connections to it. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  await poolOf(server).query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}

const processGlobals = globalThis as { serverPools?: Map<string, pg.Pool> };

/** Returns the one connection of this process to a server, which all its test files share, because opening one takes long. */
function poolOf(server: string): pg.Pool {
  processGlobals.serverPools ??= new Map();
  let pool = processGlobals.serverPools.get(server);
  if (!pool) {
    pool = new pg.Pool({ connectionString: server, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    // Ignores the end of the server.
    pool.on("error", () => {});
    processGlobals.serverPools.set(server, pool);
  }
  return pool;
}
