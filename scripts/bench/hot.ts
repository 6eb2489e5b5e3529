/** Pages that are kept in memory, beside a bare server with the same bytes; and that none of them is ever old. */
import { signUpAdmin } from "../../test/support/curator";
import { getJson, json } from "../../test/support/requests";
import { ENCODINGS, type EncodingName, keepPage, startBare } from "./bare";
import { type Figure, median, ratioOf } from "./figures";
import { type Answered, load } from "./load";
import { cpuSeconds } from "./process-figures";
import { type LargeSite, largeSite } from "./sites";

const PAGE = "/directory";
/** Many and short: how fast either server is differs by half from one set of connections to the next. */
const ROUNDS = 19;
const SECONDS = 1;
const ENCODED = Object.keys(ENCODINGS) as EncodingName[];

/** One kind of request, at both servers, round by round. */
interface Compared {
  ours: Answered[];
  bare: Answered[];
  /** Milliseconds of processor a page took. */
  cpu: Record<"ours" | "bare", number[]>;
}

/** Figures of the hot page: rates, processor time and slowest answers against the bare server, and staleness. */
export async function hot(): Promise<Figure[]> {
  const site = await largeSite();
  const { tag, sizes } = await keepPage(site, PAGE);
  const bare = await startBare();
  try {
    const kinds = {
      ...Object.fromEntries(ENCODED.map((name) => [name, { headers: ENCODINGS[name], path: `/${name}` }])),
      304: { headers: { "If-None-Match": tag }, path: "/unchanged" },
    };
    const found: Record<string, Compared> = {};
    for (const kind of Object.keys(kinds)) found[kind] = { ours: [], bare: [], cpu: { ours: [], bare: [] } };
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [kind, { headers, path }] of Object.entries(kinds)) {
        for (const who of ["bare", "ours"] as const) {
          const server = who === "ours" ? site : bare;
          const before = cpuSeconds(server.pid) ?? Number.NaN;
          const answered = await load({
            url: server.url,
            path: who === "ours" ? PAGE : path,
            headers,
            seconds: SECONDS,
          });
          const took = (cpuSeconds(server.pid) ?? Number.NaN) - before;
          // The first round only warms up.
          if (round === 0) continue;
          found[kind]?.[who].push(answered);
          found[kind]?.cpu[who].push((took * 1_000) / answered.requests);
        }
      }
    }
    const kilobytes = (name: EncodingName) => `${(sizes[name] / 1024).toFixed(1)} KB`;
    return [
      ...ENCODED.map((name) => rate(`hot page, ${name} (${kilobytes(name)})`, found[name] as Compared, 0.7)),
      rate("304", found[304] as Compared, 0.8),
      ...ENCODED.flatMap((name) => costs(name, found[name] as Compared)),
      await staleAnswers(site),
    ];
  } finally {
    await bare.stop();
  }
}

function rate(name: string, { ours, bare }: Compared, least: number): Figure {
  const [above, below] = [ours, bare].map((answers) => answers.map(({ perSecond }) => perSecond));
  const rates = [above, below].map((numbers) => Math.round(median(numbers as number[])).toLocaleString("en"));
  return {
    name: `${name} ÷ bare (${rates.join(" ÷ ")} requests/s)`,
    value: ratioOf(above as number[], below as number[]),
    unit: "×",
    least,
    raw: { ours, bare },
  };
}

function costs(name: string, { ours, bare, cpu }: Compared): Figure[] {
  const slowest = (answers: Answered[]) => answers.map(({ p99 }) => p99);
  return [
    {
      name: `hot page, ${name}, processor (bare: ${median(cpu.bare).toFixed(4)} ms)`,
      value: median(cpu.ours),
      unit: "ms",
      most: 0.03,
      raw: cpu,
    },
    {
      name: `hot page, ${name}, p99 ÷ bare's (${median(slowest(ours)).toFixed(2)} ÷ ${median(slowest(bare)).toFixed(2)} ms)`,
      value: ratioOf(slowest(ours), slowest(bare)),
      unit: "×",
      most: 2.5,
    },
  ];
}

const WRITES = 200;

/** A curator's changes of somebody on the page, while it is asked all the time: how many the very next request misses. */
export async function staleAnswers(site: LargeSite): Promise<Figure> {
  const { headers } = await signUpAdmin(site, { email: `stale-${Date.now()}@mail.example` });
  const [{ slug }] = (await getJson<[{ slug: string }]>(site, "/api/experts?limit=1")).body;
  let isDone = false;
  const crowd = (async () => {
    let asked = 0;
    while (!isDone) asked += (await load({ url: site.url, path: PAGE, headers: ENCODINGS.gzip, seconds: 1 })).requests;
    return asked;
  })();
  const changes = (async () => {
    let stale = 0;
    for (let round = 0; round < WRITES && !isDone; round++) {
      const title = `Changed for the ${round}th time`;
      const { status } = await json(site, "PUT", `/api/experts/${slug}`, { title }, { headers });
      if (status !== 200) throw new Error(`Changing ${slug} answered ${status}`);
      const encoding = ["identity", "gzip", "br"][round % 3] as string;
      const page = await (await fetch(site.url + PAGE, { headers: { "Accept-Encoding": encoding } })).text();
      if (!page.includes(title)) stale++;
    }
    return stale;
  })();
  const [asked, stale] = await Promise.all([
    crowd,
    changes.finally(() => {
      isDone = true;
    }),
  ]);
  return {
    name: `old pages right after ${WRITES} changes, with ${asked.toLocaleString("en")} other requests meanwhile`,
    value: stale,
    unit: "pages",
    most: 0,
  };
}
