/** From the start of the process to the first page, beside that of a bare server. */
import { keepPage, startBare } from "./bare";
import { type Figure, median, ratioOf } from "./figures";
import { startServer } from "./servers";
import { copiedFolder, LARGE, largeSite, NODE_START } from "./sites";

const ROUNDS = 10;

export async function start(): Promise<Figure[]> {
  await keepPage(await largeSite(), "/directory");
  const DATA_DIR = await copiedFolder({ experts: LARGE }, "start");
  const env = { DATA_DIR, LINK_CHECK: "off", BACKUP_EVERY_HOURS: "0" };
  const starts = {
    ours: () => startServer(NODE_START, { env }),
    healthz: () => startServer(NODE_START, { env, answers: "/healthz" }),
    bare: startBare,
  };
  type Who = keyof typeof starts;
  const times: Record<Who, number[]> = { ours: [], healthz: [], bare: [] };
  const cpu: Record<Who, number[]> = { ours: [], healthz: [], bare: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const who of Object.keys(starts) as Who[]) {
      const { startedIn, startedWith, stop } = await starts[who]();
      await stop();
      // The first round brings the files into the memory of the machine.
      if (round === 0) continue;
      times[who].push(startedIn);
      cpu[who].push(startedWith * 1_000);
    }
  }
  const milliseconds = (who: Who) => median(times[who]).toFixed(0);
  return [
    {
      name: `start to the first home page ÷ bare's start (${milliseconds("ours")} ÷ ${milliseconds("bare")} ms)`,
      value: ratioOf(times.ours, times.bare),
      unit: "×",
      most: 3,
      raw: { times, cpu },
    },
    {
      name: `start to the first answer of /healthz ÷ bare's start (${milliseconds("healthz")} ms)`,
      value: ratioOf(times.healthz, times.bare),
      unit: "×",
      most: 3,
    },
    {
      name: `start to the first home page, processor ÷ bare's (${median(cpu.ours).toFixed(0)} ÷ ${median(cpu.bare).toFixed(0)} ms)`,
      value: ratioOf(cpu.ours, cpu.bare),
      unit: "×",
    },
  ];
}
