/** Every regular expression of the program takes time in proportion to the text it reads, whoever wrote that text. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { analyse } from "scslre";
import ts from "typescript";
import { expect, test, vi } from "vitest";
import { withoutImage } from "../../app/models/editing/images/uses.server";
import { fold } from "../../db/fold";
import { readQuestion } from "../../db/search/question";
import { readerOf } from "../../db/search/ranking";
import { NO_SYNONYMS } from "../../db/search/synonyms";

interface Pattern {
  place: string;
  source: string;
  flags: string;
}

function sourceFiles(): string[] {
  return ["app", "db"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(({ name }) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
}

function literalsIn(file: string): Pattern[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const patterns: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      patterns.push({ place: `${file}:${line}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return patterns;
}

/** Calls that put patterns together, one of each file that does. */
const BUILDERS: Record<string, () => unknown> = {
  "app/models/editing/images/uses.server.ts": () => withoutImage("A text", "abcdefghjkmnpqrs"),
  "db/search/ranking.ts": () => readerOf(readQuestion("Who works on frailty in Köln?", NO_SYNONYMS).units),
};

/** Made once, of the first segments that the parts name: one part of an address, which is a segment, repeats in each. */
const OF_SEGMENTS = ["app/server/incoming.server.ts", "app/server/listener.server.ts"];

/** The patterns that a builder makes. */
function builtBy(file: string): Pattern[] {
  const built: Pattern[] = [];
  vi.stubGlobal(
    "RegExp",
    class extends RegExp {
      constructor(source: string, flags?: string) {
        super(source, flags);
        built.push({ place: file, source: this.source, flags: this.flags });
      }
    },
  );
  try {
    BUILDERS[file]?.();
  } finally {
    vi.unstubAllGlobals();
  }
  return built;
}

const patterns = [...sourceFiles().flatMap(literalsIn), ...Object.keys(BUILDERS).flatMap(builtBy)];

test("reliability 40 each pattern that is put together is looked at, too", () => {
  const files = sourceFiles().filter((file) => /\bRegExp\(/.test(readFileSync(file, "utf8")));
  expect(files.sort()).toEqual([...Object.keys(BUILDERS), ...OF_SEGMENTS].sort());
  for (const file of Object.keys(BUILDERS)) expect(builtBy(file), file).not.toEqual([]);
});

test("reliability 40 no pattern backtracks over a repeated character", () => {
  expect(patterns.length).toBeGreaterThan(300);
  const slow = patterns.filter(
    ({ source, flags }) =>
      analyse({ source, flags }, { reportTypes: { Move: true }, assumeRejectingSuffix: false }).reports.length > 0,
  );
  expect(slow).toEqual([]);
});

const SIGNS = [..."a1 \n\t\r-_\"'<>|/\\#.:,;!?&=%@()[]{}*+`~$^é中\u2028\u0301\u00ad\ue000\u{1f600}\0ABZz09"];

/** Texts that an element takes: one, or two where they differ in kind. */
function samplesOf(element: AST.Element, flags: string): string[] {
  switch (element.type) {
    case "Character":
      return [String.fromCodePoint(element.value)];
    case "CharacterClass":
    case "CharacterSet":
    case "ExpressionCharacterClass": {
      const pattern = new RegExp(`^${element.raw}$`, flags.replace(/[gy]/g, ""));
      const fitting = SIGNS.filter((sign) => pattern.test(sign));
      return [fitting[0] ?? "", fitting.at(-1) ?? ""];
    }
    case "Quantifier":
      return samplesOf(element.element, flags).map((text) => text.repeat(Math.min(Math.max(1, element.min), 40)));
    case "Group":
    case "CapturingGroup":
      return element.alternatives.map((alternative) => textOf(alternative.elements, flags));
    default:
      return [""];
  }
}

function textOf(elements: AST.Element[], flags: string): string {
  return elements.map((element) => samplesOf(element, flags)[0] ?? "").join("");
}

interface Attack {
  before: string;
  repeated: string;
}

/** Repeats of each part of a pattern, alone and after what has to stand before it. */
function attacksOn({ source, flags }: Pattern): Attack[] {
  const attacks = new Map<string, Attack>();
  const add = (before: string, repeated: string) => {
    if (repeated) attacks.set(`${before} ${repeated}`, { before, repeated });
  };
  const unicode = flags.includes("u");
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode, unicodeSets: false });
  const prefixOf = (node: AST.Node): string => {
    const { parent } = node as AST.Element;
    if (!parent) return "";
    const elements = parent.type === "Alternative" ? parent.elements : [];
    const at = elements.indexOf(node as AST.Element);
    return prefixOf(parent) + textOf(at > 0 ? elements.slice(0, at) : [], flags);
  };
  visitRegExpAST(pattern, {
    onAlternativeEnter: (node) => add("", textOf(node.elements, flags)),
    onQuantifierEnter(node) {
      const before = prefixOf(node);
      for (const sample of samplesOf(node.element, flags)) {
        add("", sample);
        add(before, sample);
        add("", before + sample);
      }
    },
  });
  return [...attacks.values()];
}

const SHORT = 25_000;
const LONG = 4 * SHORT;
const SUFFIXES = ["", "\n", "!", "\0a"];
/** Of processor time: a pattern in proportion takes a hundredth of it. */
const SUSPICIOUS_MS = 25;

test("reliability 40 no pattern takes more than in proportion on repeats of its own parts", () => {
  const slow: string[] = [];
  for (const literal of patterns) {
    const pattern = new RegExp(literal.source, literal.flags.includes("g") ? literal.flags : `${literal.flags}g`);
    for (const { before, repeated } of attacksOn(literal)) {
      for (const suffix of SUFFIXES) {
        const attack = (length: number) => before + repeated.repeat(Math.ceil(length / repeated.length)) + suffix;
        const spent = (length: number) => leastOf(1, () => attack(length).replace(pattern, ""));
        if (spent(LONG) < SUSPICIOUS_MS) continue;
        const [short, long] = [SHORT, LONG].map((length) => leastOf(3, () => attack(length).replace(pattern, ""))) as [
          number,
          number,
        ];
        if (long > SUSPICIOUS_MS && long > 7 * short)
          slow.push(
            `${literal.place} /${literal.source}/ on ${JSON.stringify(before + repeated)}…: ${short} → ${long} ms`,
          );
      }
    }
  }
  expect(slow).toEqual([]);
});

function leastOf(times: number, work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** Unicode's normal forms sort marks, which is quadratic in a run of them. */
const NORMALIZING = {
  "db/fold.ts": "where runs are bounded",
  "app/models/base/accounts/password-hashing.server.ts": "passwords have at most 1,000 bytes",
  "app/models/records/shared/slugs.server.ts": "1,000 characters of a text",
  "app/models/base/web/urls.ts": "64 characters of a name",
};

test("reliability 40 foreign text is normalized in one place", () => {
  const files = sourceFiles().filter((file) => readFileSync(file, "utf8").includes(".normalize("));
  expect(files.sort()).toEqual(Object.keys(NORMALIZING).sort());
});

test("reliability 40 folding calls nothing for each letter: of U+FDFA 18 become of one", () => {
  const replace = String.prototype.replace;
  let calls = 0;
  const spied = vi.spyOn(String.prototype, "replace").mockImplementation(function (this: string, pattern, by: unknown) {
    const counted = (...args: unknown[]) => {
      calls++;
      return (by as (...args: unknown[]) => string)(...args);
    };
    return Reflect.apply(replace, this, [pattern, typeof by === "function" ? counted : by]);
  });
  try {
    expect([fold("\ufdfa".repeat(500)).length, fold("\uac01幹é".repeat(500)).length]).toEqual([9_000, 2_500]);
    expect(calls).toBe(0);
    expect(fold("Søren Weiß")).toBe("soren weiss");
    expect(calls).toBe(2);
  } finally {
    spied.mockRestore();
  }
});
