/** What the process takes with 100,000 experts, at rest and at most, started as `npm start` does it. */
import { signUp } from "../../test/support/accounts";
import { ENCODINGS } from "./bare";
import { directoryPages, mixedAddresses } from "./cold-addresses";
import type { Figure } from "./figures";
import { Addresses, load } from "./load";
import { memoryOf } from "./process-figures";
import { bringIntoMemory, LARGE, largeSite } from "./sites";

const CONNECTIONS = 64;

/** Asks for everything once more, by more readers than before: the most is that of this and of all parts before it. */
export async function memory(): Promise<Figure[]> {
  const site = await largeSite();
  const { headers: signedIn } = await signUp(site, { email: `memory-${Date.now()}@mail.example` });
  const { lists } = await directoryPages();
  const at = (prefix: string) => new Addresses(lists.map((page) => `${prefix}page=${page}`));
  const all = Array.from({ length: LARGE / 1_000 }, (_, place) => `/api/experts?limit=1000&page=${place + 1}`);
  const loads = {
    "hot, br": { path: "/directory", headers: ENCODINGS.br },
    "hot, gzip": { path: "/directory", headers: ENCODINGS.gzip },
    "cold, br": { path: at("/directory?"), headers: ENCODINGS.br },
    mix: { path: new Addresses(await mixedAddresses()), headers: ENCODINGS.gzip },
    "calls of 100 experts": { path: at("/api/experts/paginated?limit=100&") },
    // Far more than one screen: few at once ask for that, and each takes its time.
    "calls of 1,000 experts": { path: new Addresses(all), connections: 8, seconds: 6 },
    "signed in": { path: at("/directory?"), headers: signedIn },
    everything: { path: new Addresses(await mixedAddresses()), headers: ENCODINGS.br, seconds: 6 },
  };
  const raw: Record<string, number> = { idle: site.idle };
  for (const [name, one] of Object.entries(loads)) {
    bringIntoMemory(site.dataDir);
    await load({ url: site.url, connections: CONNECTIONS, seconds: 3, ...one });
    raw[name] = memoryOf(site.pid).now;
    raw[`until then, ${name}`] = memoryOf(site.pid).most;
  }
  return [
    { name: "memory at rest, 100,000 experts", value: site.idle, unit: "MB", most: 120 },
    {
      name: "memory at most, 100,000 experts, under all of this",
      value: memoryOf(site.pid).most,
      unit: "MB",
      most: 200,
      raw,
    },
  ];
}
