/**
 * Simulates the machine of an operator in a folder of its own. /opt/longevity, /var/lib/longevity and /tmp of the documentation
 * lie below it, and the hosts that it names are servers of the test. Only systemd is replaced.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { freePort } from "../support/postgres";
import { waitUntil } from "../support/processes";
import type { Block } from "./blocks";

export interface Machine {
  /** The address of the site that systemd runs. */
  url: string;
  /** Runs the commands of a block as one script and returns their output. Throws an error with the output if one fails. */
  run(block: Block): Promise<string>;
  /** Appends the lines of a block to .env, with the values in `own` for the names that it has. */
  configure(block: Block): void;
  stop(): Promise<void>;
}

interface Surroundings {
  /** Replaces examples of the documentation by values of this machine, by the text of the example. */
  places: Record<string, string>;
  /** Values of settings that only the test knows. */
  own: Record<string, string>;
  env: Record<string, string>;
}

/** The files of a checkout with installed packages and a build. */
const CHECKOUT = [
  "app",
  "db",
  "docs",
  "scripts",
  "public",
  "build",
  "package.json",
  "package-lock.json",
  ".npmrc",
  ".env.example",
  "tsconfig.json",
  "remix.config.js",
  "postcss.config.js",
];

export async function startMachine({ places, own, env }: Surroundings): Promise<Machine> {
  const root = mkdtempSync(join(tmpdir(), "longevity-machine-"));
  const [program, bin] = [join(root, "opt/longevity"), join(root, "bin")];
  const [port, rehearsalPort] = [await freePort(), await freePort()];
  for (const folder of [program, bin, join(root, "var/lib/longevity"), join(root, "tmp")])
    mkdirSync(folder, { recursive: true });
  for (const name of CHECKOUT) cpSync(name, join(program, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(program, "node_modules"));
  copyFileSync(join(program, ".env.example"), join(program, ".env"));
  // The ports in the documentation may be in use on this machine.
  appendFileSync(join(program, ".env"), `PORT=${port}\nOPEN_DATA=off\nLINK_CHECK=off\n`);

  const service = startService(program);
  const { address } = await listen(service.server);
  replaceProgram(bin, "systemctl", [
    `const answer = await fetch("${address}/" + process.argv.slice(2).join("/"));`,
    "if (!answer.ok) { console.error(await answer.text()); process.exit(1); }",
  ]);
  replaceProgram(bin, "journalctl", [`console.log(await (await fetch("${address}/log")).text());`]);

  const allExamples: Record<string, string> = {
    "/opt/longevity": program,
    "/var/lib/longevity": join(root, "var/lib/longevity"),
    "/tmp/": `${join(root, "tmp")}/`,
    "PORT=3001": `PORT=${rehearsalPort}`,
    ...places,
  };
  // Replaces all examples in one pass, because a replacement may contain another example.
  const examples = new RegExp(Object.keys(allExamples).join("|").replaceAll(".", "\\."), "g");
  const replaceExamples = (code: string) => code.replace(examples, (example) => allExamples[example] ?? example);
  const sessionFile = join(root, "session");
  const PATH = [bin, dirname(process.execPath), process.env.PATH].join(delimiter);

  async function run({ place, code }: Block): Promise<string> {
    // An operator types all blocks in one shell, so a variable that one block sets is set in the next.
    const head = `set -euo pipefail; cd "${program}"; [ -f "${sessionFile}" ] && . "${sessionFile}"`;
    const tail = `declare -p FILE > "${sessionFile}" 2>/dev/null || true`;
    const script = `${head}\n${replaceExamples(code)}\n${tail}\n`;
    const child = spawn("bash", ["-c", script], {
      env: { HOME: root, TMPDIR: tmpdir(), npm_config_update_notifier: "false", NODE_ENV: "production", ...env, PATH },
      detached: true,
    });
    child.stdin.end();
    const closed = once(child, "close");
    const [output, errorOutput] = [text(child.stdout), text(child.stderr)];
    const isServed = /\bnpm start$/m.test(code) && (await untilServed(child, `http://127.0.0.1:${rehearsalPort}`));
    const [status] = await closed;
    const printed = (await output) + (await errorOutput);
    if (status !== 0 && !isServed) throw new Error(`${place} ended with ${status}:\n${script}\n${printed}`);
    return printed;
  }

  function configure({ code }: Block): void {
    const lines = replaceExamples(code)
      .split("\n")
      .map((line) => {
        const name = line.slice(0, line.indexOf("="));
        return own[name] === undefined ? line : `${name}=${own[name]}`;
      });
    appendFileSync(join(program, ".env"), `${lines.join("\n")}\n`);
  }

  return {
    url: `http://127.0.0.1:${port}`,
    run,
    configure,
    async stop() {
      await service.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Runs a server until its pages are read, and then ends it with Ctrl+C, which all processes of the terminal receive. */
async function untilServed(child: ChildProcess, url: string): Promise<boolean> {
  let isServed = false;
  await waitUntil(
    `${url} answers`,
    async () => {
      isServed = await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
      return isServed || child.exitCode !== null;
    },
    120_000,
  );
  if (child.exitCode === null) process.kill(-(child.pid as number), "SIGINT");
  return isServed;
}

function replaceProgram(bin: string, name: string, lines: string[]): void {
  const file = join(bin, `${name}.mjs`);
  writeFileSync(file, lines.join("\n"));
  writeFileSync(join(bin, name), `#!/bin/sh\nexec "${process.execPath}" "${file}" "$@"\n`, { mode: 0o755 });
}

/** Starts the unit as systemd does, as far as the documentation needs it. */
function startService(program: string): { server: Server; stop(): Promise<void> } {
  let site: ChildProcess | null = null;
  let log = "";
  const start = () => {
    site = spawn(process.execPath, ["--max-old-space-size=256", "build/index.js"], {
      cwd: program,
      env: {
        NODE_ENV: "production",
        TMPDIR: tmpdir(),
        PATH: process.env.PATH,
        // Compiles the server once for all its starts.
        NODE_COMPILE_CACHE: join(program, ".cache/compile"),
      },
    });
    for (const stream of [site.stdout, site.stderr]) stream?.on("data", (chunk) => (log += chunk));
  };
  const stop = async () => {
    if (!site || site.exitCode !== null) return;
    const closed = once(site, "close");
    site.kill("SIGTERM");
    await closed;
  };
  const server = createServer(async ({ url = "" }, outgoing) => {
    const [, verb] = url.split("/");
    if (verb === "stop" || verb === "restart") await stop();
    if (verb === "start" || verb === "restart" || verb === "enable") start();
    outgoing.end(verb === "log" ? log : "");
  });
  return {
    server,
    async stop() {
      await stop();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function listen(server: Server): Promise<{ address: string }> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
