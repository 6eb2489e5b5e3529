/** Runs clients that write and read the same few articles through a cluster, and records each answer and its time. */
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { seededRandom } from "../../scripts/seed-random";
import { countFigure, type Figure } from "../support/figures";
import { checkHistory, type Operation } from "../support/histories";
import { waitUntil } from "../support/processes";
import { get, getJson, json } from "../support/requests";
import type { Site } from "../support/site";
import type { Cluster } from "./cluster";
import { rows } from "./databases";

const ARTICLES = 3;
const CLIENTS = 6;
const LEAST_OPERATIONS = 10;
const FILE = "test-results/history.jsonl";

interface Register {
  id: string;
  slug: string;
}

let valueCount = 0;

/**
 * Writes and reads until `figures` is called, which returns the figures of the history. Clients go through the proxy or to one
 * node, and read the page, the call, or the admin's call.
 */
export async function startRecorder(cluster: Cluster, { seed, part }: { seed: number; part: string }) {
  const history: Operation[] = [];
  const registers: Register[] = [];
  const admin = { ...cluster.people.admin.headers, Origin: cluster.site.url };
  for (let count = 0; count < ARTICLES; count++) {
    const article = { title: newValue(), body: "Words.", status: "published" };
    const { body, status } = await json(cluster.site as Site, "POST", "/api/admin/articles", article, {
      headers: admin,
    });
    if (status !== 201) throw new Error(`An article to write and read could not be made: ${status}`);
    registers.push(body);
  }

  let isOver = false;
  const work = async (client: string, place: number) => {
    const random = seededRandom(seed * CLIENTS + place);
    while (!isOver) {
      const { id, slug } = random.pick(registers);
      const node = random.pick([cluster.site as Site, ...cluster.nodes]);
      const operationStart = { client, key: id, from: performance.now() };
      if (random.integer(0, 3) === 0) {
        const value = newValue();
        const outcome = await writeTitle(node, id, value, admin);
        history.push({ ...operationStart, kind: "write", value, outcome, to: performance.now() });
      } else {
        const value = await random
          .pick(READS)(node, { id, slug }, admin)
          .catch(() => null);
        // An error is no read. Neither is an answer that calls itself old, because the database is away.
        if (value)
          history.push({ ...operationStart, kind: "read", value, outcome: "acknowledged", to: performance.now() });
      }
      await new Promise((resolve) => setTimeout(resolve, random.integer(0, 20)));
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => work(`client ${index}`, index));

  return {
    async figures(): Promise<Figure[]> {
      const count = (kind: string) =>
        history.filter((operation) => operation.kind === kind && operation.outcome === "acknowledged").length;
      // On a slow machine a short part is recorded until its history has enough operations.
      await waitUntil(
        "a history",
        () => count("write") >= LEAST_OPERATIONS && count("read") >= LEAST_OPERATIONS,
        60_000,
      ).catch(() => {});
      isOver = true;
      await Promise.all(clients);
      mkdirSync(dirname(FILE), { recursive: true });
      appendFileSync(FILE, history.map((operation) => `${JSON.stringify({ part, ...operation })}\n`).join(""));
      const orders = new Map<string, string[]>();
      for (const { id } of registers) orders.set(id, await orderOf(cluster.database, id));
      const { missing, misplaced, stale, backwards, unexplained } = checkHistory(history, orders);
      return [
        { name: "recorded writes", value: count("write"), unit: "", least: LEAST_OPERATIONS },
        { name: "recorded reads", value: count("read"), unit: "", least: LEAST_OPERATIONS },
        countFigure("acknowledged writes that the history has lost", missing),
        countFigure("acknowledged writes in another order", misplaced),
        countFigure("reads older than what was acknowledged before", stale),
        countFigure("readers who were sent back", backwards),
        countFigure("reads of what was not written", unexplained),
      ];
    },
  };
}

function newValue(): string {
  return `Register ${++valueCount}`;
}

async function writeTitle(site: Site, id: string, title: string, headers: Record<string, string>) {
  const answer = await json(site, "PUT", `/api/admin/articles/${id}`, { title }, { headers }).catch(() => null);
  if (answer?.status === 200) return "acknowledged" as const;
  return answer && answer.status < 500 ? ("refused" as const) : ("unknown" as const);
}

type Read = (site: Site, register: Register, headers: Record<string, string>) => Promise<string | null>;

const READS: Read[] = [
  async (site, { slug }) => {
    const page = await get(site, `/articles/${slug}`);
    const text = await page.text();
    return isFresh(page) ? (/<h1[^>]*>(Register \d+)</.exec(text)?.[1] ?? null) : null;
  },
  async (site, { slug }) => {
    const { status, headers, body } = await getJson(site, `/api/articles/${slug}`);
    return isFresh({ status, headers }) ? body.title : null;
  },
  async (site, { id }, headers) => {
    const { status, body } = await getJson(site, `/api/admin/articles/${id}`, { headers });
    return status === 200 ? body.title : null;
  },
];

function isFresh({ status, headers }: Pick<Response, "status" | "headers">): boolean {
  return status === 200 && !headers.get("Cache-Status")?.includes("away");
}

/** Returns the titles of an article in the order of its history, which the transactions of the writes store. */
async function orderOf(database: string, id: string): Promise<string[]> {
  const articles = await rows<{ title: string }>(
    database,
    `SELECT "after"::json ->> 'title' AS "title" FROM "articleRevisions"
     JOIN "articles" ON "articles"."rowId" = "articleRowId"
     WHERE "articles"."id" = $1 AND "after"::json ->> 'title' IS NOT NULL ORDER BY "articleRevisions"."rowId"`,
    [id],
  );
  return articles.map(({ title }) => title);
}
