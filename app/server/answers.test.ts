import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { markAllData, streamed } from "~/http/api.server";
import { readAnswer } from "./answers.server";

const PART = "x".repeat(16 * 1024);

/** Returns a response of `parts` parts of 16 KB each, and how far its stream was read. */
function answerOf(parts: number) {
  const progress = { parts: 0, isAbandoned: false };
  async function* makeParts() {
    try {
      for (; progress.parts < parts; progress.parts++) yield PART;
    } finally {
      progress.isAbandoned = true;
    }
  }
  return { progress, response: new Response(streamed(makeParts())) };
}

test("reliability 10 a streamed answer waits for a slot with 64 KB in memory", async () => {
  const { progress, response } = answerOf(200);
  const { promise: turn, resolve: giveTurn } = Promise.withResolvers<() => void>();
  const release = vi.fn();
  const reading = readAnswer(response, () => turn);
  for (let round = 0; round < 100; round++) await setImmediate();
  expect(progress.parts).toBeLessThan(12);
  giveTurn(release);
  const answer = (await reading) as Exclude<Awaited<typeof reading>, null>;
  let bytes = 0;
  for await (const part of answer.body as AsyncIterable<Buffer>) bytes += part.length;
  expect(bytes).toBe(200 * PART.length);
  expect(release).not.toHaveBeenCalled();
  answer.release?.();
  expect(release).toHaveBeenCalledOnce();
});

test("reliability 10 an answer below 512 KB releases its slot, and a small one takes none", async () => {
  const release = vi.fn();
  const answer = await readAnswer(answerOf(10).response, async () => release);
  expect([Buffer.isBuffer(answer?.body), answer?.bytes]).toEqual([true, 10 * PART.length]);
  expect(release).toHaveBeenCalledOnce();
  const takeTurn = vi.fn();
  expect((await readAnswer(answerOf(3).response, takeTurn))?.bytes).toBe(3 * PART.length);
  expect(takeTurn).not.toHaveBeenCalled();
});

test("reliability 10 an answer without a slot is made no further", async () => {
  const { progress, response } = answerOf(200);
  expect(await readAnswer(response, async () => null)).toBeNull();
  await expect.poll(() => progress.isAbandoned).toBe(true);
  expect(progress.parts).toBeLessThan(12);
});

test("reliability 10 an answer with all data of the site waits for its own kind of slot before it is made", async () => {
  const progress = { parts: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (progress.parts++ < 50) controller.enqueue(new TextEncoder().encode(PART));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const { promise: turn, resolve: giveTurn } = Promise.withResolvers<(() => void) | null>();
  const turns: string[] = [];
  const reading = readAnswer(new Response(markAllData(body)), (kind) => {
    turns.push(kind);
    return turn;
  });
  for (let round = 0; round < 100; round++) await setImmediate();
  expect([progress.parts, turns]).toEqual([0, ["everything"]]);
  const release = vi.fn();
  giveTurn(release);
  const answer = (await reading) as Exclude<Awaited<typeof reading>, null>;
  let bytes = 0;
  for await (const part of answer.body as AsyncIterable<Buffer>) bytes += part.length;
  expect([bytes, turns.length, release.mock.calls.length]).toEqual([50 * PART.length, 1, 0]);
});
