/** Runs OpenStack Swift with its S3 interface and one replica in a temporary folder: a strict store that we did not write. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { freePort } from "../support/postgres";

export interface Swift {
  /** The environment of a site that uses it. */
  env: Record<string, string>;
  /** Ends the proxy only, so that the store is away; `back` starts it again with everything in it. */
  away(): Promise<void>;
  back(): Promise<void>;
  stop(): Promise<void>;
}

const KINDS = ["account", "container", "object"] as const;
const [KEY_ID, SECRET, REGION, BUCKET] = ["test:tester", "testing-secret", "us-east-1", "files"];
const UP_WITHIN_MS = 60_000;

/** The Debian packages that Swift needs. */
export const SWIFT_PACKAGES = ["swift-proxy", "swift-account", "swift-container", "swift-object", "memcached"];

export function isSwiftInstalled(): boolean {
  const programs = ["proxy", ...KINDS].map((kind) => `swift-${kind}-server`);
  return [...programs, "memcached"].every((program) => existsSync(`/usr/bin/${program}`));
}

export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), "longevity-swift-"));
  mkdirSync(join(folder, "devices", "d1"), { recursive: true });
  const ports = Object.fromEntries(
    await Promise.all(["cache", "proxy", ...KINDS].map(async (kind) => [kind, await freePort()] as const)),
  ) as Record<string, number>;
  for (const kind of KINDS) {
    const builder = (...args: string[]) =>
      execFileSync("swift-ring-builder", [join(folder, `${kind}.builder`), ...args], { stdio: "ignore" });
    builder("create", "4", "1", "0");
    builder("add", `r1z1-127.0.0.1:${ports[kind]}/d1`, "1");
    builder("rebalance");
    writeFileSync(join(folder, `${kind}.conf`), serverConf(kind, folder, ports));
  }
  writeFileSync(join(folder, "proxy.conf"), proxyConf(folder, ports));

  const processes = new Map<string, ChildProcess>();
  const run = (name: string, program: string, args: string[]) =>
    void processes.set(name, spawn(program, args, { stdio: "ignore" }));
  const start = (kind: string) => run(kind, `swift-${kind}-server`, [join(folder, `${kind}.conf`)]);
  const endServer = async (kind: string) => {
    const child = processes.get(kind);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const closed = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGKILL");
    await closed;
  };
  const endpoint = `http://127.0.0.1:${ports.proxy}`;
  const stop = async () => {
    for (const kind of processes.keys()) await endServer(kind);
    rmSync(folder, { recursive: true, force: true });
  };
  run("cache", "memcached", ["-l", "127.0.0.1", "-p", String(ports.cache), "-u", userInfo().username]);
  for (const kind of [...KINDS, "proxy"]) start(kind);
  await makeBucket(endpoint).catch(async (error) => {
    await stop();
    throw error;
  });
  return {
    env: {
      S3_ENDPOINT: endpoint,
      S3_REGION: REGION,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY_ID,
      S3_SECRET_ACCESS_KEY: SECRET,
    },
    away: () => endServer("proxy"),
    async back() {
      start("proxy");
      await makeBucket(endpoint);
    },
    stop,
  };
}

function commonConf(folder: string, port: number | undefined): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
workers = 0
`;
}

function serverConf(kind: string, folder: string, ports: Record<string, number>): string {
  return `${commonConf(folder, ports[kind])}devices = ${join(folder, "devices")}
mount_check = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;
}

function proxyConf(folder: string, ports: Record<string, number>): string {
  const filters = ["catch_errors", "gatekeeper", "listing_formats", "copy", "slo"].map(
    (name) => `[filter:${name}]\nuse = egg:swift#${name}\n`,
  );
  return `${commonConf(folder, ports.proxy)}[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.cache}
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
[filter:tempauth]
use = egg:swift#tempauth
user_${KEY_ID.replace(":", "_")} = ${SECRET} .admin
${filters.join("")}`;
}

async function makeBucket(endpoint: string): Promise<void> {
  const client = new AwsClient({
    accessKeyId: KEY_ID,
    secretAccessKey: SECRET,
    region: REGION,
    service: "s3",
    retries: 0,
  });
  const headers = { "X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD" };
  for (const startedAt = Date.now(); ; ) {
    const answer = await client.fetch(`${endpoint}/${BUCKET}`, { method: "PUT", headers }).catch(() => null);
    if (answer?.ok || answer?.status === 409) return;
    if (Date.now() - startedAt > UP_WITHIN_MS) throw new Error(`Swift does not answer: ${await answer?.text()}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
