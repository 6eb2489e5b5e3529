/** How long requests take in the server, by its own log lines, with a small and a large database in turn. */
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { type Site, startSite } from "../../test/support/site";
import { type Amounts, bringIntoMemory, seededFolder } from "./sites";

const ROUNDS = 250;
const WARM_UP = 40;

export type Size = "small" | "large";

/** Addresses of each kind; every one is another, so that nothing is answered from a memory of the last. */
export type Kinds = Record<string, (site: Known, round: number) => string>;

/** The server on a database of a known size, as `startSite` runs it. */
export async function seededSite(amounts: Amounts): Promise<Site> {
  return startSite({ dataDir: await seededFolder(amounts), env: { RATE_LIMIT: "off", DOCUMENT_CACHE: "off" } });
}

/** Milliseconds in the server for each kind of request, small and large in turn so that both meet the same machine. */
export async function timesOf(
  sites: Record<Size, Site>,
  kinds: Kinds,
  { headers, rounds = ROUNDS }: { headers?: Record<Size, Record<string, string>>; rounds?: number } = {},
): Promise<Record<string, Record<Size, number[]>>> {
  const known = { small: await learn(sites.small), large: await learn(sites.large) };
  const asked: { kind: string; size: Size; id: string }[] = [];
  for (let round = 0; round < WARM_UP + rounds; round++) {
    for (const { dataDir } of Object.values(sites)) bringIntoMemory(dataDir);
    for (const [kind, address] of Object.entries(kinds)) {
      for (const size of ["small", "large"] as const) {
        const id = await ask(sites[size], address(known[size], round), headers?.[size]);
        if (round >= WARM_UP) asked.push({ kind, size, id });
      }
    }
  }
  for (const size of ["small", "large"] as const)
    await logged(sites[size], asked.findLast((one) => one.size === size)?.id);
  // The server's own word: its log line for the request with this id.
  const took = new Map([...sites.small.logs(), ...sites.large.logs()].map((line) => [line.id, Number(line.ms)]));
  return Object.fromEntries(
    Object.keys(kinds).map((kind) => {
      const of = (size: Size) =>
        asked.filter((one) => one.kind === kind && one.size === size).map(({ id }) => took.get(id) ?? Number.NaN);
      return [kind, { small: of("small"), large: of("large") }];
    }),
  );
}

/** Waits until the server's log line of a request has come through. */
async function logged(site: Site, id: string | undefined): Promise<void> {
  while (!site.logs().some((line) => line.id === id)) await new Promise((resolve) => setTimeout(resolve, 10));
}

interface Known {
  total: number;
  names: string[];
  slugs: string[];
}

/** Names and addresses of people spread over the whole directory. */
async function learn(site: Site): Promise<Known> {
  const list = async (page: number) =>
    JSON.parse((await get(site, `/api/experts/paginated?limit=100&page=${page}`)).body) as {
      total: number;
      totalPages: number;
      experts: { name: string; slug: string }[];
    };
  const { total, totalPages } = await list(1);
  const experts = [];
  for (let i = 0; i < 10; i++) experts.push(...(await list(1 + Math.floor((i * totalPages) / 10))).experts);
  return { total, names: experts.map(({ name }) => name), slugs: experts.map(({ slug }) => slug) };
}

/** Sends a request and gives its id in the server's log. */
async function ask(site: Site, address: string, sent?: Record<string, string>): Promise<string> {
  const { headers, status } = await get(site, address, sent);
  if (status !== 200) throw new Error(`${address} answered ${status}`);
  return String(headers["x-request-id"]);
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** GET on a connection that is kept, one after the other. */
export function get(
  site: { url: string },
  address: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    request(site.url + address, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
      response.on("error", reject);
    })
      .on("error", reject)
      .end();
  });
}
