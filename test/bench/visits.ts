/** What counting visits costs: the same site with it and without it, asked in turn. */
import { VISITS_SETTING } from "~/models/readers/visits/switch.server";
import { query } from "../support/database";
import type { Figure } from "../support/figures";
import { inTurn, type Load, ratios } from "./load";
import { type Server, SMALL, seededFolder, startBuilt } from "./servers";

/** What is lost at most, of requests a second. */
const LEAST = 0.98;
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const [ROUNDS, SECONDS, LISTS, READERS] = [9, 2, 6_000, 20_000];
const PAGES = Math.floor(SMALL / 24);

/**
 * Kept pages for readers who come back, kept pages of which every single one is opened by somebody else, and rendered
 * ones. The second is more than any site sees: thousands of new readers in each second.
 */
export async function visits(): Promise<Figure[]> {
  const [counting, not] = [await started(true), await started(false)];
  let turn = 0;
  const lists = () => Array.from({ length: LISTS }, (_, at) => `/directory?page=${1 + (at % PAGES)}&turn=${++turn}`);
  const loads: [name: string, Omit<Load, "server">][] = [
    ["kept page, readers who come back", { paths: () => ["/directory"], headers: { "User-Agent": BROWSER } }],
    [
      "kept page, every request a new reader",
      { paths: () => ["/directory"], headers: { "User-Agent": BROWSER }, readers: READERS },
    ],
    [
      "rendered page, every request a new reader",
      { paths: lists, headers: { "User-Agent": BROWSER }, readers: READERS },
    ],
  ];
  try {
    const figures: Figure[] = [];
    for (const [name, load] of loads) {
      const { on, off } = await inTurn(
        { on: { server: counting, ...load }, off: { server: not, ...load } },
        { rounds: ROUNDS, seconds: SECONDS },
      );
      figures.push(...ratios(`${name}: counted ÷ not`, on, off, { least: LEAST }, { least: LEAST }));
    }
    return figures;
  } finally {
    await Promise.all([counting.stop(), not.stop()]);
  }
}

async function started(isCounting: boolean): Promise<Server> {
  const dataDir = seededFolder({ experts: SMALL });
  if (!isCounting) await query(dataDir, "INSERT INTO settings (key, value) VALUES (?, 'off')", VISITS_SETTING);
  return startBuilt(dataDir, { TRUST_PROXY: "on" });
}
