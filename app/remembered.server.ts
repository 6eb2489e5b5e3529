/** Remembering what was made of texts that are asked for again and again. */
import { Recent } from "./db.server";

/** What is remembered for each function, in characters of texts and what was made of them: a few megabytes. */
const ROOM = 1_000_000;

/**
 * `make` with a memory for the texts that were last asked for. Only for functions that always give the same for the same text.
 *
 * @param length how long what was made is, in characters.
 */
export function remembered<Made extends {}>(
  make: (text: string) => Made,
  length: (made: Made) => number,
): (text: string) => Made {
  const sizeOf = (text: string, made: Made) => text.length + length(made);
  const known = new Recent<Made>(ROOM, sizeOf);
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    if (sizeOf(text, made) <= ROOM / 4) known.set(ownCopy(text), made);
    return made;
  };
}

/** V8 keeps a large text for the sake of any part that was cut out of it. */
function ownCopy(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}
