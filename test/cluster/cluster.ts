/** Starts three nodes of one site behind HAProxy, on PostgreSQL with a standby and a bucket. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { inFolder } from "../durability/sites";
import { register } from "../support/accounts";
import { startAiProvider } from "../support/ai-provider";
import { type Mailbox, startMailbox } from "../support/mailbox";
import { freePort } from "../support/postgres";
import { type Site, startSite } from "../support/site";
import { type Bucket, startBucket } from "./bucket";
import { type Databases, rows, startDatabases } from "./databases";
import { startProxy, waitForAnswer } from "./proxy";

export interface Cluster {
  /** The site through the proxy. */
  site: Pick<Site, "url">;
  nodes: Site[];
  databases: Databases;
  bucket: Bucket;
  mailbox: Mailbox;
  ai: Awaited<ReturnType<typeof startAiProvider>>;
  /** The address that nodes use, which leads to the primary. */
  database: string;
  people: Record<"admin" | "reader", Awaited<ReturnType<typeof register>>>;
  /** Kills a node with SIGKILL, and does not start it again. */
  kill(at: number): Promise<void>;
  start(at: number, command?: string[]): Promise<Site>;
}

const NODES = 3;

export async function withCluster<Result>(
  options: { isShort: boolean },
  work: (cluster: Cluster) => Promise<Result>,
): Promise<Result> {
  return inFolder(async (folder) => {
    const stopFunctions: (() => Promise<unknown>)[] = [];
    try {
      return await work(await startCluster(folder, stopFunctions, options));
    } finally {
      for (const end of stopFunctions.reverse()) await end().catch(() => {});
    }
  });
}

async function startCluster(
  folder: string,
  stopFunctions: (() => Promise<unknown>)[],
  options: { isShort: boolean },
): Promise<Cluster> {
  const databases = await startDatabases();
  stopFunctions.push(databases.stop);
  await rows(databases.primary.addressOf("postgres"), "CREATE DATABASE site");
  const bucket = await startBucket(options);
  stopFunctions.push(bucket.stop);
  const mailbox = await startMailbox();
  stopFunctions.push(mailbox.stop);
  const ai = await startAiProvider();
  stopFunctions.push(ai.stop);
  const ports = await Promise.all(Array.from({ length: NODES }, freePort));
  const databasePorts = { primary: databases.primary.port, standby: databases.standby.port };
  const proxy = await startProxy({ folder, nodes: ports, databases: databasePorts });
  stopFunctions.push(proxy.stop);

  const database = `postgres://cluster@127.0.0.1:${proxy.databasePort}/site`;
  const commonEnv = {
    DATABASE_URL: database,
    SESSION_SECRET: randomBytes(24).toString("hex"),
    RELISTING_SECRET: randomBytes(24).toString("hex"),
    SITE_URL: proxy.url,
    SMTP_URL: mailbox.url,
    RATE_LIMIT: "off",
    STARTER: "on",
    ...bucket.env,
    ...ai.env,
  };
  const nodes: Site[] = [];
  const start = async (at: number, command?: string[]) => {
    const dataDir = join(folder, `node${at}`);
    const env = { ...commonEnv, PORT: String(ports[at]) };
    nodes[at] = await startSite({ dataDir, env, allowErrors: true, ...(command && { wrapper: command }) });
    return nodes[at];
  };
  const kill = async (at: number) => {
    process.kill((nodes[at] as Site).pid, "SIGKILL");
    await nodes[at]?.stop().catch(() => {}); // It reports the kill as a failure.
  };
  for (let index = 0; index < NODES; index++) await start(index);
  stopFunctions.push(async () => void (await Promise.all(nodes.map((node) => node.stop().catch(() => {})))));
  await waitForAnswer(proxy.url);

  const site = { url: proxy.url };
  const people = { admin: await register(site as Site), reader: await register(site as Site) };
  await rows(database, "UPDATE users SET role = 'admin' WHERE id = $1", [people.admin.id]);
  return { site, nodes, databases, bucket, mailbox, ai, database, people, kill, start };
}
