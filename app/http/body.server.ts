import { AppError } from "~/errors";
import { parseJson } from "~/json";

export const MEGABYTE = 1024 * 1024;

/** The limit of bodies at public endpoints. */
export const SMALL_BODY = 64 * 1024;

/** Limits the number of values, because three bytes of JSON can become hundreds in memory. */
const MAX_JSON_VALUES = 20_000;

/** Limits the characters of all texts together, as in a form. */
export interface TextLimit {
  characters: number;
}

/** Reads JSON of at most `limit` bytes or, with a `TextLimit`, characters. Throws "tooLarge", "unsupported", "invalid". */
export async function readJson(request: Request, limit: number | TextLimit): Promise<unknown> {
  if (typeof limit === "number") return parseBody(request, limit);
  const value = await parseBody(request, MAX_ESCAPED_BYTES * limit.characters + SMALL_BODY);
  if (charactersIn(value) <= limit.characters) return value;
  throw new AppError("tooLarge", `This is too long: at most ${limit.characters.toLocaleString("en")} characters.`);
}

/** The length of an escaped character such as \u003c (RFC 8259 §7). */
const MAX_ESCAPED_BYTES = 6;

function charactersIn(value: unknown): number {
  const parts = [value];
  let count = 0;
  for (const part of parts) {
    if (typeof part === "string") count += part.length;
    else for (const innerValue of Object.values(part ?? {})) parts.push(innerValue);
  }
  return count;
}

async function parseBody(request: Request, limit: number): Promise<unknown> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new AppError("unsupported", "Send the data as JSON, with the header Content-Type: application/json.");
  }
  if (!/^(identity)?$/i.test(request.headers.get("Content-Encoding") ?? "")) {
    throw new AppError("unsupported", "Send the data without compression: no Content-Encoding can be read here.");
  }
  const text = decodeUtf8(await readBytes(request, limit));
  if (hasMoreValues(text, MAX_JSON_VALUES)) {
    throw new AppError("tooLarge", `This is more than can be read at once: at most ${MAX_JSON_VALUES} values.`);
  }
  try {
    return parseJson(text);
  } catch {
    throw new AppError("invalid", "The body is not valid JSON.");
  }
}

/** Throws "invalid" for bytes that are not UTF-8, because their replacement characters would be stored. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("invalid", "The body is not valid JSON: it is not in UTF-8.");
  }
}

/** Counts values by the punctuation outside strings. */
function hasMoreValues(json: string, max: number): boolean {
  let count = 0;
  let at = 0;
  while (count <= max && at >= 0 && at < json.length) {
    if (json[at] === '"') at = endOfString(json, at);
    else if (",[{".includes(json[at] as string)) count++;
    at++;
  }
  return count > max;
}

/** Returns the position of the closing quotation mark, or the end of the text. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let position = end - 1;
    while (json[position] === "\\") position--;
    if ((end - position) % 2 === 1) return end;
  }
  return json.length;
}

/** Reads at most `limit` bytes. Throws "tooLarge", or "invalid" for an aborted body. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new AppError("tooLarge", `This is too large: at most ${inUnits(limit)} can be sent here.`);
  if (Number(request.headers.get("Content-Length") ?? 0) > limit) throw tooLarge();
  const joined = new JoinedChunks();
  try {
    for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      if (joined.length + chunk.byteLength > limit) throw tooLarge();
      joined.add(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError("invalid", "The body did not arrive completely.");
  }
  return joined.bytes;
}

const FIRST_CAPACITY = 4 * 1024;

/** Joins chunks in one growing buffer. An array of chunks of one byte would take hundreds of times their size. */
export class JoinedChunks {
  #bytes = Buffer.alloc(0);
  length = 0;

  /** @param expectedLength The total number of bytes; 0 if unknown. */
  constructor(private readonly expectedLength = 0) {}

  get capacity(): number {
    return this.#bytes.length;
  }

  /** Returns the capacity that the next chunk needs: at most twice the bytes so far, except for the first chunk. */
  capacityFor({ byteLength }: Uint8Array): number {
    const neededCapacity = this.length + byteLength;
    if (neededCapacity <= this.capacity) return this.capacity;
    const doubledCapacity = Math.max(2 * this.capacity, FIRST_CAPACITY);
    return Math.max(
      neededCapacity,
      this.expectedLength ? Math.min(doubledCapacity, this.expectedLength) : doubledCapacity,
    );
  }

  add(chunk: Uint8Array): void {
    const capacity = this.capacityFor(chunk);
    if (capacity > this.capacity) {
      const largerBuffer = Buffer.allocUnsafeSlow(capacity);
      this.#bytes.copy(largerBuffer);
      this.#bytes = largerBuffer;
    }
    this.#bytes.set(chunk, this.length);
    this.length += chunk.byteLength;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }
}

function inUnits(bytes: number): string {
  return bytes < MEGABYTE ? `${Math.round(bytes / 1024)} KB` : `${Math.round(bytes / MEGABYTE)} MB`;
}
