/** Answers whose text is known as a whole, so that whoever sends them need not read it back from a stream. */
const texts = new WeakMap<Response, string>();

/** An answer with a text. */
export function textResponse(text: string, init: ResponseInit): Response {
  const response = new Response(text, init);
  texts.set(response, text);
  return response;
}

/** The body of an answer, read from its stream only where it is not known. */
export async function bodyOf(response: Response): Promise<Buffer> {
  const text = texts.get(response);
  return text === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(text);
}
