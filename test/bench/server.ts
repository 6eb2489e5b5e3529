/** Pages from the response cache beside a bare server, rendered pages beside a minimal Remix app. */
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { signUp } from "../support/accounts";
import { type Figure, median } from "../support/figures";
import { inTurn, type Load, ratios } from "./load";
import { LARGE, type Server, seededFolder, startBare, startBuilt, startRemix } from "./servers";

const ENCODINGS = { plain: "identity", gzip: "gzip", brotli: "br" };
const PAGES = Math.ceil(LARGE / 24);

export async function server(): Promise<Figure[]> {
  const dataDir = seededFolder({ experts: LARGE });
  const site = await startBuilt(dataDir);
  const [bare, remix] = [await startBare(await keepAnswers(site)), await startRemix(dataDir)];
  try {
    const { headers } = await signUp(site);
    return [...(await hot(site, bare)), ...(await cold(site, remix, headers))];
  } finally {
    await Promise.all([site.stop(), bare.stop(), remix.stop()]);
  }
}

/** Requests the same page repeatedly, so that the response cache answers. */
async function hot(site: Server, bare: Server): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, encoding] of Object.entries(ENCODINGS)) {
    const headers = { "Accept-Encoding": encoding };
    const results = await inTurn(
      {
        ours: { server: site, paths: () => ["/directory"], headers },
        bare: { server: bare, paths: () => [`/${name}`], headers },
      },
      { rounds: 7, seconds: 1 },
    );
    figures.push(...ratios(`hot page, ${name} ÷ bare`, results.ours, results.bare, {}, { least: 0.5 }));
  }
  return figures;
}

/** Requests a different page each time, so that the server renders each. */
async function cold(site: Server, remix: Server, signedIn: Record<string, string>): Promise<Figure[]> {
  const at = (server: Server, path: string, more: Partial<Load> = {}): Load => {
    return { server, paths: () => addresses(path), ...more };
  };
  const { page, theirs, json, personal, nothing } = await inTurn({
    page: at(site, "/directory"),
    theirs: at(remix, "/"),
    json: at(site, "/api/experts/paginated"),
    personal: at(site, "/directory", { headers: signedIn }),
    nothing: { server: site, paths: searchesForNobody },
  });
  const [ours, minimal] = [await elementsOf(`${site.url}/directory`), await elementsOf(remix.url)];
  const perElement = median(page.map(({ cpu }, round) => (theirs[round] ?? { cpu }).cpu / minimal / (cpu / ours)));
  return [
    ...ratios("cold page ÷ minimal Remix", page, theirs, { least: 0.8 }),
    {
      name: `the same for each element, by processor time (${ours} and ${minimal} elements)`,
      value: perElement,
      unit: "×",
      least: 0.5,
    },
    ...ratios("cold page ÷ a search that finds nobody", page, nothing, { most: 2 }),
    ...ratios("JSON list call ÷ cold page", json, page, { least: 1.5 }),
    ...ratios("cold page ÷ the same for a signed-in reader", page, personal, { most: 1.3 }),
  ];
}

async function elementsOf(url: string): Promise<number> {
  return (await (await fetch(url)).text()).match(/<[a-z]/g)?.length ?? 0;
}

let turn = 0;

/** Returns addresses of lists that were never requested, more than a round can use. */
export function addresses(path: string): string[] {
  return Array.from({ length: 12_000 }, (_, number) => `${path}?page=${1 + (number % PAGES)}&turn=${++turn}`);
}

/** Works as `addresses`, for searches in the directory that find nobody. */
export function searchesForNobody(): string[] {
  return addresses("/directory").map((path) => path.replace(/page=\d+&turn=/, "search=zyxwv"));
}

/** Stores the answers of a site in all encodings, for the bare server. @returns the folder. */
async function keepAnswers(site: Server): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "longevity-bare-"));
  for (const [name, encoding] of Object.entries(ENCODINGS)) {
    const request = get(`${site.url}/directory`, { headers: { "Accept-Encoding": encoding } });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    if ((response.headers["content-encoding"] ?? "identity") !== encoding) throw new Error(`There is no ${name} page`);
    // Leaves out the headers that node:http adds by itself.
    const ofNode = /^(date|connection|keep-alive|transfer-encoding)$/i;
    const headers = response.rawHeaders.filter((_, at, all) => !ofNode.test(all[at - (at % 2)] as string));
    writeFileSync(join(folder, name), await buffer(response));
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ headers }));
  }
  return folder;
}
