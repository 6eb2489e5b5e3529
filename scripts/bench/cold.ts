/** Pages that have to be made: ours beside a minimal Remix app, calls beside pages, signed-in readers beside visitors. */
import { signUp } from "../../test/support/accounts";
import { directoryPages, mixedAddresses } from "./cold-addresses";
import { type Figure, median, ratioOf } from "./figures";
import { Addresses, type Answered, load } from "./load";
import { startMinimalRemix } from "./minimal-remix";
import { cpuSeconds } from "./process-figures";
import type { Server } from "./servers";
import { bringIntoMemory, documentHits, largeSite } from "./sites";

const ROUNDS = 5;
/** As long as it takes V8 to compile what every page runs: both contenders get faster for some thousand pages. */
const WARM_UP_SECONDS = 4;
/** So often each page of a list can be asked for: more calls are answered than there are pages. */
const TURNS = 12;
const GZIP = { "Accept-Encoding": "gzip" };

interface Asked {
  server: Server & { dataDir: string };
  path: Addresses;
  headers?: Record<string, string>;
}

interface Cold extends Answered {
  /** Milliseconds of processor that a request took in the server. */
  cpu: number;
}

/** Figures of the cold page, of calls and of pages for somebody who is signed in. */
export async function cold(): Promise<Figure[]> {
  const site = await largeSite();
  const remix = await startMinimalRemix();
  try {
    const { headers: signedIn } = await signUp(site, { email: `cold-${Date.now()}@mail.example` });
    const { lists } = await directoryPages();
    // The same pages turn by turn, each time at an address that nobody has asked for.
    const at = (path: string) =>
      new Addresses(
        Array.from({ length: TURNS }, (_, turn) => lists.map((page) => `${path}?page=${page}&turn=${turn}`)).flat(),
      );
    // Visitors' lists, plain and compressed, go on from one another.
    const ours = at("/directory");
    const mixed = await mixedAddresses();
    const kinds = {
      theirs: { server: remix, path: at("/") },
      theirsGzip: { server: remix, path: at("/"), headers: GZIP },
      lists: { server: site, path: ours },
      listsGzip: { server: site, path: ours, headers: GZIP },
      mix: { server: site, path: new Addresses(mixed) },
      theirMix: { server: remix, path: new Addresses(mixed) },
      calls: { server: site, path: at("/api/experts/paginated") },
      signedIn: { server: site, path: at("/directory"), headers: signedIn },
    } satisfies Record<string, Asked>;
    const hitsBefore = await documentHits(site);
    const found = await inTurn(kinds);
    const hits = (await documentHits(site)) - hitsBefore;
    const asked = Object.values(found)
      .flat()
      .reduce((sum, { requests }) => sum + requests, 0);
    const rate = (kind: keyof typeof kinds) => found[kind].map(({ perSecond }) => perSecond);
    const costs = (kind: keyof typeof kinds) => found[kind].map(({ cpu }) => cpu);
    const cost = (kind: keyof typeof kinds) => median(costs(kind)).toFixed(2);
    const shown = (kind: keyof typeof kinds) => median(rate(kind)).toFixed(0);
    const against = (name: string, above: keyof typeof kinds, below: keyof typeof kinds): Figure => ({
      name: `${name} (${shown(above)} ÷ ${shown(below)} requests/s)`,
      value: ratioOf(rate(above), rate(below)),
      unit: "×",
      least: 1.5,
      raw: { above: found[above], below: found[below] },
    });
    return [
      against("cold list ÷ minimal Remix", "lists", "theirs"),
      against("cold list, gzip ÷ minimal Remix, gzip", "listsGzip", "theirsGzip"),
      against("cold pages, searches and profiles ÷ minimal Remix with the same cards", "mix", "theirs"),
      { ...against("JSON list call ÷ cold list", "calls", "lists"), least: 3 },
      {
        name: `cost of a signed-in list ÷ a visitor's (${shown("signedIn")} requests/s)`,
        value: ratioOf(rate("lists"), rate("signedIn")),
        unit: "×",
        most: 1.3,
        raw: found.signedIn,
      },
      { ...against("JSON list call ÷ cold pages, searches and profiles", "calls", "mix"), least: undefined },
      {
        ...against(
          "cold pages, searches and profiles ÷ minimal Remix asked for the same, without what our pages show besides",
          "mix",
          "theirMix",
        ),
        least: undefined,
      },
      {
        name: `cold list, processor ÷ minimal Remix's (${cost("lists")} ÷ ${cost("theirs")} ms)`,
        value: ratioOf(costs("lists"), costs("theirs")),
        unit: "×",
      },
      {
        name: `cold pages, searches and profiles, processor (minimal Remix: ${cost("theirMix")} ms; JSON list call: ${cost("calls")} ms)`,
        value: median(costs("mix")),
        unit: "ms",
      },
      { name: "cold requests that were answered from memory", value: (100 * hits) / asked, unit: "%", most: 5 },
    ];
  } finally {
    await remix.stop();
  }
}

/** Each kind in every round, after one that warms up. */
async function inTurn<K extends string>(kinds: Record<K, Asked>): Promise<Record<K, Cold[]>> {
  const found = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []])) as unknown as Record<K, Cold[]>;
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [kind, { server, path, headers }] of Object.entries<Asked>(kinds)) {
      bringIntoMemory(server.dataDir);
      const before = cpuSeconds(server.pid) ?? Number.NaN;
      const answered = await load({
        url: server.url,
        path,
        headers,
        seconds: round === 0 ? WARM_UP_SECONDS : undefined,
      });
      const cpu = (((cpuSeconds(server.pid) ?? Number.NaN) - before) * 1_000) / answered.requests;
      if (round > 0) found[kind as K].push({ ...answered, cpu });
    }
  }
  return found;
}
