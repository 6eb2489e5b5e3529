/**
 * Faults at every step: the n-th statement of SQLite, operation on the disk or connection to somebody else fails, for
 * n = 1, 2, 3 … until a use case runs through without hitting n (https://sqlite.org/testing.html, "Anomaly testing").
 * Steps are counted where the app meets SQLite, Node's files and Node's sockets, so that nothing of the app is replaced.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import type { Socket } from "node:net";
import SQLite from "better-sqlite3";

export interface Step {
  kind: "database" | "disk" | "connection";
  /** The statement, or the operation and its file. */
  what: string;
}

interface Run {
  steps: Step[];
  /** 0: none. */
  failing: number;
}

const current = new AsyncLocalStorage<Run>();

/** Gives what `work` gives, and its steps; the one numbered `failing` fails. */
export async function withFault<T>(failing: number, work: () => Promise<T>): Promise<{ result: T; steps: Step[] }> {
  const run: Run = { steps: [], failing };
  const result = await current.run(run, work);
  return { result, steps: run.steps };
}

/** Counts one step; true when it is the one that fails. */
function isFailing(kind: Step["kind"], what: string): boolean {
  const run = current.getStore();
  if (!run) return false;
  return run.steps.push({ kind, what }) === run.failing;
}

type Method = (...args: never[]) => unknown;

/** Puts the faults in; gives what takes them out. */
export function installFaults(): () => void {
  const undo = [installInSqlite(), installOnDisk(), installOnSockets()];
  return () => {
    for (const restore of undo) restore();
  };
}

function replace(target: object, name: string, make: (before: Method) => Method): () => void {
  const methods = target as Record<string, Method>;
  const before = methods[name] as Method;
  methods[name] = make(before);
  return () => {
    methods[name] = before;
  };
}

function installInSqlite(): () => void {
  const memory = new SQLite(":memory:");
  const statements = Object.getPrototypeOf(memory.prepare("SELECT 1"));
  memory.close();
  const undo = ["run", "get", "all", "iterate"].map((name) =>
    replace(
      statements,
      name,
      (before) =>
        function (this: SQLite.Statement, ...args: never[]) {
          if (isFailing("database", this.source.replace(/\s+/g, " ").trim()))
            throw new SQLite.SqliteError("disk I/O error", "SQLITE_IOERR_WRITE");
          return before.apply(this, args);
        },
    ),
  );
  return () => {
    for (const restore of undo) restore();
  };
}

const SYNC =
  "mkdirSync mkdtempSync renameSync openSync fsyncSync readFileSync writeFileSync statSync rmSync copyFileSync linkSync readdirSync".split(
    " ",
  );
const PROMISED = [
  "mkdir",
  "open",
  "readdir",
  "rm",
  "stat",
  "rename",
  "readFile",
  "writeFile",
  "copyFile",
  "unlink",
  "link",
];
const OF_STREAMS = ["open", "write", "writev", "read"];

function installOnDisk(): () => void {
  const undo = [
    ...SYNC.map((name) =>
      replace(fs, name, (before) => (...args) => {
        if (isOurs(args[0]) && isFailing("disk", described(name, args[0]))) throw ioError(name);
        return before(...args);
      }),
    ),
    ...PROMISED.map((name) =>
      replace(fs.promises, name, (before) => async (...args) => {
        if (isOurs(args[0]) && isFailing("disk", described(name, args[0]))) throw ioError(name);
        const result = await before(...args);
        return name === "open" ? handle(result as fs.promises.FileHandle) : result;
      }),
    ),
    ...OF_STREAMS.map((name) =>
      replace(fs, name, (before) => (...args) => {
        const done = args.at(-1) as unknown;
        if (typeof done === "function" && isOurs(args[0]) && isFailing("disk", described(name, args[0])))
          return void process.nextTick(() => (done as (error: Error) => void)(ioError(name)));
        return before(...args);
      }),
    ),
  ];
  syncBuiltinESMExports();
  return () => {
    for (const restore of undo) restore();
    syncBuiltinESMExports();
  };
}

function handle(file: fs.promises.FileHandle): fs.promises.FileHandle {
  for (const name of ["writeFile", "sync", "read", "write"]) {
    replace(file, name, (before) => async (...args) => {
      if (isFailing("disk", name)) throw ioError(name);
      return before.apply(file, args);
    });
  }
  return file;
}

/** Files of the site, and what was opened of them. */
function isOurs(file: unknown): boolean {
  return typeof file === "number" ? file > 2 : String(file).startsWith(process.env.DATA_DIR as string);
}

function described(name: string, file: unknown): string {
  const path = String(file)
    .replace(process.env.DATA_DIR as string, "")
    .replaceAll(/[0-9a-z-]{16,}/g, "…");
  return typeof file === "number" ? name : `${name} ${path}`;
}

function ioError(syscall: string): Error {
  return Object.assign(new Error(`EIO: i/o error, ${syscall}`), { code: "EIO", errno: -5, syscall });
}

/** A server that hangs up: at once, or when the request was sent. */
function installOnSockets(): () => void {
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    if (isFailing("connection", "connect")) socket.destroy(reset());
  };
  const onRequest = (message: unknown) => {
    const { request } = message as { request: import("node:http").ClientRequest };
    if (isFailing("connection", `${request.method} ${request.path}`)) request.destroy(reset());
  };
  channel("net.client.socket").subscribe(onSocket);
  channel("http.client.request.start").subscribe(onRequest);
  return () => {
    channel("net.client.socket").unsubscribe(onSocket);
    channel("http.client.request.start").unsubscribe(onRequest);
  };
}

function reset(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", errno: -104, syscall: "read" });
}
