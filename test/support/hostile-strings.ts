/** Lists strings that attack the site: a corpus written for this project, long strings, and random strings from fast-check. */
import fc from "fast-check";
import corpus from "./hostile-strings.json" with { type: "json" };

/** Scripts in the corpus call this function; elements and attributes in it begin with this name. */
export const MARK_CALL = "__hx";
export const MARK_NAME = "hx-";
/** The host that links in the corpus lead to. */
export const EVIL_HOST = "evil.example";

// `SEED=7 npm run test:hostile` repeats a run. A failing property prints its seed.
if (process.env.SEED) fc.configureGlobal({ seed: Number(process.env.SEED) });

export const { markup, links, sql, unicode, paths, headers, formats, redirects, traversals } = corpus;

/** Lengths around the limits of fields, and repetitions on which careless patterns are slow. */
const longTexts = [
  ...[80, 101, 201, 301, 2_049, 5_001, 10_001, 100_000, 100_001].map((length) => "x".repeat(length)),
  "",
  " ",
  "é".repeat(501),
  "x ".repeat(25_000),
  `a${"\u0300".repeat(5_000)}`,
  `👨${"\u200d👩".repeat(500)}`,
  ...['"', "(", "<", "=", "-", "0", "\n", " ", "🏽"].map((character) => `${character.repeat(10_000)}x`),
  ...["a* ", "ab cd ", "a@", "a.", "x|", "> ", "a/../", "Z\u0335\u0321\u0322"].map((part) => part.repeat(2_000)),
  `a@${"a.".repeat(2_000)}`,
  `http://${"a.".repeat(5_000)}`,
  `https://${"a".repeat(3_000)}.example/${"%20".repeat(500)}`,
];

export const CORPUS: readonly string[] = [...Object.values(corpus).flat(), ...longTexts];

/** Created on first use, because fast-check then enumerates all of Unicode, and most importers only need the constants. */
let randomText: fc.Arbitrary<string> | undefined;

const randomArbitrary = () =>
  (randomText ??= fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc.string({ unit: "grapheme-composite", maxLength: 300 }),
    fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 100 }),
    fc.string({ unit: fc.constantFrom(..."<>\"'&/\\=`;:()[]{}*_~#|!-+%$?^.,\n\r\t \u0000aé\u0301"), maxLength: 120 }),
    fc.string({
      unit: fc.constantFrom(
        "<",
        ">",
        "</",
        "<!--",
        "<svg",
        " onload=",
        `${MARK_CALL}(1)`,
        '"',
        "'",
        "]]>",
        "&lt;",
        "a",
      ),
      maxLength: 30,
    }),
    fc.json({ maxDepth: 4 }),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.webUrl({ validSchemes: ["javascript", "data", "file", "ftp"] }),
    fc.emailAddress(),
    fc.double().map(String),
    fc.base64String({ maxLength: 200 }),
  ));

export function hostileText() {
  return fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...CORPUS) }, { weight: 1, arbitrary: randomArbitrary() });
}

/** Generates hostile texts of at most `length` characters, for addresses and headers. */
export function hostileTextUpTo(length: number) {
  const shortTexts = fc.constantFrom(...CORPUS.filter((text) => text.length <= length));
  return fc.oneof(
    { weight: 2, arbitrary: shortTexts },
    { weight: 1, arbitrary: randomArbitrary().map((text) => text.slice(0, length)) },
  );
}

/** Replaces lone surrogates with U+FFFD, as UTF-8 requires. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}

/** Returns Markdown texts of a length on which careless parsers are very slow. */
export function markdownBombs(length: number): string[] {
  const repeatTo = (part: string) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
  const nestedBlocks = (marker: string) => {
    let text = "";
    for (let depth = 0; text.length < length; depth++) text += `${" ".repeat(Math.min(depth * 2, 400))}${marker} a\n`;
    return text.slice(0, length);
  };
  const fragments = `> |>|<div>|<svg>|</p>|<!--|*a |**a |_a |*a_ |~~a |[|[a](|![a](|[a][b]|](a|\`|\`a \`\`b |\\|&#|&amp|<a@b.c |http://a.
www.|a@b.|- - |1. |# |*_*_\`[](<>)|a|é|😀`;
  const lines = ["```", "~~~", "|-|", "", "    ", "---", "===", "\t- ", "- [ ] ", "[^1]: ", "[a]: /b"];
  return [
    ...fragments.split(/[|\n]/).map(repeatTo),
    ...lines.map((line) => repeatTo(`${line}\n`)),
    repeatTo("| a "),
    `${repeatTo("|a")}\n${repeatTo("|-")}\n|b|`,
    ...["-", "1.", ">"].map(nestedBlocks),
  ];
}
