import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { isFromFile, isMadeWhileSent, isOfEverything } from "~/http/api.server";
import { log } from "~/log.server";
import { Pool } from "./limiter.server";

/** Whole, or, when it is large, as a stream that has only begun. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Buffer | Readable | null;
  /** Made already, as a file: to send it takes neither memory nor work. */
  isMade?: boolean;
  /** Gives back the slot for large answers; to be called once it is sent. */
  release?: () => void;
}

interface ReadAnswer extends Answer {
  /** The bytes in memory. */
  bytes: number;
}

/** Most bytes of an answer that is made before it is sent; a larger one is made while it is sent. */
const MAX_WHOLE_BYTES = 512 * 1024;

/** Most bytes of a partly made answer that waits for the turn of large answers. */
const SMALL_BYTES = 64 * 1024;
/** The kinds of turns that large answers wait for. */
export type LargeTurn = "large" | "everything";

/** The budget in memory for slow readers. */
const budget = new Pool(64 * 1024 * 1024);

/**
 * Reads the app's answer as far as it is whole. Its size decides, because an address does not show it.
 * @param takeTurn Waits for the turn of large answers; null for no turn.
 * @returns null without a turn.
 */
export async function readAnswer(
  { status, headers, body }: Response,
  takeTurn: (of: LargeTurn) => Promise<(() => void) | null>,
): Promise<ReadAnswer | null> {
  if (!body) return { status, headers, body: null, bytes: 0 };
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const isMade = isFromFile(body) || Number(headers.get("Content-Length") ?? 0) > MAX_WHOLE_BYTES;
  if (isMade) return { status, headers, body: continued(pieces, reader), isMade, bytes };
  const mostWithoutTurn = isMadeWhileSent(body) ? SMALL_BYTES : MAX_WHOLE_BYTES;
  let release: (() => void) | null = null;
  try {
    if (isOfEverything(body)) {
      release = await takeTurn("everything");
      if (!release) {
        await reader.cancel();
        return null;
      }
    }
    while (bytes <= MAX_WHOLE_BYTES) {
      const { done, value } = await reader.read();
      if (done) {
        release?.();
        return { status, headers, body: joined(pieces), bytes };
      }
      pieces.push(value);
      bytes += value.length;
      if (release || bytes <= mostWithoutTurn) continue;
      release = await takeTurn("large");
      if (!release) {
        await reader.cancel();
        return null;
      }
    }
  } catch (error) {
    release?.();
    throw error;
  }
  return { status, headers, body: continued(pieces, reader), bytes, release: release ?? undefined };
}

/** Ends an answer that is not sent. */
export function dropAnswer({ body, release }: Answer): void {
  if (body instanceof Readable) body.destroy();
  release?.();
}

/** Reserves room for a read answer until it is sent or the reader has left. Returns whether there was room. */
export function takeRoom(answer: ReadAnswer, client: string | null, outgoing: ServerResponse): boolean {
  const { bytes } = answer;
  if (bytes <= SMALL_BYTES || outgoing.destroyed) return true;
  if (!budget.take(client, bytes)) {
    dropAnswer(answer);
    return false;
  }
  outgoing.once("close", () => budget.give(client, bytes));
  return true;
}

/** One piece is not copied. */
function joined(pieces: Uint8Array[]): Buffer {
  const [piece, ...rest] = pieces;
  if (!piece || rest.length > 0) return Buffer.concat(pieces);
  return Buffer.from(piece.buffer, piece.byteOffset, piece.length);
}

function continued(begun: Uint8Array[], reader: ReadableStreamDefaultReader<Uint8Array>): Readable {
  async function* pieces() {
    for (let piece = begun.shift(); piece; piece = begun.shift()) yield piece;
    for (let next = await read(reader); !next.done; next = await read(reader)) yield next.value;
  }
  return Readable.from(pieces(), { objectMode: false }).once("close", () => reader.cancel().catch(() => {}));
}

/** Its reader only sees that the answer breaks off. */
function read(reader: ReadableStreamDefaultReader<Uint8Array>) {
  return reader.read().catch((error) => {
    log.error({ err: error }, "an answer broke off before its end");
    throw error;
  });
}

export function jsonAnswer(status: number, value: object, headers: Record<string, string> = {}): Answer {
  const type = { "Content-Type": "application/json" };
  return { status, headers: new Headers({ ...type, ...headers }), body: Buffer.from(JSON.stringify(value)) };
}

export function textAnswer(status: number, text: string, headers: Record<string, string> = {}): Answer {
  const type = { "Content-Type": "text/plain;charset=UTF-8" };
  return { status, headers: new Headers({ ...type, ...headers }), body: Buffer.from(`${text}\n`) };
}
