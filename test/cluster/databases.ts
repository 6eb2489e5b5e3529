/** Starts a PostgreSQL primary with a synchronous standby: what the primary acknowledges is on the standby's disk, too. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { findPostgres, freePort, ordinaryUser, signalServer, waitForConnections } from "../support/postgres";

export interface Databases {
  primary: Instance;
  standby: Instance;
  /** Makes the standby the primary, which waits for no other standby. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

interface Instance {
  port: number;
  pid: number;
  addressOf(database: string): string;
  /** Kills the postmaster and all its children with SIGKILL. */
  kill(): Promise<void>;
  /** Stops all processes until `wake`. They keep their connections. */
  pause(): void;
  wake(): void;
}

const STANDBY = "standby";

export async function startDatabases(): Promise<Databases> {
  const programs = findPostgres();
  if (!programs) throw new Error("PostgreSQL is not installed.");
  const user = ordinaryUser();
  const folder = mkdtempSync(join(tmpdir(), "longevity-databases-"));
  if (user) chownSync(folder, user.uid, user.gid);
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  const run = (program: string, ...args: string[]) => {
    const installedPath = join(programs, program);
    const path = existsSync(installedPath) ? installedPath : program;
    const { status, stderr, error } = spawnSync(path, args, { ...user, cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`${program} failed:\n${error?.message ?? stderr}`);
  };
  const start = async (name: string, port: number, settings: Record<string, string>): Promise<Instance> => {
    const options = Object.entries({ ...SETTINGS, ...settings }).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
    const args = ["-D", join(folder, name), "-p", String(port), ...options];
    const server = spawn(join(programs, "postgres"), args, { ...user, cwd: folder, stdio: "ignore" });
    const closed = once(server, "close");
    const pid = server.pid as number;
    const killServer = () => signalServer(pid, "SIGKILL");
    process.once("exit", killServer);
    const addressOf = (database: string) => `postgres://cluster@127.0.0.1:${port}/${database}`;
    await waitForConnections(addressOf("postgres"), () => server.exitCode !== null);
    const kill = async () => {
      process.off("exit", killServer);
      killServer();
      await closed;
    };
    const pause = () => signalServer(pid, "SIGSTOP");
    const wake = () => signalServer(pid, "SIGCONT");
    return { port, pid, addressOf, kill, pause, wake };
  };

  run("initdb", "-D", join(folder, "primary"), "--username=cluster", "--auth=trust", "--encoding=UTF8", "--locale=C");
  const primary = await start("primary", primaryPort, {});
  const sourceOfCopy = `host=127.0.0.1 port=${primaryPort} user=cluster application_name=${STANDBY}`;
  run("pg_basebackup", "-D", join(folder, STANDBY), "-d", sourceOfCopy, "-R", "-X", "stream", "--checkpoint=fast");
  const standby = await start(STANDBY, standbyPort, {});
  await runStatement(primary, `ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`);
  await runStatement(primary, "SELECT pg_reload_conf()");
  return {
    primary,
    standby,
    promote: () => runStatement(standby, "SELECT pg_promote(true, 30)"),
    stop: async () => {
      await Promise.all([primary.kill(), standby.kill()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "128MB",
};

async function runStatement(instance: Instance, text: string): Promise<void> {
  await rows(instance.addressOf("postgres"), text);
}

/** Asks a database directly. */
export async function rows<Row extends pg.QueryResultRow>(
  address: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(address);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
