import { afterAll, expect, test, vi } from "vitest";

const pages = await vi.hoisted(async () => {
  process.env.OPEN_DATA = "off";
  return (await import("../../../../test/support/pages")).startPageServer();
});
afterAll(() => pages.stop());

import { db } from "~/db.server";
import { type Admin, asEditor } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { addEvidence, evidenceOf } from "~/models/records/evidence/evidence.server";
import { gatherPages, readPage } from "~/models/records/evidence/pages.server";
import { findQuote, problemWithQuote } from "~/models/records/evidence/quotes";
import { addMember } from "../../../../test/support/members";
import { checkEvidence, checkPages, lostSources } from "./freshness.server";
import { changeSources } from "./sources.server";

const PAGE = "<h1>Grace Hopper</h1><p>Grace Hopper wrote the first compiler in 1952.</p>";
const QUOTE = "wrote the first compiler in 1952";

test("EV08 the weekly check opens each page once, and finds sources that are gone or lost their quote", async () => {
  await importExperts([{ name: "Grace Hopper", biography: "A. B." }], { origin: "import" });
  const { rowId } = await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow();
  const makeEvidence = (path: string) => ({
    field: "biography",
    sentence: path,
    quote: QUOTE,
    context: "",
    keptBy: "",
    reason: "",
    status: "supported" as const,
    source: { url: pages.url + path, title: "T", retrievedAt: "2026-01-01T00:00:00.000Z", textHash: "" },
  });
  const unreachableEvidence = { ...makeEvidence("/down"), sentence: "/down" };
  const lostEvidence = { ...makeEvidence("/down"), sentence: "/down, lost before", status: "changed" as const };
  pages.answers = Object.assign(pages.answers, {
    "/same": PAGE,
    "/changed": PAGE.replace("1952", "1953"),
    "/gone": 410,
    "/down": 503,
    "/partly-read": `${"<p>Grace Hopper".repeat(150_000)}<p>${QUOTE}`,
  });
  const sources = ["/same", "/same", "/changed", "/gone", "/partly-read"].map(makeEvidence);
  const keptByEditor = { ...makeEvidence("kept"), quote: "", source: null, keptBy: "Ada", reason: "Known" };
  await db
    .transaction()
    .execute((tx) =>
      addEvidence(tx, { expertRowId: rowId }, [...sources, unreachableEvidence, lostEvidence, keptByEditor]),
    );
  expect(await checkEvidence({ pauseMs: 0 })).toBe(5);
  expect((await evidenceOf({ expertRowId: rowId })).map(({ sentence, status }) => [sentence, status])).toEqual([
    ["/same", "supported"],
    ["/same", "supported"],
    ["/changed", "changed"],
    ["/gone", "gone"],
    ["/partly-read", "supported"],
    ["/down", "supported"],
    ["/down, lost before", "changed"],
    ["kept", "supported"],
  ]);
  expect(pages.requestedPaths).toHaveLength(5);
  expect(await lostSources({} as Admin)).toMatchObject({ count: 3, screens: [{ name: "Grace Hopper" }] });
  // Opens nothing again within the week, and continues a stopped round where it ended.
  expect(await checkEvidence({ pauseMs: 0 })).toBe(0);
  const value = JSON.stringify({ startedAt: new Date().toISOString(), after: `${pages.url}/gone` });
  await db.updateTable("cursors").set({ value }).where("name", "=", "evidenceCheck").execute();
  expect(await checkEvidence({ pauseMs: 0 })).toBe(2);
});

test("EV08 two searches at once for a lost quote replace its source once", async () => {
  const editor = asEditor(await addMember({ role: "editor" }));
  const { id, rowId } = await db.selectFrom("experts").select(["id", "rowId"]).executeTakeFirstOrThrow();
  const source = { url: `${pages.url}/gone`, title: "T", retrievedAt: "2026-01-01T00:00:00.000Z", textHash: "" };
  const evidence = { field: "biography", sentence: "A.", quote: QUOTE, context: "", keptBy: "", reason: "", source };
  const [evidenceId = ""] = await addEvidence(db, { expertRowId: rowId }, [{ ...evidence, status: "changed" }]);
  const search = () => changeSources(editor, "experts", id, { intent: "search", evidence: evidenceId });
  const results = await Promise.allSettled([search(), search()]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const found = (await evidenceOf({ expertRowId: rowId })).filter(({ sentence }) => sentence === "A.");
  expect(found.map((item) => item.source?.url)).toEqual([`${pages.url}/same`]);
  await db.deleteFrom("evidence").where("sentence", "=", "A.").execute();
});

test("EV08 the weekly check keeps the DOI that an editor gave for a reference", async () => {
  const { rowId } = await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow();
  pages.answers["/paper"] = `<meta name="citation_doi" content="10.1000/of-page">${PAGE}`;
  const source = { url: `${pages.url}/paper`, title: "T", retrievedAt: "2026-01-01T00:00:00.000Z", textHash: "" };
  const fields = { field: "title", context: "", keptBy: "", reason: "", status: "supported" as const };
  const reference = { ...fields, kind: "reference" as const, quote: "", checkedBy: "Ada" };
  await addEvidence(db, { expertRowId: rowId }, [
    { ...reference, sentence: "A.", source: { ...source, doi: "10.1000/of-editor" } },
    { ...reference, sentence: "B.", source },
    { ...fields, sentence: "C.", quote: QUOTE, source: { ...source, doi: "10.1000/former" } },
  ]);
  await checkPages([source.url]);
  const evidence = (await evidenceOf({ expertRowId: rowId })).filter(({ field }) => field === "title");
  expect(evidence.map(({ source }) => source?.doi)).toEqual([
    "10.1000/of-editor",
    "10.1000/of-page",
    "10.1000/of-page",
  ]);
});

test("EV08 a page whose host is unknown counts as gone only while another site can be reached", async () => {
  await db.deleteFrom("cursors").execute();
  await db.deleteFrom("evidence").execute();
  const { rowId } = await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow();
  const source = { url: "https://lost.example/", title: "T", retrievedAt: "2026-01-01T00:00:00.000Z", textHash: "" };
  const fields = { field: "biography", sentence: "A.", quote: QUOTE, context: "", keptBy: "", reason: "" };
  await addEvidence(db, { expertRowId: rowId }, [{ ...fields, status: "supported", source }]);
  const statusAfterCheck = async (lookup: (host: string) => Promise<string[]>) => {
    await checkPages([source.url], { lookup });
    return (await evidenceOf({ expertRowId: rowId })).map(({ status }) => status);
  };
  expect(await statusAfterCheck(async () => [])).toEqual(["supported"]);
  // Answers with a private address, which is an answer of the name servers.
  expect(await statusAfterCheck(async (host) => (host === "example.com" ? ["10.0.0.1"] : []))).toEqual(["gone"]);
});

test("EV24 a page that hangs does not keep others from being read", async () => {
  const deadline = new AbortController();
  Object.assign(pages.answers, { "/a": PAGE, "/b": PAGE.replace("1952", "1953"), "/c": 404 });
  pages.answers["/hangs"] = () => {};
  // Four pages are opened at a time, so the last is requested once another has ended.
  pages.answers["/last"] = () => deadline.abort();
  const urls = ["/hangs", "/c", "/a", "/b", "/last"].map((path) => pages.url + path);
  const { failed } = await gatherPages(urls, "Grace Hopper", { deadline: deadline.signal });
  expect(failed).toContainEqual({ url: `${pages.url}/hangs`, reason: "there was no time left to open it" });
  expect(failed).toContainEqual({ url: `${pages.url}/last`, reason: "there was no time left to open it" });
  expect(failed.length).toBeLessThan(urls.length);
});

test("EV08 pages of different kinds are read, or refused with a reason", async () => {
  const longPage = `<title>Faculty</title><h1>Grace Hopper</h1><p>${"A long page. ".repeat(20_000)}${QUOTE}.</p>`;
  Object.assign(pages.answers, { "/long": longPage, "/scan": "<img src=a.png>", "/кириллица": "<p>x" });
  pages.answers["/script"] =
    "<h1>山中伸弥</h1><p>京都大学の山中伸弥教授は、2006年にiPS細胞を作製した。ノーベル賞を受賞している。それは世界中で知られている。</p>";
  const page = await readPage(`${pages.url}/long`, "Grace Hopper");
  expect(page).toMatchObject({
    title: "Grace Hopper",
    namesPerson: true,
    textHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await readPage(`${pages.url}/script`, "山中伸弥")).toMatchObject({ namesPerson: true });
  // In plain text the first line is the title, unless it is a sentence, which must stay quotable.
  for (const [line, title] of [
    ["Grace Hopper, Ph.D.", "Grace Hopper, Ph.D."],
    [`Grace Hopper ${QUOTE}.`, `127.0.0.1:${pages.port}`],
  ]) {
    pages.answers["/plain"] = (_, response) =>
      response.writeHead(200, { "Content-Type": "text/plain" }).end(`${line}\n${QUOTE}`);
    expect(await readPage(`${pages.url}/plain`, "Grace Hopper")).toMatchObject({ title });
  }
  expect(await readPage(`${pages.url}/scan`, "Grace Hopper")).toMatchObject({
    reason: "it has no text that can be read",
  });
  expect(await readPage(`${pages.url}/none`, "Grace Hopper")).toMatchObject({ reason: "it answers 404", status: 404 });
  expect(await readPage("ftp://example.com/", "Grace Hopper")).toMatchObject({
    reason: expect.stringContaining("http"),
  });
});

test("EV01 a quote counts anywhere in the part of a page that is read; beyond it the reason says that the page is too long", async () => {
  const longPage = (bytes: number) =>
    `<h1>Grace Hopper</h1><p>${"A long page. ".repeat(bytes / 13)}</p><p>She ${QUOTE}.</p>`;
  Object.assign(pages.answers, { "/far": longPage(1_900_000), "/beyond": longPage(2_100_000) });
  const judge = async (path: string) => {
    const { pages: readPages } = await gatherPages([pages.url + path], "Grace Hopper");
    return problemWithQuote(QUOTE, readPages[0] as (typeof readPages)[0]);
  };
  expect(await judge("/far")).toEqual({ context: expect.stringContaining(`She ${QUOTE}.`) });
  expect(await judge("/beyond")).toBe(
    "Its quote is not in the part of the page that can be read here: the page is too long.",
  );
});

test("EV01 only the visible text of a page can be quoted, whatever its markup", async () => {
  const pageWith = (content: string) =>
    `<!doctype html><h1>Grace Hopper</h1>${content}<p>${"She was an admiral. ".repeat(5)}`;
  const hiddenMarkup = [
    `<img alt="a > b. ${QUOTE}.">`,
    `<p title='a > ${QUOTE}'>x</p>`,
    `<script type=application/ld+json>{"a": "${QUOTE}"}</script>`,
    `<SCRIPT>"İİİİ"; "${QUOTE}"</SCRIPT>`,
    `<!-- > ${QUOTE} -->`,
    `<meta name=description content="${QUOTE}">`,
    `<template><p>${QUOTE}</p></template>`,
    `<p>wrote the first compiler in</p><img alt="1952">`,
  ];
  const visibleMarkup = [
    `<p>wrote <b>the</b> fir<i title="a>b">st</i> compiler in&nbsp;1952.`,
    `${"<p>İstanbul’da İİİİ.</p>".repeat(50)}<!-- x --><p>She wrote the first<br>compiler in 1952.</p><script>x</script>`,
    `<p title="it's">She ${QUOTE}</p>`,
    `<p title=don't>She ${QUOTE}</p>`,
  ];
  const isQuoted = async (markup: string) => {
    pages.answers["/markup"] = pageWith(markup);
    const readResult = await readPage(`${pages.url}/markup`, "Grace Hopper");
    expect(readResult).toMatchObject({ namesPerson: true });
    return "text" in readResult && findQuote(QUOTE, readResult.text) !== null;
  };
  for (const markup of hiddenMarkup) expect(await isQuoted(markup), markup).toBe(false);
  for (const markup of visibleMarkup) expect(await isQuoted(markup), markup).toBe(true);
});

test.each([
  [`<meta name="citation_doi" content="10.1000/Cited.1">`, "10.1000/cited.1"],
  [`<META content='https://doi.org/10.1000/Cited.1' NAME=DC.Identifier>`, "10.1000/cited.1"],
  [`<meta property="prism.doi" content="doi:10.1000/cited(1)">`, "10.1000/cited(1)"],
  [`<meta name="dc.identifier" content="isbn:1"><meta name=citation_doi content="10.1000/b">`, "10.1000/b"],
  [`<meta name="citation_doi_of_another" content="10.1000/b"><!--<meta name=citation_doi content="10.1000/b">-->`, ""],
])("EV08 reads the DOI in a page's markup: %s", async (markup, doi) => {
  pages.answers["/paper"] = `${markup}${PAGE}`;
  expect(await readPage(`${pages.url}/paper`, "Grace Hopper")).toMatchObject({ doi });
});
