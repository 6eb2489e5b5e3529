/** Measures the cost of counting visits: the same site with and without it, in alternating rounds. */
import { VISITS_SETTING } from "~/models/readers/visits/switch.server";
import { query } from "../support/database";
import type { Figure } from "../support/figures";
import { inTurn, type Load, ratios } from "./load";
import { type Server, SMALL, seededFolder, startBuilt } from "./servers";

/** The smallest accepted ratio of requests per second. */
const LEAST_RATIO = 0.98;
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const [ROUNDS, SECONDS, LISTS] = [9, 2, 6_000];
const PAGES = Math.floor(SMALL / 24);

/** Measures cached and rendered pages. */
export async function visits(): Promise<Figure[]> {
  const [countingSite, otherSite] = [await startSite(true), await startSite(false)];
  let turn = 0;
  const lists = () =>
    Array.from({ length: LISTS }, (_, index) => `/directory?page=${1 + (index % PAGES)}&turn=${++turn}`);
  const loads: [name: string, Omit<Load, "server">][] = [
    ["cached page", { paths: () => ["/directory"], headers: { "User-Agent": BROWSER } }],
    ["rendered page", { paths: lists, headers: { "User-Agent": BROWSER } }],
  ];
  try {
    const figures: Figure[] = [];
    for (const [name, load] of loads) {
      const { on, off } = await inTurn(
        { on: { server: countingSite, ...load }, off: { server: otherSite, ...load } },
        { rounds: ROUNDS, seconds: SECONDS },
      );
      figures.push(
        ...ratios(`${name}: with ÷ without counting`, on, off, { least: LEAST_RATIO }, { least: LEAST_RATIO }),
      );
    }
    return figures;
  } finally {
    await Promise.all([countingSite.stop(), otherSite.stop()]);
  }
}

async function startSite(isCounting: boolean): Promise<Server> {
  const dataDir = seededFolder({ experts: SMALL });
  if (!isCounting) await query(dataDir, "INSERT INTO settings (key, value) VALUES (?, 'off')", VISITS_SETTING);
  return startBuilt(dataDir, { TRUST_PROXY: "on" });
}
