/** Compares pages from the response cache with a bare server, and rendered pages with a minimal Remix app. */
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
  const [bareServer, remix] = [await startBare(await storeAnswers(site)), await startRemix(dataDir)];
  try {
    const { headers } = await signUp(site);
    return [...(await measureHotPages(site, bareServer)), ...(await measureColdPages(site, remix, headers))];
  } finally {
    await Promise.all([site.stop(), bareServer.stop(), remix.stop()]);
  }
}

/** Requests the same page repeatedly, so that the response cache answers. */
async function measureHotPages(site: Server, bareServer: Server): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, encoding] of Object.entries(ENCODINGS)) {
    const headers = { "Accept-Encoding": encoding };
    const results = await inTurn(
      {
        ours: { server: site, paths: () => ["/directory"], headers },
        bare: { server: bareServer, paths: () => [`/${name}`], headers },
      },
      { rounds: 7, seconds: 1 },
    );
    figures.push(...ratios(`hot page, ${name} ÷ bare`, results.ours, results.bare, {}, { least: 0.5 }));
  }
  return figures;
}

/** Requests a different page each time, so that the server renders each. */
async function measureColdPages(
  site: Server,
  remix: Server,
  sessionHeaders: Record<string, string>,
): Promise<Figure[]> {
  const loadOf = (server: Server, path: string, changes: Partial<Load> = {}): Load => {
    return { server, paths: () => addresses(path), ...changes };
  };
  const {
    page,
    theirs: remixResults,
    json,
    personal: personalResults,
    nothing: nobodyResults,
  } = await inTurn({
    page: loadOf(site, "/directory"),
    theirs: loadOf(remix, "/"),
    json: loadOf(site, "/api/experts/paginated"),
    personal: loadOf(site, "/directory", { headers: sessionHeaders }),
    nothing: { server: site, paths: searchesForNobody },
  });
  const [ourElements, remixElements] = [await elementsOf(`${site.url}/directory`), await elementsOf(remix.url)];
  const perElement = median(
    page.map(({ cpu }, round) => (remixResults[round] ?? { cpu }).cpu / remixElements / (cpu / ourElements)),
  );
  return [
    ...ratios("cold page ÷ minimal Remix", page, remixResults, { least: 0.8 }),
    {
      name: `the same for each element, by processor time (${ourElements} and ${remixElements} elements)`,
      value: perElement,
      unit: "×",
      least: 0.5,
    },
    ...ratios("cold page ÷ a search that finds nobody", page, nobodyResults, { most: 2 }),
    ...ratios("JSON list call ÷ cold page", json, page, { least: 1.5 }),
    ...ratios("cold page ÷ the same for a signed-in reader", page, personalResults, { most: 1.3 }),
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
async function storeAnswers(site: Server): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "longevity-bare-"));
  for (const [name, encoding] of Object.entries(ENCODINGS)) {
    const request = get(`${site.url}/directory`, { headers: { "Accept-Encoding": encoding } });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    if ((response.headers["content-encoding"] ?? "identity") !== encoding) throw new Error(`There is no ${name} page`);
    // Leaves out the headers that node:http adds by itself.
    const ofNode = /^(date|connection|keep-alive|transfer-encoding)$/i;
    const headers = response.rawHeaders.filter(
      (_, index, allHeaders) => !ofNode.test(allHeaders[index - (index % 2)] as string),
    );
    writeFileSync(join(folder, name), await buffer(response));
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ headers }));
  }
  return folder;
}
