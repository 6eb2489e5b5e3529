import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { markAllData, streamed } from "~/http/api.server";
import { readAnswer } from "./answers.server";

const PART = "x".repeat(16 * 1024);
/** 64 KB, and what the streams read ahead. */
const MAX_PARTS_READ = 12;

/** Returns a response with a number of parts of 16 KB each, and how far its stream was read. */
function makeResponse(partCount: number) {
  const progress = { madeParts: 0, isAbandoned: false };
  async function* makeParts() {
    try {
      for (; progress.madeParts < partCount; progress.madeParts++) yield PART;
    } finally {
      progress.isAbandoned = true;
    }
  }
  return { progress, response: new Response(streamed(makeParts())) };
}

/** Lets streams read all that they may. */
async function letStreamsRun(): Promise<void> {
  for (let round = 0; round < 100; round++) await setImmediate();
}

async function bytesIn(answer: { body: unknown } | null): Promise<number> {
  if (!answer) return 0;
  let bytes = 0;
  for await (const part of answer.body as AsyncIterable<Buffer>) bytes += part.length;
  return bytes;
}

test("reliability 10 a streamed answer waits for a slot with 64 KB in memory", async () => {
  const { progress, response } = makeResponse(200);
  const { promise: slot, resolve: giveSlot } = Promise.withResolvers<() => void>();
  const release = vi.fn();
  const reading = readAnswer(response, () => slot);
  await letStreamsRun();
  expect(progress.madeParts).toBeLessThan(MAX_PARTS_READ);
  giveSlot(release);
  const answer = await reading;
  expect(await bytesIn(answer)).toBe(200 * PART.length);
  expect(release).not.toHaveBeenCalled();
  answer?.release?.();
  expect(release).toHaveBeenCalledOnce();
});

test("reliability 10 an answer below 512 KB releases its slot, and a small one takes none", async () => {
  const release = vi.fn();
  const answer = await readAnswer(makeResponse(10).response, async () => release);
  expect([Buffer.isBuffer(answer?.body), answer?.bytes]).toEqual([true, 10 * PART.length]);
  expect(release).toHaveBeenCalledOnce();
  const takeSlot = vi.fn();
  expect((await readAnswer(makeResponse(3).response, takeSlot))?.bytes).toBe(3 * PART.length);
  expect(takeSlot).not.toHaveBeenCalled();
});

test("reliability 10 an answer without a slot is made no further", async () => {
  const { progress, response } = makeResponse(200);
  expect(await readAnswer(response, async () => null)).toBeNull();
  await expect.poll(() => progress.isAbandoned).toBe(true);
  expect(progress.madeParts).toBeLessThan(MAX_PARTS_READ);
});

test("reliability 10 an answer with all data of the site waits for its own kind of slot before it is made", async () => {
  let madePartCount = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (madePartCount++ < 50) controller.enqueue(new TextEncoder().encode(PART));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const { promise: slot, resolve: giveSlot } = Promise.withResolvers<(() => void) | null>();
  const slotKinds: string[] = [];
  const reading = readAnswer(new Response(markAllData(body)), (kind) => {
    slotKinds.push(kind);
    return slot;
  });
  await letStreamsRun();
  expect([madePartCount, slotKinds]).toEqual([0, ["everything"]]);
  const release = vi.fn();
  giveSlot(release);
  expect([await bytesIn(await reading), slotKinds.length, release.mock.calls.length]).toEqual([50 * PART.length, 1, 0]);
});
