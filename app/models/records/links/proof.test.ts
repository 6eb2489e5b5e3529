import { deflateSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { containsName } from "~/models/base/web/proof-names.server";
import { pdfText } from "~/models/base/web/proof-pdf.server";
import { readText } from "~/models/base/web/proof-text.server";
import { proveLinks } from "./proof.server";

const pages = await vi.hoisted(async () => (await import("../../../../test/support/pages")).startPageServer());

beforeEach(() => {
  pages.requestedPaths.length = 0;
});
afterAll(() => pages.stop());

describe("D54 a text names a person", () => {
  test.each([
    ["David Sinclair", "a talk by David Sinclair."],
    ["David Sinclair", "DAVID A. SINCLAIR, A.O."],
    ["David Sinclair", "Sinclair, David A."],
    ["David Sinclair", "Sinclair DA, Guarente L."],
    ["David Sinclair", "D. A. Sinclair et al."],
    ["Dr. David A. Sinclair, Ph.D., A.O.", "by David Sinclair"],
    ["Prof David Sinclair PhD MD", "Prof. David Sinclair’s lab"],
    ["Sinclair, David", "David Sinclair"],
    ["Aubrey de Grey", "Aubrey D.N.J. de Grey"],
    ["Juan Carlos Izpisúa Belmonte", "J. C. Izpisua Belmonte"],
    ["Juan Carlos Izpisúa Belmonte", "J.-C. I. Belmonte"],
    ["Anna Smith", "by Smith A, Jones B"],
    ["David Sinclair", "Prof. D. Sinclair"],
    ["Søren Kierkegård", "Soren Kierkegard"],
    ["S. Jay Olshansky", "Jay Olshansky says"],
    ["Jean-Marc Lemaître", "Jean Marc Lemaitre"],
    ["Jack Ma", "Jack Ma"],
    ["Yamanaka Shinya", "Shinya Yamanaka"],
    ["山中伸弥", "京都大学の山中伸弥教授は"],
    ["Мария Бласко", "биолог Мария Бласко"],
    ["Plato", "as Plato said"],
  ])("%s: %s", (name, text) => {
    expect(containsName(text, name)).toBe(true);
  });

  test.each([
    ["David Sinclair", "Sinclair did a study with David"],
    ["David Sinclair", "Upton Sinclair and David Copperfield"],
    ["David Sinclair", "David. A hundred words of others lie between him and Sinclair"],
    ["David Sinclair", "Sinclairs, David"],
    ["Aubrey de Grey", "Aubrey Grey"],
    ["Jack Ma", "Jack Dorsey"],
    ["Dr. David A. Sinclair, Ph.D.", "the Ph.D. of Dr. A. Miller"],
    ["David Sinclair", "David Copperfield and Sinclair"],
    ["Adam Smith", "Smith as he is"],
    ["David Sinclair", "Dr Kate Sinclair leads the lab"],
    ["David Sinclair", "DR SINCLAIR"],
    ["David Sinclair", "Kate D. Sinclair"],
    ["David Sinclair", "Kate Sinclair, D. Miller"],
    ["Mark Hyman", "Jane Hyman, MD"],
    ["Anna Smith", "John Smith, a biologist"],
    ["Anna Smith", "Smith, A Biologist"],
    ["Ian Smith", "This is what I saw, says Smith. I think so."],
    ["Ian Smith", "says Smith, I think"],
    ["山中伸弥", "山中教授"],
    ["Dr.", "Dr. Who"],
    ["", "anything"],
  ])("%s is not named by: %s", (name, text) => {
    expect(containsName(text, name)).toBe(false);
  });
});

describe("D54 reading an answer", () => {
  const readBody = (contentType: string, body: string | Buffer, charset = "") =>
    readText({ contentType, charset, bytes: Buffer.isBuffer(body) ? body : Buffer.from(body) });

  test("reads the visible text and the metadata of a page, without its scripts", async () => {
    const text = await readBody(
      "text/html",
      `<!doctype html><title>Jos&eacute; &#x41;da</title><META name=author content="Ada &amp; Co">
      <script>var name = "Hidden One"; a<b</script><!-- Hidden Two --><style>.Hidden{}</style><p>1 < 2 Ada<b>Love</b>lace`,
    );
    expect(text?.replace(/\s+/g, " ")).toBe(" José Ada 1 < 2 AdaLovelace Ada & Co");
    expect(await readBody("text/html", Buffer.from("Bj\xf6rn", "latin1"), "iso-8859-1")).toBe("Björn");
    expect(await readBody("text/html", Buffer.from("<meta charset=windows-1252>Bj\xf6rn", "latin1"))).toContain(
      "Björn",
    );
    expect(await readBody("text/plain", "a <b> c", "no-such-charset")).toBe("a <b> c");
    for (const type of ["image/png", "application/zip", "text/css", ""])
      expect(await readBody(type, "David Sinclair")).toBeNull();
  });

  test("reads hostile pages in linear time", async () => {
    for (const piece of ["<", "<script", "<!--", '<meta content="', "&#", "<meta content=x ", "(", "%PDF-stream", "[("])
      expect(await readBody("text/html", piece.repeat(512 * 1024).slice(0, 512 * 1024))).not.toBeNull();
    expect(containsName("sinclair ".repeat(60_000), "David Sinclair")).toBe(false);
  });

  test("reads the text of a PDF's pages, compressed or not, and its author", async () => {
    const pages = [
      { body: Buffer.from("BT /F1 12 Tf 72 700 Td [(Da) 20 (vid) -450 (Sin) -10 (clair)] TJ ET") },
      { packed: true, body: deflateSync("BT /F1 12 Tf 72 700 Td (Grace Hopper) Tj ET") },
    ];
    const text =
      (await readBody(
        "application/pdf",
        pdf(pages, "/Author (\\376\\377\\000A\\000d\\000a\\000 \\000K\\000i\\000n\\000g)"),
      )) ?? "";
    for (const name of ["David Sinclair", "Grace Hopper", "Ada King"])
      expect(containsName(text, name), name).toBe(true);
    expect(containsName((await readBody("application/octet-stream", pdf(pages))) ?? "", "David Sinclair")).toBe(true);
    expect(await readBody("application/pdf", "%PDF-1.7\nnothing")).toBe("");
  });

  test("gives up a hostile PDF, large or slow, while the server continues", async () => {
    const bomb = pdf([{ packed: true, body: deflateSync(Buffer.alloc(500_000_000, " ")) }]);
    const formerMemory = process.memoryUsage.rss();
    let turns = 0;
    let largestMemory = 0;
    const timer = setInterval(() => {
      turns++;
      largestMemory = Math.max(largestMemory, process.memoryUsage.rss());
    }, 20);
    expect((await readBody("application/pdf", bomb))?.trim()).toBe("");
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
    expect(largestMemory - formerMemory).toBeLessThan(600_000_000);

    const circle = "%PDF-1.7\n1 0 obj <</Type /Pages /Count 1000000 /Kids [1 0 R]>> endobj trailer <</Root 1 0 R>>";
    const { text, isCut } = await pdfText(Buffer.from(circle));
    expect([text.trim(), isCut]).toEqual(["", true]);
  });
});

/** Nests forms, ten in each above, so that PDF.js needs the whole time limit. */
function slowPdf(): Buffer {
  const body = pdf([{ body: Buffer.from("/X Do ".repeat(10)) }]).toString("latin1");
  const forms = Array.from({ length: 9 }, (_, depth) => {
    const content = depth < 8 ? "/X Do ".repeat(10) : "BT /F1 9 Tf (x) Tj ET";
    return `${20 + depth} 0 obj <</Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</X ${21 + depth} 0 R>>
      /Font <</F1 3 0 R>>>> /Length ${content.length}>> stream\n${content}\nendstream endobj\n`;
  });
  const withForms = body.replace("/Resources <</Font", "/Resources <</XObject <</X 20 0 R>> /Font");
  return Buffer.from(withForms.replace("trailer", `${forms.join("")}trailer`), "latin1");
}

test("D54 gives up a slow PDF, and one that waits behind it, at the deadline", async () => {
  const bytes = slowPdf();
  const deadline = new AbortController();
  const results = Promise.allSettled([pdfText(bytes, deadline.signal), pdfText(bytes, deadline.signal)]);
  pages.answers["/slow.pdf"] = (_request, response) => {
    response
      .writeHead(200, { "Content-Type": "application/pdf" })
      .end(bytes, () => setTimeout(() => deadline.abort(), 50));
  };
  const link = { label: "A paper", url: `${pages.url}/slow.pdf` };
  const { rejected } = await proveLinks([link], "David Sinclair", { deadline: deadline.signal });
  expect(rejected).toEqual([{ ...link, reason: "there was no time left to open it" }]);
  expect((await results).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  // Proves that the next PDF does not wait for those that were given up.
  const nextText = await pdfText(pdf([{ body: Buffer.from("BT /F1 9 Tf (David) Tj ET") }]));
  expect(nextText).toEqual({ text: expect.stringContaining("David"), isCut: false });
});

interface PdfPage {
  packed?: boolean;
  body: Buffer;
}

/** Builds a PDF of one content stream a page. */
function pdf(pages: PdfPage[], info = ""): Buffer {
  const kids = pages.map((_, index) => `${5 + 2 * index} 0 R`).join(" ");
  const objects = pages.flatMap(({ packed, body }, index) => [
    `${5 + 2 * index} 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources <</Font <</F1 3 0 R>>>> `,
    `/Contents ${6 + 2 * index} 0 R>> endobj\n${6 + 2 * index} 0 obj <<${packed ? "/Filter /FlateDecode " : ""}`,
    `/Length ${body.length}>> stream\n`,
    body,
    "\nendstream endobj\n",
  ]);
  const head = `%PDF-1.7
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Count ${pages.length} /Kids [${kids}]>> endobj
3 0 obj <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> endobj
4 0 obj <<${info}>> endobj
`;
  const parts = [head, ...objects, "trailer <</Root 1 0 R /Info 4 0 R>>\n%%EOF"];
  return Buffer.concat(parts.map((part) => Buffer.from(part as string)));
}

describe("D54 links with proof", () => {
  test("proves links that answer and name the person, each page once, four at a time, and gives a reason for the others", async () => {
    let openCount = 0;
    let maxOpen = 0;
    const answerWithName: (typeof pages.answers)[string] = (_request, response) => {
      maxOpen = Math.max(maxOpen, ++openCount);
      setTimeout(() => {
        openCount--;
        response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>David Sinclair</h1>");
      }, 30);
    };
    Object.assign(pages.answers, {
      "/moved": (_request: unknown, response: { writeHead(status: number, headers: object): { end(): void } }) =>
        response.writeHead(301, { Location: "/0" }).end(),
      "/other": "<h1>Somebody else</h1>",
      "/secret": 403,
      "/picture": (_request: unknown, response: { writeHead(status: number, headers: object): { end(): void } }) =>
        response.writeHead(200, { "Content-Type": "image/png" }).end(),
    });
    for (let i = 0; i < 6; i++) pages.answers[`/${i}`] = answerWithName;
    const link = (path: string) => ({ label: ` About ${path} `, url: pages.url + path });
    const links = [
      ...[0, 1, 2, 3, 4, 5].map((i) => link(`/${i}`)),
      ...["/0", "/0#there", "/moved", "/gone", "/other", "/secret", "/picture"].map(link),
      { label: "Metadata", url: "http://169.254.169.254/latest" },
      { label: "Script", url: "javascript:alert(1)" },
    ];
    const { proven, rejected } = await proveLinks(links, "Dr David Sinclair");
    expect(proven).toEqual([0, 1, 2, 3, 4, 5].map((i) => ({ label: `About /${i}`, url: `${pages.url}/${i}` })));
    expect(rejected.map(({ url, reason }) => [url.replace(pages.url, ""), reason])).toEqual([
      ["/gone", "it answers 404"],
      ["/other", "it does not name Dr David Sinclair"],
      ["/secret", "it answers 403"],
      ["/picture", "it is of a type that cannot be read here (image/png)"],
      ["http://169.254.169.254/latest", "it leads to a private address"],
      ["javascript:alert(1)", "it is not an http or https address"],
    ]);
    expect(maxOpen).toBe(4);
    expect(pages.requestedPaths.filter((path) => path === "/0")).toHaveLength(2);
  });

  test("proves the other links although one hangs until the deadline", async () => {
    const deadline = new AbortController();
    pages.answers["/hangs"] = () => {};
    pages.answers["/last"] = () => deadline.abort();
    for (let i = 0; i < 6; i++) pages.answers[`/${i}`] = "<h1>David Sinclair</h1>";
    const links = ["/hangs", "/0", "/1", "/2", "/3", "/4", "/5", "/last"].map((path) => ({
      label: path,
      url: pages.url + path,
    }));
    const { proven, rejected } = await proveLinks(links, "David Sinclair", { deadline: deadline.signal });
    // Opens four at a time: when the last one is requested, at most two before it are still open.
    expect(proven.slice(0, 4).map(({ label }) => label)).toEqual(["/0", "/1", "/2", "/3"]);
    for (const label of ["/hangs", "/last"])
      expect(rejected).toContainEqual({
        label,
        url: pages.url + label,
        reason: "there was no time left to open it",
      });
    expect(await proveLinks(links.slice(0, 2), "David Sinclair", { deadline: deadline.signal })).toMatchObject({
      proven: [],
      rejected: [{ label: "/hangs" }, { label: "/0" }],
    });
  });

  test("opens at most 40 links, and stops if the caller aborts", async () => {
    const manyLinks = Array.from({ length: 45 }, (_, i) => ({ label: "", url: `http://127.0.0.1/${i}` }));
    const { rejected } = await proveLinks(manyLinks, "Ada");
    expect(rejected.filter(({ reason }) => reason === "it was not opened, because there are too many")).toHaveLength(5);

    pages.answers["/never"] = () => {};
    const stop = new AbortController();
    const proof = proveLinks([{ label: "", url: `${pages.url}/never` }], "Ada", { signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(proof).rejects.toThrow("enough");
    expect(await proveLinks([], "Ada")).toEqual({ proven: [], rejected: [] });
  });
});
