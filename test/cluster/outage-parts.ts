/** Tests outages of the database and of the bucket. */
import { setTimeout as pause } from "node:timers/promises";
import { startWriters, upload } from "../durability/writers";
import { countFigure, type Figure } from "../support/figures";
import { waitUntil } from "../support/processes";
import { get, json } from "../support/requests";
import type { Site } from "../support/site";
import { testImage } from "../support/test-images";
import type { Cluster } from "./cluster";
import type { Options } from "./main";
import { nodeAt } from "./node-parts";
import { startRecorder } from "./recorder";
import { halvesIn, lostIn } from "./stored";

/** Stops the bucket. Checks that pages work, that uploads are refused with a message, and that they work again afterwards. */
export async function bucketAway(cluster: Cluster): Promise<Figure[]> {
  const { bucket, people } = cluster;
  const site = cluster.site as Site;
  await bucket.away();
  const image = await testImage("png", 90, 60);
  const refusedUpload = await upload(site, image, people.admin);
  const page = await get(site, "/directory");
  await bucket.back();
  const acceptedUpload = await upload(site, image, people.admin);
  const imageAnswer = acceptedUpload.body?.url ? await get(site, acceptedUpload.body.url) : undefined;
  return [
    countFigure("faults while the bucket is away", [
      ...(refusedUpload.status === 503 && refusedUpload.body?.message
        ? []
        : [`an upload answered ${refusedUpload.status}`]),
      ...(page.status === 200 ? [] : [`a page answered ${page.status}`]),
    ]),
    countFigure("faults afterwards", [
      ...(acceptedUpload.status === 201 ? [] : [`an upload answered ${acceptedUpload.status}`]),
      ...(imageAnswer?.status === 200 ? [] : [`the image answered ${imageAnswer?.status}`]),
    ]),
  ];
}

const WITHIN_S = 10;

/** Pauses the primary. Checks that writes are refused in time with a message, and work again when it resumes. */
export async function pausedPrimary(cluster: Cluster, { seed }: Options): Promise<Figure[]> {
  const { databases, people } = cluster;
  const recorder = await startRecorder(cluster, { seed, part: "pausedPrimary" });
  const headers = { ...people.admin.headers, Origin: cluster.site.url };
  const write = async (at: number) => {
    const startedAt = performance.now();
    const article = { title: "Beside a standstill", body: "Words." };
    const answer = await json(nodeAt(cluster, at), "POST", "/api/admin/articles", article, { headers });
    return { ...answer, seconds: (performance.now() - startedAt) / 1_000 };
  };
  for (let index = 0; index < cluster.nodes.length; index++) await write(index);
  const problems: string[] = [];
  const seconds: number[] = [];
  databases.primary.pause();
  try {
    // Writes of the first round use open connections, and writes of the second round open new ones.
    for (let round = 0; round < 2; round++) {
      for (const answer of await Promise.all(cluster.nodes.flatMap((_, index) => [write(index), write(index)]))) {
        seconds.push(answer.seconds);
        if (answer.status !== 503 || !answer.headers.get("Retry-After") || !answer.body?.message)
          problems.push(`a write answered ${answer.status} ${JSON.stringify(answer.body)}`);
      }
    }
  } finally {
    databases.primary.wake();
  }
  await waitUntil("a write on every node", async () => {
    const answers = await Promise.all(cluster.nodes.map((_, index) => write(index)));
    return answers.every(({ status }) => status === 201);
  });
  return [
    countFigure("writes that were not refused with 503, Retry-After and a sentence", problems),
    {
      name: "longest wait of a write while the primary stands still",
      value: Math.max(...seconds),
      unit: "s",
      most: WITHIN_S,
    },
    ...(await recorder.figures()),
  ];
}

/** Kills the primary under load, and promotes the standby some seconds later. */
export async function primaryKill(cluster: Cluster, { seed }: Options): Promise<Figure[]> {
  const { databases, people } = cluster;
  const site = cluster.site as Site;
  for (let index = 0; index < cluster.nodes.length; index++) await get(nodeAt(cluster, index), "/directory");
  const recorder = await startRecorder(cluster, { seed, part: "primaryKill" });
  const writers = startWriters(site, people, {
    seed: seed + 1,
    mix: [
      ["article", 3],
      ["submission", 3],
    ],
  });
  await waitUntil("writes before the kill", () => writers.acknowledged.length >= 200, 60_000);
  await databases.primary.kill();
  await pause(1_000);

  const headers = { ...people.admin.headers, Origin: site.url };
  const writeProblems: string[] = [];
  const readProblems: string[] = [];
  for (let index = 0; index < cluster.nodes.length; index++) {
    const write = await json(
      nodeAt(cluster, index),
      "POST",
      "/api/admin/articles",
      { title: "Away", body: "W." },
      { headers },
    );
    if (write.status !== 503 || !write.headers.get("Retry-After"))
      writeProblems.push(`a write answered ${write.status}`);
    const page = await get(nodeAt(cluster, index), "/directory");
    if (page.status !== 200) readProblems.push(`the directory answered ${page.status}`);
  }
  const countBefore = writers.acknowledged.length;
  const promotedAt = performance.now();
  await databases.promote();
  await waitUntil("a write after the promotion", () => writers.acknowledged.length > countBefore, 60_000);
  const seconds = (performance.now() - promotedAt) / 1_000;
  await waitUntil("more writes", () => writers.acknowledged.length > countBefore + 100, 60_000);
  await writers.stop();
  return [
    countFigure("writes that were not refused with 503 and Retry-After", writeProblems),
    countFigure("pages that the cache did not have", readProblems),
    { name: "from the promotion to the first write", value: seconds, unit: "s", most: 5 },
    { name: "acknowledged", value: writers.acknowledged.length, unit: "writes" },
    countFigure("lost", await lostIn(cluster.database, writers.acknowledged)),
    countFigure("half-written", await halvesIn(cluster.database)),
    ...(await recorder.figures()),
    countFigure(
      "unexpected answers",
      writers.unexpected.filter((answer) => !/ (502|503|504)$/.test(answer)),
    ),
  ];
}
