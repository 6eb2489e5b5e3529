/** Remembering what was made of texts that are asked for again and again. */

/** What is remembered for each function, in characters of texts and what was made of them: a few megabytes. */
const ROOM = 1_000_000;

/**
 * `make` with a memory for the texts that were last asked for. Only for functions that always give the same for the same text.
 *
 * @param length how long what was made is, in characters.
 */
export function remembered<Made>(make: (text: string) => Made, length: (made: Made) => number): (text: string) => Made {
  const known = new Map<string, Made>();
  let size = 0;
  const forget = (text: string, made: Made) => {
    known.delete(text);
    size -= text.length + length(made);
  };
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) {
      known.delete(text);
      known.set(text, found);
      return found;
    }
    const made = make(text);
    if (text.length + length(made) > ROOM / 4) return made;
    known.set(text, made);
    size += text.length + length(made);
    for (const [oldest, its] of known) {
      if (size <= ROOM) break;
      forget(oldest, its);
    }
    return made;
  };
}
