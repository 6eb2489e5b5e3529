/**
 * Two processes beside one, on two databases of the same rows. A cold page takes a hundred times the processor time that
 * asking for it does, so the one who asks leaves both cores to the workers: its own share is shown.
 */
import { availableParallelism } from "node:os";
import { mixedAddresses } from "./cold-addresses";
import { type Figure, median, ratioOf } from "./figures";
import { staleAnswers } from "./hot";
import { Addresses, type Answered, load } from "./load";
import { bringIntoMemory, startLarge } from "./sites";

const ROUNDS = 5;
const CONNECTIONS = 32;
const SECONDS = 3;
/** Each of two workers is asked half as often, and has to become as warm. */
const WARM_UP_SECONDS = { one: 6, two: 12 };

export async function workers(): Promise<Figure[]> {
  const one = await startLarge("one");
  const two = await startLarge("two", { env: { WEB_CONCURRENCY: "2" } });
  try {
    const mixed = await mixedAddresses();
    const [pathOfOne, pathOfTwo] = [new Addresses(mixed), new Addresses(mixed)];
    const found: Record<"one" | "two", Answered[]> = { one: [], two: [] };
    for (let round = 0; round <= ROUNDS; round++) {
      const seconds = round === 0 ? WARM_UP_SECONDS : { one: SECONDS, two: SECONDS };
      const asked = { connections: CONNECTIONS };
      bringIntoMemory(one.dataDir);
      bringIntoMemory(two.dataDir);
      const ofOne = await load({ ...asked, url: one.url, path: pathOfOne, seconds: seconds.one });
      const ofTwo = await load({ ...asked, url: two.url, path: pathOfTwo, seconds: seconds.two });
      if (round === 0) continue;
      found.one.push(ofOne);
      found.two.push(ofTwo);
    }
    const rates = { one: found.one.map(({ perSecond }) => perSecond), two: found.two.map((round) => round.perSecond) };
    const cores = availableParallelism();
    return [
      {
        name: `cold pages by two workers ÷ one process (${median(rates.two).toFixed(0)} ÷ ${median(rates.one).toFixed(0)} requests/s, ${cores} cores)`,
        value: ratioOf(rates.two, rates.one),
        unit: "×",
        least: cores >= 2 ? 1.6 : undefined,
        raw: found,
      },
      {
        name: "of one core taken by asking",
        value: (100 * median(found.two.map(({ ownCpu }) => ownCpu))) / SECONDS,
        unit: "%",
      },
      { ...(await staleAnswers(two)), name: "two workers: old pages right after 200 changes" },
    ];
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}
