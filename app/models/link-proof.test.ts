import { deflateSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { names } from "./link-proof.names.server";
import { proveLinks } from "./link-proof.server";
import { pageText, readable } from "./link-proof.text.server";

const pages = await vi.hoisted(async () => (await import("../../test/support/pages")).startPages());

beforeEach(() => {
  pages.asked.length = 0;
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
    ["Søren Kierkegård", "Soren Kierkegard"],
    ["S. Jay Olshansky", "Jay Olshansky says"],
    ["Jean-Marc Lemaître", "Jean Marc Lemaitre"],
    ["Jack Ma", "Jack Ma"],
    ["Yamanaka Shinya", "Shinya Yamanaka"],
    ["山中伸弥", "京都大学の山中伸弥教授は"],
    ["Мария Бласко", "биолог Мария Бласко"],
    ["Plato", "as Plato said"],
  ])("%s: %s", (name, text) => {
    expect(names(text, name)).toBe(true);
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
    ["山中伸弥", "山中教授"],
    ["Dr.", "Dr. Who"],
    ["", "anything"],
  ])("%s is not named by: %s", (name, text) => {
    expect(names(text, name)).toBe(false);
  });
});

describe("D54 what can be read of an answer", () => {
  const of = (contentType: string, body: string | Buffer, charset = "") =>
    readable({ contentType, charset, bytes: Buffer.isBuffer(body) ? body : Buffer.from(body) });

  test("a page: what is seen of it and what it says of itself, not its scripts", () => {
    const text = pageText(`<!doctype html><title>Jos&eacute; &#x41;da</title><META name=author content="Ada &amp; Co">
      <script>var name = "Hidden One"; a<b</script><!-- Hidden Two --><style>.Hidden{}</style><p>1 < 2 Ada<b>Love</b>lace`);
    expect(text.replace(/\s+/g, " ")).toBe(" Jose Ada Ada & Co 1 < 2 Ada Love lace");
    expect(of("text/html", Buffer.from("Bj\xf6rn", "latin1"), "iso-8859-1")).toBe("Björn");
    expect(of("text/html", Buffer.from("<meta charset=windows-1252>Bj\xf6rn", "latin1"))).toContain("Björn");
    expect(of("text/plain", "a <b> c", "no-such-charset")).toBe("a <b> c");
    for (const type of ["image/png", "application/zip", "text/css", ""]) expect(of(type, "David Sinclair")).toBeNull();
  });

  test("pages that are made to be slow are not", () => {
    for (const piece of ["<", "<script", "<!--", '<meta content="', "&#", "<meta content=x ", "(", "%PDF-stream", "[("])
      expect(of("text/html", piece.repeat(512 * 1024).slice(0, 512 * 1024))).not.toBeNull();
    expect(names("sinclair ".repeat(60_000), "David Sinclair")).toBe(false);
  });

  test("a PDF: its strings, packed or not, and its author", () => {
    const page = deflateSync("BT /F1 12 Tf [(Da) 20 (vid) -250 (Sin) -10 (clair)] TJ (\\(2024\\)) Tj ET");
    const author = `\\376\\377${[..."Ada King"].map((letter) => `\\000${letter}`).join("")}`;
    const pdf = Buffer.concat([
      Buffer.from(`%PDF-1.5\n1 0 obj <</Author (${author})>> endobj\n2 0 obj <</Filter /FlateDecode>> stream\n`),
      page,
      Buffer.from("\nendstream endobj\n3 0 obj <</Filter /FlateDecode>> stream\nnot packed\nendstream"),
    ]);
    const text = of("application/pdf", pdf) ?? "";
    expect(names(text, "David Sinclair")).toBe(true);
    expect(names(text, "Ada King")).toBe(true);
    expect(of("application/octet-stream", pdf)).toBe(text);
    // As much as there is of one that was cut off.
    const half = pdf.subarray(0, pdf.indexOf(page) + page.length - 6);
    expect(names(of("application/pdf", half) ?? "", "David Sinclair")).toBe(true);
  });
});

describe("D54 links with proof", () => {
  test("only what answers and names the person is offered, each page once, four at a time; the rest has its reason", async () => {
    let open = 0;
    let most = 0;
    const named: (typeof pages.at)[string] = (_request, response) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>David Sinclair</h1>");
      }, 30);
    };
    Object.assign(pages.at, {
      "/moved": (_request: unknown, response: { writeHead(status: number, headers: object): { end(): void } }) =>
        response.writeHead(301, { Location: "/0" }).end(),
      "/other": "<h1>Somebody else</h1>",
      "/secret": 403,
      "/picture": (_request: unknown, response: { writeHead(status: number, headers: object): { end(): void } }) =>
        response.writeHead(200, { "Content-Type": "image/png" }).end(),
    });
    for (let i = 0; i < 6; i++) pages.at[`/${i}`] = named;
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
      ["/picture", "it is nothing that can be read here (image/png)"],
      ["http://169.254.169.254/latest", "it leads to a private address"],
      ["javascript:alert(1)", "it is no http or https address"],
    ]);
    expect(most).toBe(4);
    expect(pages.asked.filter((path) => path === "/0")).toHaveLength(2);
  });

  test("a great many are not all opened, and whoever waits can give up", async () => {
    const many = Array.from({ length: 45 }, (_, i) => ({ label: "", url: `http://127.0.0.1/${i}` }));
    const { rejected } = await proveLinks(many, "Ada");
    expect(rejected.filter(({ reason }) => reason === "it is one too many to be opened")).toHaveLength(5);

    pages.at["/never"] = () => {};
    const stop = new AbortController();
    const work = proveLinks([{ label: "", url: `${pages.url}/never` }], "Ada", stop.signal);
    stop.abort(new Error("enough"));
    await expect(work).rejects.toThrow("enough");
    expect(await proveLinks([], "Ada")).toEqual({ proven: [], rejected: [] });
  });
});
