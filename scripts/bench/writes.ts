/** Signing in and suggesting somebody, by several people at a time: shown, as the paper asks for no ratio of them. */
import { PASSWORD, signIn, signUp } from "../../test/support/accounts";
import { json } from "../../test/support/requests";
import { type Figure, percentile } from "./figures";
import { bringIntoMemory, largeSite } from "./sites";

const AT_ONCE = 8;
const SECONDS = 4;

export async function writes(): Promise<Figure[]> {
  const site = await largeSite();
  const email = `writes-${Date.now()}@mail.example`;
  const { headers } = await signUp(site, { email });
  let people = 0;
  const signIns = await repeated(async () => {
    const { status } = await signIn(site, { email, password: PASSWORD });
    if (status !== 200) throw new Error(`Signing in answered ${status}`);
  });
  bringIntoMemory(site.dataDir);
  const submissions = await repeated(async () => {
    people++;
    const { status } = await json(site, "POST", "/api/submissions", suggestion(people), { headers });
    if (status !== 201) throw new Error(`A submission answered ${status}`);
  });
  return [
    ...shown("sign-ins, each with its security question", signIns),
    ...shown("submissions to 100,000 experts", submissions),
  ];
}

/** Somebody else for each number. */
function suggestion(number: number) {
  return {
    name: `Bench Person ${number}`,
    title: "Professor of Measurement",
    categories: ["academic"],
    longevityContribution: "Found out how long things take, and wrote it down for whoever comes after.",
    biography: "Born, then **measured**.\n\n".repeat(10),
    referenceLinks: [`https://bench-person-${number}.example/`],
    submitterReason: "Nobody else has been measured so often.",
  };
}

/** Milliseconds of each time that something was done, by several at once for some seconds. */
async function repeated(work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + SECONDS * 1_000;
  const one = async () => {
    while (performance.now() < until) {
      const started = performance.now();
      await work();
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return times;
}

function shown(name: string, times: number[]): Figure[] {
  return [
    { name, value: times.length / SECONDS, unit: "a second", raw: times },
    { name: `${name}, p50`, value: percentile(times, 0.5), unit: "ms" },
  ];
}
