/** Answers whose bytes are known as a whole, and JSON that need not be written a second time. */

/** An answer of these bytes: whoever sends it takes them with `bodyOf`; anybody else reads it as any other answer. */
export function wholeResponse(bytes: Buffer, init: ResponseInit): Response {
  return new WholeResponse(bytes, init);
}

/** Whether an answer has a body. To look at `body` itself would make a stream of one that is known as a whole. */
export function hasBody(response: Response): boolean {
  return response instanceof WholeResponse || response.body !== null;
}

/** The body of an answer, read from its stream only where it is not known. */
export async function bodyOf(response: Response): Promise<Buffer> {
  return response instanceof WholeResponse ? response.whole : Buffer.from(await response.arrayBuffer());
}

/** Copying a page's text into a stream takes longer than all else of an answer: that is done only for who reads it so. */
class WholeResponse extends Response {
  #read: Response | undefined;

  constructor(
    readonly whole: Buffer,
    init: ResponseInit,
  ) {
    super(null, init);
  }

  get #readable(): Response {
    this.#read ??= new Response(this.whole as BodyInit, this);
    return this.#read;
  }

  override get body() {
    return this.#readable.body;
  }

  override get bodyUsed() {
    return this.#read?.bodyUsed ?? false;
  }

  override arrayBuffer() {
    return this.#readable.arrayBuffer();
  }

  override blob() {
    return this.#readable.blob();
  }

  override formData() {
    return this.#readable.formData();
  }

  override json() {
    return this.#readable.json();
  }

  override text() {
    return this.#readable.text();
  }

  override clone() {
    return this.#readable.clone();
  }
}

/** A value that is JSON already. It is written when it is asked for, with what stands around it: a large one is in memory once. */
export class JsonText {
  /** @param write the JSON in UTF-8, between two texts. */
  constructor(readonly write: (before: string, after: string) => Buffer) {}

  /** For JSON that it is written into as any other value. */
  toJSON(): unknown {
    return JSON.parse(this.write("", "").toString());
  }
}

/** JSON of a value. A `JsonText`, or one that is a member of the object, is taken as it is. */
export function jsonBytes(value: unknown): Buffer {
  if (value instanceof JsonText) return value.write("", "");
  const members = isObject(value) ? Object.entries(value).filter(([, member]) => member !== undefined) : [];
  const last = members.findLastIndex(([, member]) => member instanceof JsonText);
  if (last < 0) return Buffer.from(JSON.stringify(value) ?? "");
  const written = ([name, member]: [string, unknown]) => `${JSON.stringify(name)}:${JSON.stringify(member)}`;
  const after = `${members
    .slice(last + 1)
    .map((one) => `,${written(one)}`)
    .join("")}}`;
  const pieces: Buffer[] = [];
  let before = "{";
  for (const [place, [name, member]] of members.slice(0, last + 1).entries()) {
    if (!(member instanceof JsonText)) before += `${written([name, member])},`;
    else {
      pieces.push(member.write(`${before}${JSON.stringify(name)}:`, place === last ? after : ","));
      before = "";
    }
  }
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
