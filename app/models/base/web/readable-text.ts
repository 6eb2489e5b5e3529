/** Shows streamed JSON while it arrives. */

const ESCAPES: Record<string, string> = { n: "\n", t: " ", r: "", b: "", f: "" };

/** Passes on the texts under the keys of `headings` as they arrive. */
export function readableText(headings: Record<string, string>, write: (piece: string) => void) {
  const containers: string[] = [];
  let key = "";
  let expectsKey = false;
  let within: "nothing" | "key" | "shown" | "hidden" = "nothing";
  let escaped = "";
  let lastHeading = "";

  const read = (character: string): string => {
    if (within === "nothing") return readOutside(character);
    if (!escaped && character === '"') {
      within = "nothing";
      return "";
    }
    const decoded = decode(character);
    if (within === "key") key += decoded;
    return within === "shown" ? decoded : "";
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
    within = "key";
    return "";
  };

  const beginText = (): string => {
    const heading = Object.hasOwn(headings, key) ? headings[key] : undefined;
    within = heading ? "shown" : "hidden";
    if (!heading) return "";
    if (heading === lastHeading) return "\n";
    const before = lastHeading ? "\n\n" : "";
    lastHeading = heading;
    return `${before}${heading}\n`;
  };

  const decode = (character: string): string => {
    if (!escaped && character !== "\\") return character;
    escaped += character;
    if (escaped.length === 1 || (escaped[1] === "u" && escaped.length < 6)) return "";
    const sequence = escaped;
    escaped = "";
    if (sequence[1] !== "u") return ESCAPES[character] ?? character;
    const code = Number.parseInt(sequence.slice(2), 16);
    return Number.isNaN(code) ? "" : String.fromCharCode(code);
  };

  return (piece: string): void => {
    const shown = [...piece].map(read).join("");
    if (shown) write(shown);
  };
}
