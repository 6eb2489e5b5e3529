/** Shows the texts of streamed JSON while it arrives. */

const ESCAPES: Record<string, string> = { n: "\n", t: " ", r: "", b: "", f: "" };

/**
 * Returns a function that reads chunks of JSON. It writes the texts whose keys are in `headings`, each below the heading of its
 * key.
 */
export function createJsonTextReader(headings: Record<string, string>, write: (piece: string) => void) {
  const containers: string[] = [];
  let key = "";
  let expectsKey = false;
  let state: "nothing" | "key" | "shown" | "hidden" = "nothing";
  let escapeSequence = "";
  let lastHeading = "";

  const read = (character: string): string => {
    if (state === "nothing") return readOutside(character);
    if (!escapeSequence && character === '"') {
      state = "nothing";
      return "";
    }
    const decoded = decode(character);
    if (state === "key") key += decoded;
    return state === "shown" ? decoded : "";
  };

  const readOutside = (character: string): string => {
    if (character === "{" || character === "[") containers.push(character);
    if (character === "}" || character === "]") containers.pop();
    if (character === "{" || character === ",") expectsKey = containers.at(-1) === "{";
    if (character === ":") expectsKey = false;
    if (character !== '"' || containers.length === 0) return "";
    return expectsKey ? beginKey() : beginText();
  };

  const beginKey = (): string => {
    key = "";
    state = "key";
    return "";
  };

  const beginText = (): string => {
    const heading = Object.hasOwn(headings, key) ? headings[key] : undefined;
    state = heading ? "shown" : "hidden";
    if (!heading) return "";
    if (heading === lastHeading) return "\n";
    const separator = lastHeading ? "\n\n" : "";
    lastHeading = heading;
    return `${separator}${heading}\n`;
  };

  const decode = (character: string): string => {
    if (!escapeSequence && character !== "\\") return character;
    escapeSequence += character;
    if (escapeSequence.length === 1 || (escapeSequence[1] === "u" && escapeSequence.length < 6)) return "";
    const sequence = escapeSequence;
    escapeSequence = "";
    if (sequence[1] !== "u") return ESCAPES[character] ?? character;
    const code = Number.parseInt(sequence.slice(2), 16);
    return Number.isNaN(code) ? "" : String.fromCharCode(code);
  };

  return (piece: string): void => {
    const shownText = [...piece].map(read).join("");
    if (shownText) write(shownText);
  };
}
