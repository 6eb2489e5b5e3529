import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { hasAllData, isFromFile, isMadeWhileSent } from "~/http/api.server";
import { log } from "~/log.server";
import { Pool } from "./limiter.server";

/** An answer with a complete body, or with a stream if it is large. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Buffer | Readable | null;
  /** The body is read from a file, which needs no slot for large answers. */
  isStaticFile?: boolean;
  /** Releases the slot for large answers; call it once the answer is sent. */
  release?: () => void;
}

interface ReadAnswer extends Answer {
  /** The bytes in memory. */
  bytes: number;
}

/** The limit of an answer that is completed before it is sent. A larger one is streamed. */
const MAX_BUFFERED_BYTES = 512 * 1024;

/** The limit of bytes in memory while a streamed answer waits for a slot. */
const SMALL_BYTES = 64 * 1024;
/** The kinds of slots for large answers. */
export type LargeSlotKind = "large" | "everything";

/** The memory for answers to slow readers. */
const budget = new Pool(64 * 1024 * 1024);

/**
 * Reads the app's answer into memory, up to 512 KB, and streams the rest of a larger one, which needs a slot.
 * @param takeTurn Waits for a slot for large answers; returns null if there is none.
 * @returns null without a slot.
 */
export async function readAnswer(
  { status, headers, body }: Response,
  takeTurn: (kind: LargeSlotKind) => Promise<(() => void) | null>,
): Promise<ReadAnswer | null> {
  if (!body) return { status, headers, body: null, bytes: 0 };
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const isStaticFile = isFromFile(body) || Number(headers.get("Content-Length") ?? 0) > MAX_BUFFERED_BYTES;
  if (isStaticFile) return { status, headers, body: remainingStream(pieces, reader), isStaticFile, bytes };
  const maxBytesWithoutSlot = isMadeWhileSent(body) ? SMALL_BYTES : MAX_BUFFERED_BYTES;
  let release: (() => void) | null = null;
  try {
    if (hasAllData(body)) {
      release = await takeTurn("everything");
      if (!release) {
        await reader.cancel();
        return null;
      }
    }
    while (bytes <= MAX_BUFFERED_BYTES) {
      const { done, value } = await reader.read();
      if (done) {
        release?.();
        return { status, headers, body: joinPieces(pieces), bytes };
      }
      pieces.push(value);
      bytes += value.length;
      if (release || bytes <= maxBytesWithoutSlot) continue;
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
  return { status, headers, body: remainingStream(pieces, reader), bytes, release: release ?? undefined };
}

/** Frees the resources of an answer that is not sent. */
export function discardAnswer({ body, release }: Answer): void {
  if (body instanceof Readable) body.destroy();
  release?.();
}

/** Reserves memory for an answer until it is sent or the reader has left. Without enough memory, discards the answer and returns false. */
export function reserveMemory(answer: ReadAnswer, client: string | null, outgoing: ServerResponse): boolean {
  const { bytes } = answer;
  if (bytes <= SMALL_BYTES || outgoing.destroyed) return true;
  if (!budget.take(client, bytes)) {
    discardAnswer(answer);
    return false;
  }
  outgoing.once("close", () => budget.give(client, bytes));
  return true;
}

/** Joins pieces; a single one is not copied. */
function joinPieces(pieces: Uint8Array[]): Buffer {
  const [piece, ...otherPieces] = pieces;
  if (!piece || otherPieces.length > 0) return Buffer.concat(pieces);
  return Buffer.from(piece.buffer, piece.byteOffset, piece.length);
}

function remainingStream(firstPieces: Uint8Array[], reader: ReadableStreamDefaultReader<Uint8Array>): Readable {
  async function* pieces() {
    for (let piece = firstPieces.shift(); piece; piece = firstPieces.shift()) yield piece;
    for (let next = await readPiece(reader); !next.done; next = await readPiece(reader)) yield next.value;
  }
  return Readable.from(pieces(), { objectMode: false }).once("close", () => reader.cancel().catch(() => {}));
}

/** Reads the next piece and logs an error, of which the client only notices that the answer breaks off. */
function readPiece(reader: ReadableStreamDefaultReader<Uint8Array>) {
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
