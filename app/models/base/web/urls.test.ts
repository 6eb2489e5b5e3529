import { describe, expect, test } from "vitest";
import { parseBook, parseHighlight, parseReferenceLink, perplexityUrl } from "./entry-lines";
import { httpUrl, initials, ownImage, tint, usableImage } from "./urls";

/** Addresses that must never become a link, wherever they are entered. */
const BAD_ADDRESSES = [
  "",
  "   ",
  "javascript:alert(1)",
  " JaVaScRiPt:alert(1)//https://example.com",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "ftp://example.com/file",
  "mailto:someone@example.com",
  "blob:https://example.com/1",
  "example.com",
  "www.example.com/page",
  "//example.com/page",
  "/page",
  "https:",
  "https://",
  "https:///example.com",
  "https:example.com",
  "https:\\\\example.com",
  "https://exa mple.com",
  "https://?q=1",
  "https://#top",
  "https://user@example.com/",
  "https://user:secret@example.com/",
  "https://good.example@evil.example/",
  "https://@evil.example/",
  "https://evil.example\\@good.example/",
  "https://example.com:99999/",
  "https://[::1/",
  "https://example.com/\u0000",
  "https://example.com/a\nb",
  "https://example.com/a\tb",
  "https://example.com/\u0085b",
  "https://example.com/a\u2028b",
  "see https://example.com",
];

const HUGE_LENGTH = 1_000_000;
const HUGE_TEXTS = ["|", "https://", "|https://", "|https://a.b", "| ", "\n", "a", "🦄", "é", "\ud800"].map((piece) =>
  piece.repeat(Math.ceil(HUGE_LENGTH / piece.length)),
);

describe("PR12 httpUrl", () => {
  test.each([
    "https://example.com",
    "http://example.com:8080/a/b?c=d#e",
    "HTTPS://Example.COM/Path",
    "https://example.com?q=1",
    "https://example.com#top",
    "https://example.com/a|b",
    "https://example.com/@someone/about",
    "https://example.com/?mail=a@b.c",
    "https://münchen.example/straße",
    "https://例え.example/",
    "https://[2001:db8::1]/",
    "https://en.wikipedia.org/wiki/Aging_(journal)",
  ])("PR12 %s is kept unchanged", (url) => {
    expect(httpUrl(url)).toBe(url);
    expect(httpUrl(`  ${url}\n`)).toBe(url);
  });

  test.each(BAD_ADDRESSES)("PR12 %j is no valid address for a link", (text) => {
    expect(httpUrl(text)).toBeNull();
  });

  test("PR12 2,048 characters are accepted and one more is refused", () => {
    const url = "https://example.com/".padEnd(2048, "a");
    expect(httpUrl(url)).toBe(url);
    expect(httpUrl(`${url}a`)).toBeNull();
  });
});

describe("PR12 parseReferenceLink", () => {
  test.each([
    ["Nobel Prize|https://www.nobelprize.org/x", "Nobel Prize", "https://www.nobelprize.org/x"],
    ["  Nobel Prize |  https://www.nobelprize.org/x  ", "Nobel Prize", "https://www.nobelprize.org/x"],
    ["Lab | Stanford | USA|https://example.com", "Lab | Stanford | USA", "https://example.com"],
    ["a|https://one.example|https://two.example", "a|https://one.example", "https://two.example"],
    // The right side of a "|" inside the address is no address, so the split is further left.
    ["Search|https://example.com/?q=a|b", "Search", "https://example.com/?q=a|b"],
    ["京都大学|https://www.kyoto-u.ac.jp/", "京都大学", "https://www.kyoto-u.ac.jp/"],
    ["<b>x</b>|https://example.com", "<b>x</b>", "https://example.com"],
    ["javascript:alert(1)|https://example.com", "javascript:alert(1)", "https://example.com"],
  ])("PR12 %j has a label and an address", (text, label, url) => {
    expect(parseReferenceLink(text)).toEqual({ label, url });
  });

  test.each([
    ["https://www.example.com", "example.com"],
    ["https://www.example.com/", "example.com"],
    ["|https://example.com/about/", "example.com/about"],
    [" | https://example.com/about?ref=1#team", "example.com/about"],
    ["http://localhost:3000/x", "localhost:3000/x"],
    ["https://example.com/a|b", "example.com/a|b"],
    ["https://fr.wikipedia.org/wiki/Fr%C3%A9d%C3%A9ric", "fr.wikipedia.org/wiki/Frédéric"],
    // Removes invisible characters from a label, and leaves a broken escape unchanged.
    ["https://example.com/%E2%80%AEgpj", "example.com/%E2%80%AEgpj"],
    ["https://example.com/%ff%", "example.com/%ff%"],
  ])("PR12 %s gets the label %s", (text, label) => {
    expect(parseReferenceLink(text)?.label).toBe(label);
  });

  test("PR12 a long address gets a short label, which is never cut inside a character", () => {
    expect(parseReferenceLink(`https://example.com/${"long/".repeat(40)}`)?.label).toBe(
      "example.com/long/long/long/long/long/long/long/…",
    );
    expect(parseReferenceLink(`https://example.com/${"%F0%9F%A6%84".repeat(100)}`)?.label).toBe(
      `example.com/${"🦄".repeat(35)}…`,
    );
  });

  test.each(BAD_ADDRESSES)("PR12 %j does not become a link, with or without a label", (address) => {
    expect(parseReferenceLink(address)).toBeNull();
    expect(parseReferenceLink(`Label|${address}`)).toBeNull();
  });

  test.each(["just a text", "a|b|c", "|", "||", "Label|"])(
    "PR12 the text %j without an address gives no link",
    (text) => {
      expect(parseReferenceLink(text)).toBeNull();
    },
  );

  test("PR12 a label may be of any length", () => {
    const label = "L|".repeat(50_000).trim();
    expect(parseReferenceLink(`${label}|https://example.com`)).toEqual({ label, url: "https://example.com" });
  });

  test.each(HUGE_TEXTS.map((text) => [text.slice(0, 12), text]))("PR12 a megabyte of %j gives no link", (_, text) => {
    const link = parseReferenceLink(text);
    expect(link === null || httpUrl(link.url) === link.url).toBe(true);
  });
});

describe("PR10 parseBook", () => {
  const search = (words: string) => `https://www.amazon.com/s?k=${encodeURIComponent(words)}`;

  test("PR10 one part is the title; the expert is the author, and the link searches a book shop for both", () => {
    expect(parseBook("Lifespan", "David Sinclair")).toEqual({
      title: "Lifespan",
      author: "David Sinclair",
      url: search("Lifespan David Sinclair"),
    });
  });

  test("PR10 two parts are title and author; the search still includes the expert", () => {
    expect(parseBook(" The Telomere Effect | E. Blackburn and E. Epel ", "Elizabeth Blackburn")).toEqual({
      title: "The Telomere Effect",
      author: "E. Blackburn and E. Epel",
      url: search("The Telomere Effect Elizabeth Blackburn"),
    });
  });

  test("PR10 three parts are title, author and an http or https address", () => {
    expect(parseBook("Age|T. Kirkwood|http://books.example/1?a=b", "Tom Kirkwood")).toEqual({
      title: "Age",
      author: "T. Kirkwood",
      url: "http://books.example/1?a=b",
    });
  });

  test.each([
    ["Age||https://books.example/1", "Age", "Tom Kirkwood", "https://books.example/1"],
    ["Age|https://books.example/1", "Age", "Tom Kirkwood", "https://books.example/1"],
    ["Age|T. K.|https://books.example/?a|b", "Age", "T. K.", "https://books.example/?a|b"],
    ["|T. K.|https://books.example/1", "T. K.", "Tom Kirkwood", "https://books.example/1"],
    ["https://www.books.example/1", "books.example/1", "Tom Kirkwood", "https://www.books.example/1"],
    ["Age|T. K.|", "Age", "T. K.", search("Age Tom Kirkwood")],
    ["Age|T. K.|Penguin|2001", "Age", "T. K.", search("Age Tom Kirkwood")],
    ["<i>Age</i>", "<i>Age</i>", "Tom Kirkwood", search("<i>Age</i> Tom Kirkwood")],
  ])("PR10 %j", (text, title, author, url) => {
    expect(parseBook(text, "Tom Kirkwood")).toEqual({ title, author, url });
  });

  test.each(BAD_ADDRESSES)("PR10 the address %j is replaced by the search", (address) => {
    expect(parseBook(`Age|T. K.|${address}`, "Tom Kirkwood")?.url).toBe(search("Age Tom Kirkwood"));
  });

  test.each(["", "  ", "|", " | | "])("PR10 the blank text %j is no book", (text) => {
    expect(parseBook(text, "Tom Kirkwood")).toBeNull();
  });

  test("PR10 a lone surrogate does not break the search address", () => {
    expect(parseBook("Age \ud83d", "Tom \udc00")?.url).toBe(search("Age \ufffd Tom \ufffd"));
  });

  test.each(HUGE_TEXTS.map((text) => [text.slice(0, 12), text]))(
    "PR10 a megabyte of %j keeps the link short",
    (_, text) => {
      expect((parseBook(text, text)?.url ?? "").length).toBeLessThan(5000);
    },
  );
});

describe("PR11 parseHighlight", () => {
  const search = (words: string) => `https://www.google.com/search?q=${encodeURIComponent(words)}`;

  test.each([
    ["One gene, twice the lifespan", "One gene, twice the lifespan", ""],
    ["The SASP|A 2008 study.", "The SASP", "A 2008 study."],
    ["  The SASP |  A 2008 study.  ", "The SASP", "A 2008 study."],
    ["p|q ratio|and|more", "p", "q ratio|and|more"],
    ["The SASP|", "The SASP", ""],
    ["|A 2008 study.", "A 2008 study.", ""],
    ["C&A = 100% #1?|x", "C&A = 100% #1?", "x"],
    ["老化|説明", "老化", "説明"],
    ["javascript:alert(1)|x", "javascript:alert(1)", "x"],
  ])(
    "PR11 %j: the first bar separates headline and description, and the link searches the web for headline and name",
    (text, headline, description) => {
      expect(parseHighlight(text, "Ann Kern")).toEqual({ headline, description, url: search(`${headline} Ann Kern`) });
    },
  );

  test.each(["", "  ", "|", " | "])("PR11 the blank text %j is no highlight", (text) => {
    expect(parseHighlight(text, "Ann Kern")).toBeNull();
  });

  test.each(HUGE_TEXTS.map((text) => [text.slice(0, 12), text]))(
    "PR11 a megabyte of %j keeps the link short",
    (_, text) => {
      expect((parseHighlight(text, text)?.url ?? "").length).toBeLessThan(5000);
    },
  );
});

describe("PR14 perplexityUrl", () => {
  test.each(["David Sinclair", "José & Søn", "山中伸弥", `a" onclick="x`, "?q=&#"])("PR14 searches for %s", (name) => {
    const url = new URL(perplexityUrl(name));
    expect(url.origin + url.pathname).toBe("https://www.perplexity.ai/search");
    expect([...url.searchParams]).toEqual([["q", `${name} longevity expert research`]]);
  });

  test("PR14 keeps the words after a name of any length, and accepts a lone surrogate", () => {
    const query = new URL(perplexityUrl("🦄".repeat(500_000))).searchParams.get("q") as string;
    expect(query.length).toBeLessThan(400);
    expect(query).toMatch(/ longevity expert research$/);
    expect(perplexityUrl("\udfff")).toContain("%EF%BF%BD");
  });
});

describe("PB19 initials", () => {
  test.each([
    ["David Sinclair", "DS"],
    ["Aubrey de Grey", "AG"],
    ["Robert N. Butler", "RB"],
    ["cher", "CH"],
    ["X", "X"],
    ["  Jane \t\n Doe  ", "JD"],
    ["Jean-Luc", "JE"],
    ["Jean-Luc O’Neill", "JO"],
    ["anne 4th", "A4"],
    ["élise österberg", "ÉÖ"],
    ["e\u0301lise o\u0308sterberg", "ÉÖ"],
    ["Ŵen x\u0331a", "ŴX\u0331"],
    ["ßen ﬁsh", "SF"],
    ["Ọládipọ̀ Ẹzeọkafọ", "ỌẸ"],
    ["o\u0323\u0301la", "Ọ\u0301L"],
    ["Adéọ̀ṣun", "AD"],
    ["A\u0331b", "A\u0331B"],
    ["ax\u0331", "AX\u0331"],
    ["Игорь Щербаков", "ИЩ"],
    ["山中伸弥", "山中"],
    ["山中 伸弥", "山伸"],
    ["김 빛내리", "김빛"],
    ["محمد علي", "مع"],
    ["शिव कुमार", "शिकु"],
    ["𝒜lan 𐐨x", "𝒜𐐀"],
  ])("PB19 of %j are %s", (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  test.each([
    ["(Bob) Smith", "BS"],
    ["“Quotes” O'Hara", "QO"],
    ["- Jane - Doe -", "JD"],
    ["🦄 Jane Doe 👩‍🔬", "JD"],
    ["🦄 Unicorn", "UN"],
    ["O'N", "ON"],
  ])("PB19 only letters of %s are used", (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  test.each([
    ["🦄", "🦄"],
    ["👩‍🔬 🇯🇵", "👩‍🔬🇯🇵"],
    ["👨‍👩‍👧‍👦🏳️‍🌈x".slice(0, -1), "👨‍👩‍👧‍👦🏳️‍🌈"],
    ["!?", "!?"],
  ])("PB19 %s without letters stays unchanged", (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  test.each(["", " ", "\n\t\u00a0\u3000"])("PB19 the blank name %j gives a question mark", (name) => {
    expect(initials(name)).toBe("?");
  });

  test.each(["a", "a ", " ", "\u0301", "a\u0301", "👩‍", "山", "\ud83d", "ﷺ ", "ß"])(
    "PB19 a megabyte of %j stays short",
    (piece) => {
      const letters = initials(piece.repeat(Math.ceil(HUGE_LENGTH / piece.length)));
      expect(letters.length).toBeGreaterThan(0);
      expect(letters.length).toBeLessThanOrEqual(128);
    },
  );
});

describe("PB19 usableImage", () => {
  test.each(["https://example.com/face.webp", "http://example.com/a.png?x=1", "/uploads/experts/abc.webp?v=2", "/x"])(
    "PB19 %s is shown",
    (url) => {
      expect(usableImage(url)).toBe(url);
      expect(usableImage(` ${url}\n`)).toBe(url);
    },
  );

  test.each([
    null,
    undefined,
    "",
    "  ",
    "has-base64-image",
    " has-base64-image ",
    "data:image/png;base64,AAAA",
    "DATA:image/png;base64,AAAA",
    "  \n data:image/svg+xml,<svg/>",
    "da\nta:image/png,x",
    "//evil.example/x.png",
    "/\\evil.example/x.png",
    "\\\\evil.example",
    "uploads/x.png",
    "./x.png",
    "x.png",
    "/a\u0000b",
    "/a\nb",
    "/a\tb",
    ...BAD_ADDRESSES.filter((address) => address !== "/page"),
  ])("PB19 %j is not shown", (url) => {
    expect(usableImage(url)).toBeNull();
  });

  test.each(["/", "https://example.com/", "data:image/png;base64,"])(
    "PB19 %s followed by a megabyte is not shown",
    (start) => {
      expect(usableImage(start.padEnd(HUGE_LENGTH, "A"))).toBeNull();
    },
  );
});

describe("reliability 17 ownImage", () => {
  test("accepts a path of this site, and no other site", () => {
    expect(["/uploads/a.webp", " /x\n"].map(ownImage)).toEqual(["/uploads/a.webp", "/x"]);
    for (const address of ["https://example.com/face.webp", "http://x.example/", "//evil.example/x.png", "x.png", null])
      expect(ownImage(address)).toBeNull();
  });
});

describe("PB19 tint", () => {
  test("PB19 the colour of a name is stable", () => {
    expect(["David Sinclair", "Cynthia Kenyon", "山中伸弥", ""].map(tint)).toEqual([8, 5, 0, 1]);
  });

  test("PB19 there are twelve colours, and names use all of them about as often", () => {
    const counts = new Map<number, number>();
    for (let i = 0; i < 12_000; i++) counts.set(tint(`Expert ${i}`), (counts.get(tint(`Expert ${i}`)) ?? 0) + 1);
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(Math.min(...counts.values())).toBeGreaterThan(600);
  });

  test.each(HUGE_TEXTS.map((text) => [text.slice(0, 12), text]))("PB19 a megabyte of %j has a colour", (_, text) => {
    expect(Number.isInteger(tint(text)) && tint(text) >= 0 && tint(text) < 12).toBe(true);
  });
});
