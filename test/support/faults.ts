/**
 * Injects a fault at every step. The n-th SQLite statement, disk operation or outgoing connection fails, for n = 1, 2, 3 …
 * It ends when a use case has fewer than n steps (https://sqlite.org/testing.html, "Anomaly testing"). The faults are
 * injected into SQLite, Node's files and Node's sockets, so no code of the app is replaced.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import type { Socket } from "node:net";
import SQLite from "better-sqlite3";

export interface Step {
  kind: "database" | "disk" | "connection";
  /** The SQL statement, or the operation with its file or address. */
  description: string;
}

interface Run {
  steps: Step[];
  /** The number of the step that fails; 0 for none. */
  failingStep: number;
}

const current = new AsyncLocalStorage<Run>();

/** Runs `work` and makes step number `failingStep` fail. Returns its result and its steps. */
export async function withFault<T>(failingStep: number, work: () => Promise<T>): Promise<{ result: T; steps: Step[] }> {
  const run: Run = { steps: [], failingStep };
  const result = await current.run(run, work);
  return { result, steps: run.steps };
}

/** Counts a step. Returns true if this step must fail. */
function isFailing(kind: Step["kind"], description: string): boolean {
  const run = current.getStore();
  if (!run) return false;
  return run.steps.push({ kind, description }) === run.failingStep;
}

type Method = (...args: never[]) => unknown;

/** Installs the fault injection. Returns the function that removes it. */
export function installFaults(): () => void {
  const undo = [installInSqlite(), installOnDisk(), installOnSockets()];
  return () => {
    for (const restore of undo) restore();
  };
}

function replace(target: object, name: string, wrap: (original: Method) => Method): () => void {
  const methods = target as Record<string, Method>;
  const original = methods[name] as Method;
  methods[name] = wrap(original);
  return () => {
    methods[name] = original;
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
      (original) =>
        function (this: SQLite.Statement, ...args: never[]) {
          if (isFailing("database", this.source.replace(/\s+/g, " ").trim()))
            throw new SQLite.SqliteError("disk I/O error", "SQLITE_IOERR_WRITE");
          return original.apply(this, args);
        },
    ),
  );
  return () => {
    for (const restore of undo) restore();
  };
}

const SYNC_METHODS =
  "mkdirSync mkdtempSync renameSync openSync fsyncSync readFileSync writeFileSync statSync rmSync copyFileSync linkSync readdirSync".split(
    " ",
  );
const PROMISE_METHODS = [
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
const CALLBACK_METHODS = ["open", "write", "writev", "read"];

function installOnDisk(): () => void {
  const undo = [
    ...SYNC_METHODS.map((name) =>
      replace(fs, name, (original) => (...args) => {
        if (isSiteFile(args[0]) && isFailing("disk", describeStep(name, args[0]))) throw ioError(name);
        return original(...args);
      }),
    ),
    ...PROMISE_METHODS.map((name) =>
      replace(fs.promises, name, (original) => async (...args) => {
        if (isSiteFile(args[0]) && isFailing("disk", describeStep(name, args[0]))) throw ioError(name);
        const result = await original(...args);
        return name === "open" ? wrapHandle(result as fs.promises.FileHandle) : result;
      }),
    ),
    ...CALLBACK_METHODS.map((name) =>
      replace(fs, name, (original) => (...args) => {
        const callback = args.at(-1) as unknown;
        if (typeof callback === "function" && isSiteFile(args[0]) && isFailing("disk", describeStep(name, args[0])))
          return void process.nextTick(() => (callback as (error: Error) => void)(ioError(name)));
        return original(...args);
      }),
    ),
  ];
  syncBuiltinESMExports();
  return () => {
    for (const restore of undo) restore();
    syncBuiltinESMExports();
  };
}

function wrapHandle(file: fs.promises.FileHandle): fs.promises.FileHandle {
  for (const name of ["writeFile", "sync", "read", "write"]) {
    replace(file, name, (original) => async (...args) => {
      if (isFailing("disk", name)) throw ioError(name);
      return original.apply(file, args);
    });
  }
  return file;
}

/** Returns true for paths in the data folder and for open file descriptors. */
function isSiteFile(file: unknown): boolean {
  return typeof file === "number" ? file > 2 : String(file).startsWith(process.env.DATA_DIR as string);
}

function describeStep(name: string, file: unknown): string {
  const path = String(file)
    .replace(process.env.DATA_DIR as string, "")
    .replaceAll(/[0-9a-z-]{16,}/g, "…");
  return typeof file === "number" ? name : `${name} ${path}`;
}

function ioError(syscall: string): Error {
  return Object.assign(new Error(`EIO: i/o error, ${syscall}`), { code: "EIO", errno: -5, syscall });
}

/** Breaks a connection when it opens, or when its request was sent. */
function installOnSockets(): () => void {
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    if (isFailing("connection", "connect")) socket.destroy(resetError());
  };
  const onRequest = (message: unknown) => {
    const { request } = message as { request: import("node:http").ClientRequest };
    if (isFailing("connection", `${request.method} ${request.path}`)) request.destroy(resetError());
  };
  channel("net.client.socket").subscribe(onSocket);
  channel("http.client.request.start").subscribe(onRequest);
  return () => {
    channel("net.client.socket").unsubscribe(onSocket);
    channel("http.client.request.start").unsubscribe(onRequest);
  };
}

function resetError(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", errno: -104, syscall: "read" });
}
