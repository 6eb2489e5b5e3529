import { readdirSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { freeSlug, freeSlugs, isReserved, SLUG_LENGTH, slugify } from "./slugs.server";
import "~/models/whole/parts.server";

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const neverTaken = async () => false;
const takenBy =
  (...slugs: string[]) =>
  async (slug: string) =>
    slugs.includes(slug);

describe("D2 slugify", () => {
  test.each([
    ["David Sinclair", "david-sinclair"],
    ["  Dr. Jane   Q. Doe, PhD  ", "dr-jane-q-doe-phd"],
    ["Aubrey de Grey", "aubrey-de-grey"],
    ["Jing-Dong Jackie Han", "jing-dong-jackie-han"],
    ["João Pedro de Magalhães", "joao-pedro-de-magalhaes"],
    ["Jürgen Groß", "jurgen-gross"],
    ["Søren Ærø Đặng Łukasz", "soren-aero-dang-lukasz"],
    ["İpek Işık", "ipek-isik"],
    ["Siobhán O’Neill-O'Brien", "siobhan-oneill-obrien"],
    ["O‘Neill O`Neill O´Neill Oʻahu", "oneill-oneill-oneill-oahu"],
    ["ＡＢＣ ﬁn", "abc-fin"],
    ["4Life & 2030", "4life-2030"],
    ["already-a-slug-2", "already-a-slug-2"],
  ])("D2 folds accents and keeps words apart: %s", (name, slug) => {
    expect(slugify(name)).toBe(slug);
  });

  test.each([
    ["Игорь Щербаков", "igor-shcherbakov"],
    ["Βασίλης Κεφαλάς", "vasilis-kefalas"],
    ["山中伸弥", "shanzhongshenmi"],
    ["ヤマダ", "yamada"],
    ["राम शर्मा", "ram-srma"],
    ["გიორგი", "giorgi"],
    ["محمد علي", "mhmd-ly"],
  ])("D2 transliterates other scripts: %s", (name, slug) => {
    expect(slugify(name)).toBe(slug);
  });

  test.each(["José", "が", "김빛내리", "Ǻ"])(
    "D2 composed and decomposed spellings of %s give the same slug",
    (name) => {
      expect(slugify(name.normalize("NFD"))).toBe(slugify(name.normalize("NFC")));
      expect(slugify(name)).not.toBe("");
    },
  );

  test.each(["", "   ", "---", "🦄🎉", "!?|<>", "\u0000\u200b\u202e", "\ud800", "'’`", "́̂"])(
    "D2 is empty for a text without letters and digits: %j",
    (text) => {
      expect(slugify(text)).toBe("");
    },
  );

  test("D2 leaves out emoji instead of spelling their names", () => {
    expect(slugify("Jane 🦄 Doe")).toBe("jane-doe");
  });

  test.each([
    ["../../etc/passwd", "etc-passwd"],
    ["<script>alert(1)</script>", "script-alert-1-script"],
    ["a%2Fb?c#d&e=f", "a-2fb-c-d-e-f"],
    ["//evil.example\\x", "evil-example-x"],
    ["login\u0000.data", "login-data"],
  ])("D2 removes characters that have a meaning in an address: %j", (text, slug) => {
    expect(slugify(text)).toBe(slug);
  });

  test("D2 cuts long names between words, at 80 characters", () => {
    const words = "abcdefghi ".repeat(20);
    expect(slugify(words)).toBe(Array(8).fill("abcdefghi").join("-"));
    // Keeps a word that ends with the 80th character.
    expect(slugify(`${"x".repeat(40)} ${"y".repeat(39)} z`)).toBe(`${"x".repeat(40)}-${"y".repeat(39)}`);
  });

  test("D2 cuts a single long word at 80 characters", () => {
    expect(slugify("x".repeat(500))).toBe("x".repeat(80));
  });

  test.each(["a b ", "é ", "山", "🦄", "-", "ﷺ", "\ud83e"])("D2 returns a valid slug for a megabyte of %j", (piece) => {
    const slug = slugify(piece.repeat(Math.ceil(1_000_000 / piece.length)));
    expect(slug.length).toBeLessThanOrEqual(SLUG_LENGTH);
    expect(slug === "" || SLUG.test(slug)).toBe(true);
  });

  test("D2 is well-formed and unchanged by a second pass for every character of Unicode", () => {
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const slug = slugify(String.fromCodePoint(point));
      if (slug === "") continue;
      if (!SLUG.test(slug) || slugify(slug) !== slug) expect.fail(`U+${point.toString(16)} gives "${slug}"`);
    }
  });
});

describe("D2 freeSlug", () => {
  test("D2 is the name if that is free", async () => {
    expect(await freeSlug("Cynthia Kenyon", "id1", neverTaken)).toBe("cynthia-kenyon");
  });

  test("D2 appends the first free number, from 2", async () => {
    expect(await freeSlug("Jane Doe", "id1", takenBy("jane-doe"))).toBe("jane-doe-2");
    expect(await freeSlug("Jane Doe", "id1", takenBy("jane-doe", "jane-doe-2", "jane-doe-3"))).toBe("jane-doe-4");
  });

  test("D2 gives different slugs to people whose names differ only in accents, case or spaces", async () => {
    const slugsInUse = new Set<string>();
    for (const name of ["José Díaz", "Jose Diaz", "JOSE  DIAZ", "Jose-Diaz"]) {
      slugsInUse.add(await freeSlug(name, "id1", async (slug) => slugsInUse.has(slug)));
    }
    expect([...slugsInUse]).toEqual(["jose-diaz", "jose-diaz-2", "jose-diaz-3", "jose-diaz-4"]);
  });

  test.each(["🦄", "", "…"])("D2 is expert-<id> if the name %j has no letters", async (name) => {
    expect(await freeSlug(name, "3k9x0c", neverTaken)).toBe("expert-3k9x0c");
    expect(await freeSlug(name, "3k9x0c", takenBy("expert-3k9x0c"))).toBe("expert-3k9x0c-2");
  });

  test.each(["山中 伸弥", "Prof. Dr. 山中 伸弥", "דן כהן", "محمد علي", "ดร.สมชาย ใจดี", "राम शर्मा"])(
    "D2 invents no reading for %s",
    async (name) => {
      expect(await freeSlug(name, "id1", neverTaken)).toBe("expert-id1");
    },
  );

  test("D2 uses the reading in a name or in its sort name", async () => {
    expect(await freeSlug("山中 伸弥 (Shinya Yamanaka)", "id1", neverTaken)).toBe("shinya-yamanaka");
    const findNoneTaken = async () => new Set<string>();
    const people = [
      { name: "山中 伸弥", id: "id1", reading: "Yamanaka, Shinya" },
      { name: "김연아", id: "id2", reading: "Kim, Yuna" },
      { name: "Иван Иванов", id: "id3" },
    ];
    expect(await freeSlugs(people, findNoneTaken)).toEqual(["shinya-yamanaka", "gimyeona", "ivan-ivanov"]);
  });

  test.each(["Login", "Submit Expert", "API", "Homepage", "Paginated", "Ádmin"])(
    "D2 a person called %s does not get an address of the site",
    async (name) => {
      expect(await freeSlug(name, "id1", neverTaken)).toBe(`${slugify(name)}-2`);
    },
  );

  test("D2 allows a reserved word as a part of a name", async () => {
    expect(await freeSlug("Login Smith", "id1", neverTaken)).toBe("login-smith");
  });

  test("D2 stays within 80 characters with its number, and does not end in a hyphen", async () => {
    const name = "x".repeat(100);
    const firstSlug = await freeSlug(name, "id1", neverTaken);
    const secondSlug = await freeSlug(name, "id1", takenBy(firstSlug));
    expect([firstSlug, secondSlug]).toEqual(["x".repeat(80), `${"x".repeat(78)}-2`]);
    const words = `${"a".repeat(39)} ${"b".repeat(40)}`;
    expect(await freeSlug(words, "id1", takenBy(slugify(words)))).toBe(`${"a".repeat(39)}-2`);
  });
});

describe("D2 freeSlugs", () => {
  const id = "id1";

  test("D2 gives many people different slugs with one query per round", async () => {
    const slugsInUse = new Set(["wei-zhang", "wei-zhang-2"]);
    let queries = 0;
    const findTaken = async (slugs: string[]) => {
      queries++;
      return new Set(slugs.filter((slug) => slugsInUse.has(slug)));
    };
    const counts = new Map<string, number>();
    const assignSlugs = async (names: string[]) => {
      const slugs = await freeSlugs(
        names.map((name) => ({ name, id })),
        findTaken,
        counts,
      );
      for (const slug of slugs) slugsInUse.add(slug);
      return slugs;
    };
    expect(await assignSlugs(["Wei Zhang", "Ada Full", "Login", "🦄", "Wèi Zhāng", "wei zhang"])).toEqual([
      "wei-zhang-3",
      "ada-full",
      "login-2",
      "expert-id1",
      "wei-zhang-4",
      "wei-zhang-5",
    ]);
    queries = 0;
    expect(await assignSlugs(["Wei Zhang", "Ada Full"])).toEqual(["wei-zhang-6", "ada-full-2"]);
    expect(queries).toBe(2);
    expect(await assignSlugs(["Ada Full 4", "Ada Full", "Ada Full"])).toEqual([
      "ada-full-4",
      "ada-full-3",
      "ada-full-5",
    ]);
  });
});

describe("D2 reserved words", () => {
  test.each(
    `login auth submit submit-expert articles directory experts admin api healthz homepage paginated forgot-password
    reset-password logout account my-submissions uploads build assets favicon.ico robots.txt sitemap.xml metrics setup
    light theme search about new index`.split(/\s+/),
  )("D2 %s is reserved", (word) => {
    expect(isReserved(word)).toBe(true);
  });

  test("D2 throws in a program that has not loaded the parts, which reserve addresses", async () => {
    vi.resetModules();
    const { isReserved } = await import("./slugs.server");
    expect(() => isReserved("my-list")).toThrow("whole/parts.server");
  });

  test("D2 the first path segment of every route of the site is reserved", () => {
    const unreservedSegments = readdirSync("app/routes")
      .map(firstSegment)
      .filter((segment) => segment && !isTaken(segment));
    expect(unreservedSegments).toEqual([]);
  });

  test("D2 every file and folder served from public/ is reserved", () => {
    expect(readdirSync("public").filter((name) => !name.startsWith(".") && !isTaken(name))).toEqual([]);
  });
});

function isTaken(segment: string): boolean {
  return isReserved(segment) || slugify(segment) !== segment;
}

/** Returns the first fixed path segment of a flat route's file name; undefined if it has none ("_site.$slug.tsx"). */
function firstSegment(file: string): string | undefined {
  const name = file.replace(/(\.test)?\.tsx?$/, "");
  const segments = name.match(/(?:\[[^\]]*\]|[^.[])+/g) ?? [];
  const fixedSegment = segments.find((segment) => !segment.startsWith("_"));
  return fixedSegment?.startsWith("$") ? undefined : fixedSegment?.replace(/[[\]]|_$/g, "");
}
