/** Checks that the time of every regular expression of the program is linear in the length of the text. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { analyse } from "scslre";
import ts from "typescript";
import { expect, test, vi } from "vitest";
import { withoutImage } from "../../app/models/editing/images/uses.server";
import { TELEPHONE_PATTERNS } from "../../app/models/editing/imports/home-contacts.server";
import { fold } from "../../db/fold";
import { readQuestion } from "../../db/search/question";
import { readerOf } from "../../db/search/ranking";
import { NO_SYNONYMS } from "../../db/search/synonyms";

interface Pattern {
  location: string;
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
      patterns.push({ location: `${file}:${line}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return patterns;
}

/** Maps each file that builds patterns at run time to a call that builds one. */
const BUILDERS: Record<string, () => unknown> = {
  "app/models/editing/images/uses.server.ts": () => withoutImage("A text", "abcdefghjkmnpqrs"),
  "app/models/editing/imports/home-contacts.server.ts": () =>
    TELEPHONE_PATTERNS.map(({ source, flags }) => new RegExp(source, flags)),
  "db/search/ranking.ts": () => readerOf(readQuestion("Who works on frailty in Köln?", NO_SYNONYMS).units),
};

/** These join address segments that the parts declare into patterns. The only repetition in the patterns is `[^/]+`. */
const BUILT_FROM_SEGMENTS = ["app/server/incoming.server.ts", "app/server/secret-paths.server.ts"];

/** Returns the patterns that a builder creates. */
function patternsBuiltBy(file: string): Pattern[] {
  const builtPatterns: Pattern[] = [];
  vi.stubGlobal(
    "RegExp",
    class extends RegExp {
      constructor(source: string, flags?: string) {
        super(source, flags);
        builtPatterns.push({ location: file, source: this.source, flags: this.flags });
      }
    },
  );
  try {
    BUILDERS[file]?.();
  } finally {
    vi.unstubAllGlobals();
  }
  return builtPatterns;
}

const patterns = [...sourceFiles().flatMap(literalsIn), ...Object.keys(BUILDERS).flatMap(patternsBuiltBy)];

test("reliability 40 checks each file that builds patterns at run time", () => {
  const files = sourceFiles().filter((file) => /\bRegExp\(/.test(readFileSync(file, "utf8")));
  expect(files.sort()).toEqual([...Object.keys(BUILDERS), ...BUILT_FROM_SEGMENTS].sort());
  for (const file of Object.keys(BUILDERS)) expect(patternsBuiltBy(file), file).not.toEqual([]);
});

test("reliability 40 no pattern backtracks over a repeated character", () => {
  expect(patterns.length).toBeGreaterThan(300);
  const slowPatterns = patterns.filter(
    ({ source, flags }) =>
      analyse({ source, flags }, { reportTypes: { Move: true }, assumeRejectingSuffix: false }).reports.length > 0,
  );
  expect(slowPatterns).toEqual([]);
});

const SAMPLE_CHARACTERS = [
  ..."a1 \n\t\r-_\"'<>|/\\#.:,;!?&=%@()[]{}*+`~$^é中\u2028\u0301\u00ad\ue000\u{1f600}\0ABZz09",
];

/** Returns texts that an element matches, of different kinds if possible. */
function samplesOf(element: AST.Element, flags: string): string[] {
  switch (element.type) {
    case "Character":
      return [String.fromCodePoint(element.value)];
    case "CharacterClass":
    case "CharacterSet":
    case "ExpressionCharacterClass": {
      const pattern = new RegExp(`^${element.raw}$`, flags.replace(/[gy]/g, ""));
      const matchingCharacters = SAMPLE_CHARACTERS.filter((character) => pattern.test(character));
      return [matchingCharacters[0] ?? "", matchingCharacters.at(-1) ?? ""];
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
  prefix: string;
  repeated: string;
}

/** Returns texts that repeat each part of a pattern, alone and after the parts before it. */
function attacksOn({ source, flags }: Pattern): Attack[] {
  const attacks = new Map<string, Attack>();
  const add = (prefix: string, repeated: string) => {
    if (repeated) attacks.set(`${prefix} ${repeated}`, { prefix, repeated });
  };
  const unicode = flags.includes("u");
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode, unicodeSets: false });
  const prefixOf = (node: AST.Node): string => {
    const { parent } = node as AST.Element;
    if (!parent) return "";
    const elements = parent.type === "Alternative" ? parent.elements : [];
    const index = elements.indexOf(node as AST.Element);
    return prefixOf(parent) + textOf(index > 0 ? elements.slice(0, index) : [], flags);
  };
  visitRegExpAST(pattern, {
    onAlternativeEnter: (node) => add("", textOf(node.elements, flags)),
    onQuantifierEnter(node) {
      const prefix = prefixOf(node);
      for (const sample of samplesOf(node.element, flags)) {
        add("", sample);
        add(prefix, sample);
        add("", prefix + sample);
      }
    },
  });
  return [...attacks.values()];
}

const SHORT_LENGTH = 25_000;
const LONG_LENGTH = 4 * SHORT_LENGTH;
const SUFFIXES = ["", "\n", "!", "\0a"];
/** A linear pattern takes a hundredth of this processor time. */
const SUSPICIOUS_CPU_MS = 25;
/** A pattern that is over that limit on the long text is over this one on the short text, even if its time is cubic. */
const SHORT_SUSPICIOUS_CPU_MS = SUSPICIOUS_CPU_MS / (LONG_LENGTH / SHORT_LENGTH) ** 3;

test("reliability 40 the time of every pattern is linear on repeats of its parts", () => {
  const slowPatterns: string[] = [];
  for (const candidate of patterns) {
    const pattern = new RegExp(
      candidate.source,
      candidate.flags.includes("g") ? candidate.flags : `${candidate.flags}g`,
    );
    for (const { prefix, repeated } of attacksOn(candidate)) {
      for (const suffix of SUFFIXES) {
        const attack = (length: number) => prefix + repeated.repeat(Math.ceil(length / repeated.length)) + suffix;
        const cpuTimeOf = (length: number) => leastCpuTime(1, () => attack(length).replace(pattern, ""));
        if (cpuTimeOf(SHORT_LENGTH) < SHORT_SUSPICIOUS_CPU_MS || cpuTimeOf(LONG_LENGTH) < SUSPICIOUS_CPU_MS) continue;
        const [shortTime, longTime] = [SHORT_LENGTH, LONG_LENGTH].map((length) =>
          leastCpuTime(3, () => attack(length).replace(pattern, "")),
        ) as [number, number];
        if (longTime > SUSPICIOUS_CPU_MS && longTime > 7 * shortTime)
          slowPatterns.push(
            `${candidate.location} /${candidate.source}/ on ${JSON.stringify(prefix + repeated)}…: ${shortTime} → ${longTime} ms`,
          );
      }
    }
  }
  expect(slowPatterns).toEqual([]);
});

function leastCpuTime(runs: number, work: () => void): number {
  let leastTime = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const usageBefore = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(usageBefore);
    leastTime = Math.min(leastTime, (user + system) / 1_000);
  }
  return leastTime;
}

/** Normalizing sorts combining marks, which takes quadratic time in a run of them. These files bound the length. */
const NORMALIZING_FILES = {
  "db/fold.ts": "bounds the runs of marks",
  "app/models/base/accounts/password-hashing.server.ts": "passwords have at most 1,000 bytes",
  "db/places/countries.ts": "at most 200 characters of a text",
  "app/models/editing/imports/home-contacts.server.ts": "folded headings, in which the runs of marks are bounded",
  "app/models/records/shared/slugs.server.ts": "at most 1,000 characters of a text",
  "app/models/base/web/urls.ts": "at most 64 characters of a name",
};

test("reliability 40 only files that bound the length normalize foreign text", () => {
  const files = sourceFiles().filter((file) => readFileSync(file, "utf8").includes(".normalize("));
  expect(files.sort()).toEqual(Object.keys(NORMALIZING_FILES).sort());
});

test("reliability 40 folding calls no function for each character, even for U+FDFA, which becomes 18 characters", () => {
  const replace = String.prototype.replace;
  let calls = 0;
  const replaceSpy = vi.spyOn(String.prototype, "replace").mockImplementation(function (
    this: string,
    pattern,
    by: unknown,
  ) {
    const countingReplacer = (...args: unknown[]) => {
      calls++;
      return (by as (...args: unknown[]) => string)(...args);
    };
    return Reflect.apply(replace, this, [pattern, typeof by === "function" ? countingReplacer : by]);
  });
  try {
    expect([fold("\ufdfa".repeat(500)).length, fold("\uac01幹é".repeat(500)).length]).toEqual([9_000, 2_500]);
    expect(calls).toBe(0);
    expect(fold("Søren Weiß")).toBe("soren weiss");
    expect(calls).toBe(2);
  } finally {
    replaceSpy.mockRestore();
  }
});
