/** Large answers wait in memory for slow readers, so they have a budget of bytes with a share per client. */
import type { ServerResponse } from "node:http";
import { Pool } from "./limiter.server";

const MEGABYTE = 1024 * 1024;
const SMALL_BYTES = 64 * 1024;
/** The longest answer, 100 library texts of 100,000 characters of 3 bytes, has 30 MB. */
const budget = new Pool(64 * MEGABYTE);

/**
 * Holds a large answer's bytes until it is sent or the reader has left. What is not a stream of small pieces comes as
 * one piece, so the first piece tells. Gives null when the budget is used up.
 */
export async function withinBudget(
  response: Response,
  client: string | null,
  outgoing: ServerResponse,
): Promise<Response | null> {
  if (!response.body) return response;
  const reader = response.body.getReader();
  const first = await reader.read();
  const bytes = first.value?.length ?? 0;
  if (bytes > SMALL_BYTES && !outgoing.destroyed) {
    if (!budget.take(client, bytes)) {
      await reader.cancel();
      return null;
    }
    outgoing.once("close", () => budget.give(client, bytes));
  }
  return new Response(withFirst(first, reader), response);
}

function withFirst(first: ReadableStreamReadResult<Uint8Array>, reader: ReadableStreamDefaultReader<Uint8Array>) {
  const send = ({ done, value }: typeof first, to: ReadableStreamDefaultController<Uint8Array>) =>
    done ? to.close() : to.enqueue(value);
  return new ReadableStream<Uint8Array>({
    start: (to) => send(first, to),
    pull: async (to) => send(await reader.read(), to),
    cancel: (reason) => reader.cancel(reason),
  });
}
