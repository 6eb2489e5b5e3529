/** Answers whose bytes are known as a whole. */

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
