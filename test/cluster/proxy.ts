/** Starts HAProxy before the nodes and the databases. It asks the standby only when the primary is gone. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { installFromDebian } from "../support/debian";
import { freePort } from "../support/postgres";
import { waitUntil } from "../support/processes";

export interface Proxy {
  /** The site, through any node that answers. */
  url: string;
  /** The address at which nodes reach the database. */
  databasePort: number;
  stop(): Promise<void>;
}

interface Backends {
  folder: string;
  nodes: number[];
  databases: { primary: number; standby: number };
}

export async function startProxy({ folder, nodes, databases }: Backends): Promise<Proxy> {
  const [port, databasePort] = [await freePort(), await freePort()];
  const file = join(folder, "haproxy.cfg");
  writeFileSync(
    file,
    `defaults
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 3s
frontend web
  mode http
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  mode http
  balance roundrobin
  option httpchk
  http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host localhost
  option redispatch
  retries 2
${nodes.map((node, index) => `  server node${index} 127.0.0.1:${node} check inter 500 fall 2 rise 1`).join("\n")}
listen database
  mode tcp
  bind 127.0.0.1:${databasePort}
  server primary 127.0.0.1:${databases.primary} check inter 300 fall 2 on-marked-down shutdown-sessions
  server standby 127.0.0.1:${databases.standby} check inter 300 fall 2 backup
`,
  );
  if (!hasHaproxy()) throw new Error("HAProxy is not installed.");
  const child = spawn("haproxy", ["-db", "-q", "-f", file], { stdio: "ignore" });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const stop = async () => {
    process.off("exit", kill);
    const closed = once(child, "close");
    kill();
    await closed;
  };
  return { url: `http://127.0.0.1:${port}`, databasePort, stop };
}

/** Tells whether HAProxy is installed, and installs it from Debian if possible. */
export function hasHaproxy(): boolean {
  const isThere = () => spawnSync("haproxy", ["-v"]).status === 0;
  if (!isThere()) installFromDebian(["haproxy"]);
  return isThere();
}

/** Waits until the proxy answers with a page. */
export async function waitForAnswer(url: string): Promise<void> {
  let lastResult: unknown;
  const isAnswered = async () => {
    lastResult = await fetch(url).then(
      ({ status }) => status,
      (error) => error.cause ?? error,
    );
    return lastResult === 200;
  };
  await waitUntil("an answer through the proxy", isAnswered).catch((error) => {
    throw new Error(`${error.message} The last one: ${lastResult}`);
  });
}
