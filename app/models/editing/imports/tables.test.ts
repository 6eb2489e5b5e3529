import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import iconv from "iconv-lite";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, type ExpertRow, migrate } from "~/db.server";
import { env } from "~/env.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import type { RecentUser } from "~/models/base/accounts/sessions.server";
import { normalizeProse } from "~/models/base/text/content-text";
import { editExpert } from "~/models/editing/experts/admin-list.server";
import { draftsPage, releaseDrafts } from "~/models/editing/experts/drafts.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { createTopic } from "~/models/editing/topics/edit.server";
import { eventually } from "../../../../test/support/eventually";
import "~/models/whole/parts.server";
import { DAY_MS } from "~/stored-times";
import { fileSender, waitForImport } from "../../../../test/support/imports";
import { addMember, withSession } from "../../../../test/support/members";
import { importFigures } from "./figures.server";
import { guessMapping } from "./guess.server";
import {
  applyImport,
  changeReading,
  checkImport,
  chooseColumns,
  findImport,
  importColumns,
  resumeImports,
  startImport,
  UNMAPPED,
  undoImport,
} from "./import.server";
import { chooseAll, chooseRows, importReview, reviewPage } from "./import-review.server";
import { inShortTransaction } from "./import-rows.server";
import { personOf } from "./person.server";
import { addProposedTopic, proposedTopics } from "./proposed-topics.server";
import { refusedRows } from "./refused-rows.server";
import { undoAll, undoPerson } from "./undo.server";

let admin: RecentUser<Admin>;
beforeAll(async () => {
  await migrate(db);
  admin = await withSession(asAdmin(await addMember({ role: "admin", email: "root@mail.example" })));
});
beforeEach(async () => {
  for (const table of ["imports", "importMappings", "listing", "experts", "topics"] as const)
    await db.deleteFrom(table).execute();
});

const file = fileSender();

async function send(content: string | Uint8Array, name = "people.csv"): Promise<string> {
  return startImport(admin, file(name, content));
}

const settle = (id: string) => waitForImport(admin, id);

async function check(content: string | Uint8Array, { name = "people.csv", ...choice }: Record<string, unknown> = {}) {
  const id = await send(content, String(name));
  const { mapping } = await importColumns(admin, id);
  await chooseColumns(admin, id, { fields: mapping.columns, state: "public", ...choice });
  return { id, view: await settle(id) };
}

async function importTable(content: string | Uint8Array, choice: Record<string, unknown> = {}): Promise<ExpertRow[]> {
  const { id } = await check(content, choice);
  await applyImport(admin, id, { compared: true });
  await settle(id);
  return readPeople();
}

function readPeople(): Promise<ExpertRow[]> {
  return db.selectFrom("experts").selectAll().where("deletedAt", "is", null).orderBy("rowId").execute();
}

const TABLE =
  "Name;Title;Category;Website\r\nPia O’Hara;Direktorin – Universität Köln;academic;https://pia.example.org\r\n";

test.each(["win1252", "macroman", "utf16le", "utf16be", "utf8"])(
  "a table in %s keeps its letters and quotation marks",
  async (encoding) => {
    const bytes = iconv.encode(TABLE, encoding, { addBOM: false });
    expect((await importTable(bytes)).map(({ name, title }) => [name, title])).toEqual([
      ["Pia O’Hara", "Direktorin – Universität Köln"],
    ]);
  },
);

test("a broken letter in UTF-8 leaves its cell out, says so, and changes no other letter", async () => {
  const text = "Name;Title\nPia Brönte;Professorin in Köln – Süd\nJosé Núñez;Catedr?tico\nMar?a Lüder;Médica\n";
  const bytes = Buffer.from(text);
  // The letters that a program of another encoding has written.
  for (const [index, byte] of bytes.entries()) if (byte === 0x3f) bytes[index] = 0xe1;
  const { id } = await check(bytes);
  const problemsOf = async (show: "new" | "refused") =>
    (await reviewPage(admin, id, { show, page: 1 })).rows.map(({ name, problems }) => [name, problems]);
  expect(await problemsOf("new")).toEqual([
    ["Pia Brönte", []],
    ["José Núñez", ["Title: “Catedr\uFFFDtico” has a letter that is broken in the file."]],
  ]);
  expect(await problemsOf("refused")).toEqual([
    ["", ["Name: “Mar\uFFFDa Lüder” has a letter that is broken in the file.", expect.stringContaining("has no name")]],
  ]);
  await applyImport(admin, id);
  await settle(id);
  expect((await readPeople()).map(({ name, title }) => [name, title])).toEqual([
    ["Pia Brönte", "Professorin in Köln – Süd"],
    ["José Núñez", ""],
  ]);
});

test("the review shows values as they will be stored: bullets of a word processor become a list", async () => {
  const { id } = await check('Name,Biography\nPia Holm,"• First\n• Second"\n');
  const { rows } = await reviewPage(admin, id, { show: "new", page: 1 });
  const biography = { label: "Biography", text: "- First\n- Second" };
  expect(rows).toMatchObject([{ values: expect.arrayContaining([biography]) }]);
  await applyImport(admin, id);
  await settle(id);
  expect(await readPeople()).toMatchObject([{ biography: biography.text }]);
});

test("ignores a line that declares the separator, titles above the header and empty rows", async () => {
  const text = "sep=|\r\nOur people\r\n\r\nName|Title|Country\r\n\r\nPia Holm|Professor|N/A\r\n";
  const { id } = await check(text);
  const { rows } = await reviewPage(admin, id, { show: "new", page: 1 });
  expect(rows).toMatchObject([{ row: 5, name: "Pia Holm", problems: [] }]);
});

test.each([
  ['[{"name":"Vera Card"},{"name":"Lena', "x.json"],
  ['[{"name":"Vera Card"},{"name":"Lena Data"}', "x.json"],
  ['{"people":[{"name":"Vera Card"}]', "x.json"],
])("refuses a file of objects that ends too early, and reads nobody from it: %s", async (content, name) => {
  await expect(check(content, { name })).rejects.toThrow("part of");
  expect(await readPeople()).toEqual([]);
});

test.each([
  [Buffer.from("%PDF-1.7\n"), "This is a PDF"],
  [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), "old Excel"],
  [Buffer.from("<!DOCTYPE html><html>"), "web page"],
  [Buffer.from([0x89, 0x50, 0x4e, 0x47]), "a picture"],
  [Buffer.from("PK\u0003\u0004 word/document.xml [Content_Types].xml", "latin1"), "Word document"],
  [Buffer.from("PK\u0003\u0004 xl/workbook.bin", "latin1"), "This is a binary workbook (XLSB)."],
  [Buffer.from("PK\u0003\u0004 ppt/slides [Content_Types].xml", "latin1"), "This is a presentation."],
  [Buffer.from("PK\u0003\u0004 mimetypeapplication/vnd.oasis.opendocument", "latin1"), "This is an OpenDocument file."],
  [Buffer.from("PK\u0003\u0004 Index/Document.iwa", "latin1"), "This is a file of Apple’s Numbers or Pages."],
  [
    Buffer.from("\xd0\xcf\x11\xe0 E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e", "latin1"),
    "This workbook has a password.",
  ],
  [Buffer.from('<?xml version="1.0"?><people/>'), "This is XML."],
  [Buffer.from([0x4e, 0x61, 0x00, 0x6d, 0x65, 0x01, 0x02]), "This is no table of text."],
  [Buffer.from("PK\u0003\u0004 a.txt", "latin1"), "ZIP archive"],
  [Buffer.from(""), "empty"],
  [Buffer.from('Name,Title\nIda Holm,Nurse\nPia Holm,"Chair\nJo Berg,Nurse\n'), "opened in row 3 and never closed"],
  [Buffer.from(`Name,Title\nIda Holm,"${"x".repeat(1_100_000)}`), "from row 2 on"],
])("refuses an unreadable file at once with its kind (%#)", async (content, kind) => {
  await expect(send(content, "x")).rejects.toThrow(kind);
});

test.each([",", ";", "\t", "|"])(
  "reads the same people with every mixture of line ends, blanks after separators, and cells as formulas (%j)",
  async (separator) => {
    const lineEnds = ["\n", "\r\n", "\r"];
    const blanks = separator === "\t" ? [""] : ["", " "];
    const variants = lineEnds.flatMap((firstEnd) =>
      lineEnds.flatMap((otherEnd) =>
        blanks.flatMap((blank) => ["", "="].map((sign) => ({ firstEnd, otherEnd, blank, sign }))),
      ),
    );
    for (const { firstEnd, otherEnd, blank, sign } of variants) {
      const rows = [
        ["Name", "Notes", "Born"],
        ["Pia Holm", `"Says ""hi"", twice${otherEnd}and | more"`, `${sign}"1960"`],
        ["Nils Berg", `${sign}"Chair"`, "1970"],
        ['"Ida" May', 'The "chair"', '""'],
      ].map((cells) => cells.join(separator + blank));
      const id = await send(`${rows[0]}${firstEnd}${rows.slice(1).join(otherEnd)}${otherEnd}`);
      const { sample } = await importColumns(admin, id);
      const cells = sample.map((row) => row.cells.map((cell) => cell.replace(/\r\n?/g, "\n")));
      expect(cells, JSON.stringify({ firstEnd, otherEnd, blank, sign })).toEqual([
        ["Pia Holm", 'Says "hi", twice\nand | more', "1960"],
        ["Nils Berg", "Chair", "1970"],
        ['"Ida" May', 'The "chair"', ""],
      ]);
    }
  },
);

test("detects the separator that most lines have equally often", async () => {
  const lines = [
    "Name;Title;Email",
    "Pia Holm;Chair, tides;p@x.example",
    "Nils Berg;Chair, flow;n@x.example",
    "Pat Pier;",
  ];
  const people = await importTable(lines.join("\n"));
  expect(people.map(({ name, title }) => [name, title])).toEqual([
    ["Pia Holm", "Chair, tides"],
    ["Nils Berg", "Chair, flow"],
    ["Pat Pier", ""],
  ]);
});

test("does not take a postal address as a slug, and does not guess a column without a heading", async () => {
  const rows = await importTable(
    ",Name,Title,Address\n0,Mara Lund,Professor,12 Elm Row\n1,Nils Berg,Doctor,3 Oak Lane\n",
  );
  expect(rows.map(({ slug, notes }) => [slug, notes])).toEqual([
    ["mara-lund", ""],
    ["nils-berg", ""],
  ]);
});

test("joins several columns into one field or several links, and splits one cell into a list", async () => {
  const [row] = await importTable(
    "First Name,Last Name,Job Title,Website,LinkedIn,Google Scholar,Email\n" +
      'Mara,van Dijk,Professor,"www.mara.example.org, https://lab.example.org?utm_source=x",https://www.linkedin.com/in/mara,https://scholar.example.org/mara,mara@x.example\n',
  );
  expect(row).toMatchObject({ name: "Mara van Dijk", sortsAs: "dijk mara van", notes: "Email: mara@x.example" });
  expect(JSON.parse(row?.referenceLinks ?? "[]")).toEqual([
    "https://www.mara.example.org",
    "https://lab.example.org",
    "LinkedIn|https://www.linkedin.com/in/mara",
    "Google Scholar|https://scholar.example.org/mara",
  ]);
});

test("an invalid cell is left out alone; a value is mapped once for the whole file, and the mapping is suggested again", async () => {
  const text =
    'Name,Category,Country,Born\nA One,Policy,U.S.,about 1960\nB Two,"Clinicians, Policy",Deutschland,soon\n,Policy,,\n';
  const { id, view } = await check(text);
  expect(view).toMatchObject({
    counts: { new: 2, error: 1 },
    unknown: [{ column: 1, value: "Policy", count: 3 }],
    notes: { "1": { category: 3 }, "3": { year: 1 }, "-1": { name: 1 } },
  });
  let csv = "";
  for await (const part of refusedRows(admin, id)) csv += part;
  expect(csv).toContain("Born: “soon” is not a year.");
  const { mapping } = await importColumns(admin, id);
  const values = { valueColumns: ["1"], valuesFrom: ["Policy"], valuesTo: ["regulator"] };
  const key = (await import("~/models/records/listings/categories")).categories.find(({ label }) =>
    /Regulators/.test(label),
  )?.key;
  await chooseColumns(admin, id, {
    fields: mapping.columns,
    ...values,
    valuesTo: [key],
    mappingName: "Ours",
    state: "draft",
  });
  expect((await settle(id)).unknown).toEqual([]);
  await applyImport(admin, id);
  await settle(id);
  const rows = await readPeople();
  expect(rows.map(({ name, country, born, state }) => [name, country, born, state])).toEqual([
    ["A One", "US", "1960", "draft"],
    ["B Two", "DE", "", "draft"],
  ]);
  expect(JSON.parse(rows[1]?.categories ?? "")).toEqual(["clinician", key]);
  const secondId = await send(text);
  const secondColumns = await importColumns(admin, secondId);
  expect(secondColumns.mapping.values).toEqual({ "1": { Policy: key } });
  // The mapping of a value can be taken back.
  await chooseColumns(admin, secondId, { fields: mapping.columns, ...values, valuesTo: [UNMAPPED] });
  expect((await importColumns(admin, secondId)).mapping.values).toEqual({ "1": {} });
});

test("returns refused rows as a table in which no spreadsheet finds a formula", async () => {
  const cells = ["=1+1", "+1", "-1", "@SUM(A1)", "'=1+1"];
  const lines = cells.map((cell) => `,"${cell}",=HYPERLINK(A1)`);
  const { id, view } = await check(`Name,Title,=Note\n${lines.join("\n")}\n`);
  expect(view.counts).toMatchObject({ error: cells.length });
  let csv = "";
  for await (const part of refusedRows(admin, id)) csv += part;
  const rows: string[][] = parse(csv, { bom: true });
  expect(rows.slice(1).map(([, , title]) => title)).toEqual(cells.map((cell) => `'${cell}`));
  expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
});

test("D70 returns a refused row with paragraphs as one row, in which no line is a row with a formula", async () => {
  const texts = ["Works on cells.\n\n=HYPERLINK(A1)", "\n=1+1"];
  const { id } = await check(`Name,Bio\n${texts.map((text) => `,"${text}"`).join("\n")}\n`);
  let csv = "";
  for await (const part of refusedRows(admin, id)) csv += part;
  const rows: string[][] = parse(csv, { bom: true });
  expect(rows.slice(1).map(([, , bio]) => bio)).toEqual([texts[0], `'${texts[1]}`]);
});

test("converts HTML and the characters of word processors to Markdown", async () => {
  const [row] = await importTable(
    'Name,Bio\nHt Ml,"<p>Works on <strong>ageing</strong> &amp; frailty.</p><ul><li>One</li></ul><p><a href=""https://lab.example.org"">Lab</a></p>"\n',
  );
  expect(row?.biography).toBe("Works on **ageing** & frailty.\n\n- One\n\n[Lab](https://lab.example.org)");
  expect(normalizeProse("Points:\n•\tFirst\n•\tSecond")).toBe("Points:\n- First\n- Second");
  expect(normalizeProse("Born in 1950.\vStudied in Oslo.")).toBe("Born in 1950.\n\nStudied in Oslo.");
  expect(normalizeProse("    A line.\nAnother.")).toBe("A line.\nAnother.");
});

// In time that grows with the square of their length, they would take longer than a test may.
test("a cell of links without end, and thousands of topics, are read in time that grows with their length", () => {
  const mapping = guessMapping(["Name", "Website", "Topics"], [["Ann Lee", "https://ann.example", "Cells"]]);
  const table = { columns: ["Name", "Website", "Topics"], mapping, kinds: [] };
  const topics = Array.from({ length: 5_000 }, (_, index) => ({
    slug: `topic-${index}`,
    name: `Topic ${index}`,
    otherNames: [],
    formerSlugs: [],
  }));
  const readRow = (...cells: string[]) => personOf({ row: 2, cells: ["Ann Lee", ...cells] }, { ...table, topics });
  const link = '<a class="x" href="https://ann.example">Ann</a>';
  const endlessLink = `<a ${'href="x" '.repeat(200_000)}`;
  expect(readRow(link).record.referenceLinks).toEqual(["Ann|https://ann.example"]);
  expect(readRow(endlessLink).problems).toMatchObject([{ kind: "url" }]);
  for (let index = 0; index < 1_000; index++)
    expect(readRow("", `Another ${index}`).newTopics).toEqual([`Another ${index}`]);
});

test("D81 namesakes with different affiliations are two people; other forms of a listed name are questions", async () => {
  const rows = await importTable(
    "name,affiliation,homepage\nLi Wen,University of Aland,https://a.example.org\nLi Wen,University of Boland,https://b.example.org\n",
  );
  expect(rows).toHaveLength(2);
  await importExperts([{ name: "Ines Quist", title: "Biologist" }], { origin: "editor" });
  const nameForms = [
    "Ines Quist, Ph.D.",
    "Quist, Ines",
    "Ines Quist, M.D.",
    "Assoc. Prof. Ines Quist",
    "Ines R. Quist",
  ];
  const table = nameForms.map((name, index) => `"${name}",Biologist ${index}`).join("\n");
  const { view } = await check(`Name,Title\n${table}\n`);
  expect(view.counts).toMatchObject({ question: 5, new: 0 });
});

test.each(["utf8", "utf16le", "utf16be", "win1252", "macroman"])(
  "lists of objects, people of schema.org and contacts in %s keep their letters",
  async (encoding) => {
    const name = "Jörg Grünwald";
    const files = {
      "a.json": JSON.stringify([{ name, title: "Professor für Alter" }]),
      "b.json": JSON.stringify({ "@context": "https://schema.org", "@type": "Person", name }),
      "c.vcf": `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nEND:VCARD\r\n`,
    };
    for (const [file, text] of Object.entries(files)) {
      const id = await send(iconv.encode(text, encoding, { addBOM: encoding.startsWith("utf16") }), file);
      const { columns, sample } = await importColumns(admin, id);
      expect([file, sample[0]?.cells[columns.findIndex((column) => /^name$/i.test(column))]]).toEqual([file, name]);
    }
  },
);

test("reads the contacts of old and damaged vCard files, and refuses a file that is cut off", async () => {
  const cards = [
    "BEGIN:VCARD",
    "VERSION:2.1",
    "FN:Ann Onym",
    "TITLE;ENCODING=QUOTED-PRINTABLE:Professorin f=FCr Alter",
    "AGENT:",
    "BEGIN:VCARD",
    "FN:Agnes Agent",
    "END:VCARD",
    "NOTE:Has no end",
    "BEGIN:VCARD",
    "VERSION:4.0",
    "FN:Bob Beta",
    "FN:Robert Beta",
    "TITLE;ENCODING=QUOTED-PRINTABLE:Stra=C3=9Fe",
    "END:VCARD",
    "BEGIN:VCARD",
    "FN:A team",
    "X-ADDRESSBOOKSERVER-KIND:group",
    "END:VCARD",
  ].join("\r\n");
  const { columns, sample } = await importColumns(admin, await send(cards, "people.vcf"));
  const people = sample.map(({ cells }) =>
    Object.fromEntries(columns.map((name, index) => [name, cells[index]]).filter(([, cell]) => cell)),
  );
  expect(people).toEqual([
    { Name: "Ann Onym", Title: "Professorin für Alter", Note: "Has no end" },
    { Name: "Bob Beta", Nickname: "Robert Beta", Title: "Straße" },
    { Name: "A team", Kind: "group" },
  ]);
  await expect(send(`${cards}\r\nBEGIN:VCARD\r\nFN:Cut Off`, "people.vcf")).rejects.toThrow("only a part");
});

test("reads the networks, labels and days of birth of contacts, and only addresses as websites", async () => {
  const cards = [
    "BEGIN:VCARD",
    "FN:Ann Onym",
    "X-SOCIALPROFILE;TYPE=linkedin:https://www.linkedin.com/in/ann",
    "X-SOCIALPROFILE;TYPE=twitter:x-apple:ann",
    "item1.URL:https://ann.example/",
    "item1.X-ABLabel:_$!<HomePage>!$_",
    "item2.URL:https://lab.example/",
    "item2.X-ABLabel:My | lab",
    "BDAY:19780412",
    "END:VCARD",
    "BEGIN:VCARD",
    "FN:Bob Beta",
    "BDAY:--0412",
    "DEATHDATE:19960415",
    "END:VCARD",
  ].join("\r\n");
  const { columns, sample } = await importColumns(admin, await send(cards, "people.vcf"));
  const people = sample.map(({ cells }) =>
    Object.fromEntries(columns.map((name, index) => [name, cells[index]]).filter(([, cell]) => cell)),
  );
  expect(people).toEqual([
    {
      Name: "Ann Onym",
      Website: "LinkedIn|https://www.linkedin.com/in/ann\nhttps://ann.example/\nMy   lab|https://lab.example/",
      "Year of birth": "1978-04-12",
    },
    { Name: "Bob Beta", "Year of death": "1996-04-15" },
  ]);
});

test("a list of objects may have columns of any name", async () => {
  const list: object[] = [{ name: "Ann Onym", constructor: "Bureau" }, { name: "Bob Beta" }];
  const { sample } = await importColumns(admin, await send(JSON.stringify(list), "drivers.json"));
  expect(sample.map(({ cells }) => cells.filter(Boolean))).toEqual([["Ann Onym", "Bureau"], ["Bob Beta"]]);
});

test("of several readings at the same time one counts, and a check of the former reading ends", async () => {
  const rows = Array.from({ length: 300 }, (_, index) => `Person Number${index};One`);
  const id = await send(`Name;Title\n${rows.join("\n")}`);
  const results = await Promise.allSettled([
    changeReading(admin, id, { headerRow: 0 }),
    changeReading(admin, id, { separator: "," }),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await changeReading(admin, id, { headerRow: 1, separator: ";" });
  await chooseColumns(admin, id, { fields: ["name", "title"] });
  await changeReading(admin, id, { headerRow: 2 });
  expect(await settle(id)).toMatchObject({ phase: "columns", status: "waiting" });
  await expect(applyImport(admin, id)).rejects.toMatchObject({ problem: "conflict" });
  await chooseColumns(admin, id, { fields: ["name", "title"] });
  expect(await settle(id)).toMatchObject({ phase: "checked", counts: { new: 299 } });
});

test("a page that showed another reading or check stores no choices", async () => {
  const id = await send("Name;Title\nA One;X\nB Two;Y\n");
  const shown = async () => (await findImport(admin, id)).version;
  const isStale = { problem: "conflict", message: expect.stringContaining("read or checked again") };
  const fields = ["name", "title"];
  const firstVersion = await shown();
  await changeReading(admin, id, { headerRow: 0 });
  await expect(chooseColumns(admin, id, { fields, version: firstVersion })).rejects.toMatchObject(isStale);
  await chooseColumns(admin, id, { fields, version: await shown() });
  expect(await settle(id)).toMatchObject({ phase: "checked", counts: { new: 3 } });
  const version = await shown();
  await chooseColumns(admin, id, { fields: ["title", "name"], version });
  await settle(id);
  for (const attempt of [
    () => chooseColumns(admin, id, { fields, version }),
    () => chooseRows(admin, id, { shown: ["0"], version }),
    () => chooseAll(admin, id, { outcome: "new", isTaken: false, version }),
    () => applyImport(admin, id, { version }),
  ])
    await expect(attempt()).rejects.toMatchObject(isStale);
  await chooseRows(admin, id, { shown: ["0"], version: await shown() });
  expect(await importReview(admin, id)).toMatchObject({ taken: 2 });
});

test("columns of the same name have their problems counted together", async () => {
  const { id } = await check("Name,Born,Born\nA One,soon,soon\nB Two,soon,1960\n", {
    fields: ["name", "born", "died"],
  });
  expect((await importFigures(admin, id)).notes).toEqual({ Born: { year: 3 } });
});

test("suggests the mapping that was stored last, also under a name that exists", async () => {
  const text = "Name,Title\nA One,Chair\n";
  for (const [mappingName, state] of [
    ["First", "public"],
    ["Second", "draft"],
    ["First", "public"],
  ])
    await check(text, { mappingName, state });
  expect((await importColumns(admin, await send(text))).mapping.state).toBe("public");
});

test("the rows of an import can be seen when its file was deleted; an old file is not checked again", async () => {
  const { id } = await check("Name,Title\nA One,Chair\n");
  const path = join(env.DATA_DIR, "imports", id);
  const eightDaysAgo = new Date(Date.now() - 8 * DAY_MS);
  utimesSync(path, eightDaysAgo, eightDaysAgo);
  await expect(checkImport(admin, id)).rejects.toMatchObject({ problem: "missing" });
  rmSync(path);
  const { rows } = await reviewPage(admin, id, { show: "all", page: 1 });
  expect(rows).toMatchObject([{ name: "A One", source: [{ heading: "", text: "A One" }, { text: "Chair" }] }]);
});

test("adding all questions as new people keeps the answers; a second row about one person is left out", async () => {
  await importExperts([{ name: "Dora Draft", title: "Chair" }], { origin: "editor" });
  const [dora] = await readPeople();
  const { id } = await check("Name,Title\nDora Draft,One\nDora Draft,Two\nDora Draft,Three\n");
  const shown = ["0", "1"];
  await chooseRows(admin, id, { shown, "answer-0": dora?.id, "answer-1": dora?.id });
  await chooseAll(admin, id, { outcome: "question", isTaken: true });
  await applyImport(admin, id);
  expect((await settle(id)).message).toBe("2 records were written.");
  expect((await readPeople()).map(({ name, title }) => [name, title])).toEqual([
    ["Dora Draft", "One"],
    ["Dora Draft", "Three"],
  ]);
  const { rows } = await reviewPage(admin, id, { show: "question", page: 1 });
  expect(rows[1]).toMatchObject({ state: "out", detail: "Dora Draft is in the file twice, in row 2, too." });
  await undoImport(admin, id);
  expect((await readPeople()).map(({ title }) => title)).toEqual(["Chair"]);
});

test("D70 lists that follow the first of a file above 32 MB are read or refused by name, and never left out silently", async () => {
  const people = (committee: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `${committee} Person ${index}`,
      title: "Member",
      text: "x".repeat(9_000),
    }));
  const file = (counts: Record<string, number>) =>
    JSON.stringify(Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, people(name, count)])));
  await expect(send(file({ North: 2_500, South: 1_500 }), "committees.json")).rejects.toThrow(
    "This file is larger than 32 MB and has several lists of people: also “South”. Please send each list as a file of its own.",
  );
  const { view } = await check(file({ North: 1_000, South: 1_000, West: 1_800 }), { name: "committees.json" });
  expect([view.phase, view.done]).toEqual(["checked", 3_800]);
});

test("D70 the people of a JSON file are read although it has more links between them, works or sponsors", async () => {
  const links = Array.from({ length: 9 }, (_, source) => ({ source, target: source + 1, value: 2 }));
  const papers = links.map((_, doi) => ({ doi, year: 2001 }));
  const sponsors = links.map(({ source }) => ({ name: `Sponsor ${source}`, url: "https://sponsor.example" }));
  const nodes = ["Ada Ebb", "Bea Brook"].map((name) => ({ name, group: 1 }));
  const speakers = [{ first_name: "Ada", last_name: "Ebb", company: "Institute of the Sea" }];
  const columnsOf = async (lists: object) => (await importColumns(admin, await send(JSON.stringify(lists)))).columns;
  expect(await columnsOf({ links, nodes, papers })).toEqual(["name", "group"]);
  expect(await columnsOf({ sponsors, papers, speakers })).toEqual(["first_name", "last_name", "company"]);
  expect(await columnsOf({ sponsors, papers })).toEqual(["name", "url"]);
});

test("D70 headings of sites, workplaces and research in further languages are recognised", () => {
  const headings: Record<string, string[]> = {
    topics: [
      "Область исследований",
      "専門分野",
      "研究方向",
      "연구분야",
      "Áreas de investigación",
      "Linhas de pesquisa",
    ],
    affiliation: ["Ente di appartenenza", "Centro de trabajo", "Local de trabalho", "Lieu de travail"],
    referenceLinks: ["Sito web", "Página web"],
  };
  const textFor = (target: string) => (target === "referenceLinks" ? "https://ada.example" : "Institute of the Sea");
  const guesses = Object.entries(headings).flatMap(([target, names]) =>
    names.map((name) => [target, guessMapping(["Name", name], [["Ada Ebb", textFor(target)]]).columns[1]]),
  );
  expect(guesses.filter(([target, guess]) => guess !== target)).toEqual([]);
});

test("D70 a term or stay with an address keeps its years, and a link its label", async () => {
  const terms = [
    { type: "Member", start: "2001-01-03", end: "2007-01-03", url: "https://ada.example" },
    { url: "https://chair.example", from: 2009, to: null, created_at: "2020-01-01" },
    { service: "GitHub", url: "https://github.com/ada", id: 2001 },
  ];
  const id = await send(
    JSON.stringify([
      { name: "Ada Ebb", terms },
      { name: "Bea Brook", terms: [] },
    ]),
    "terms.json",
  );
  const { columns, sample } = await importColumns(admin, id);
  expect(sample[0]?.cells[columns.indexOf("terms")]).toBe(
    "Member, 2001–2007|https://ada.example\n2009|https://chair.example\nGitHub|https://github.com/ada",
  );
});

test("reads vCard, JSON-LD and lists of objects as tables", async () => {
  const card =
    "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Vera Card\r\nN:Card;Vera;;;\r\nTITLE:Editor\r\nORG:Institute;Lab\r\nURL:https://vera.example.org\r\nEND:VCARD\r\n";
  const graph = {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Person",
        name: "Lena Data",
        jobTitle: "Analyst",
        affiliation: { "@type": "Organization", name: "Bureau" },
      },
    ],
  };
  const list = [{ fields: { Name: "Arto Base", Title: "Maker", Tags: ["Cells", "Genes"] } }];
  await importTable(card, { name: "x.vcf" });
  await importTable(JSON.stringify(graph), { name: "x.jsonld" });
  const rows = await importTable(JSON.stringify(list), { name: "x.json" });
  expect(rows.map(({ name, title, affiliation, topics }) => [name, title, affiliation, topics])).toEqual([
    ["Vera Card", "Editor", "Institute", "[]"],
    ["Lena Data", "Analyst", "Bureau", "[]"],
    ["Arto Base", "Maker", "", '["cells","genes"]'],
  ]);
  expect((await db.selectFrom("topics").select("name").orderBy("name").execute()).map(({ name }) => name)).toEqual([
    "Cells",
    "Genes",
  ]);
});

test("drafts are released one by one or together; an import is undone as a whole, or by person once somebody changed", async () => {
  const table = "Name,Title\nDora Draft,One\nEmil Draft,Two\n";
  const { id } = await check(table, { state: "draft" });
  await applyImport(admin, id);
  await settle(id);
  expect(await db.selectFrom("listing").selectAll().execute()).toEqual([]);
  const { drafts } = await draftsPage(admin, { search: "", page: 1 });
  expect(drafts.map(({ name }) => name)).toEqual(["Dora Draft", "Emil Draft"]);
  expect(await draftsPage(admin, { search: "", page: 9 }), "a page past the end").toMatchObject({
    drafts,
    currentPage: 1,
  });
  expect(await releaseDrafts(admin, { ids: [drafts[0]?.id] })).toEqual({ released: 1, refused: [], left: 0 });
  await expect(undoImport(admin, id)).rejects.toMatchObject({ problem: "conflict" });
  const { rows } = await reviewPage(admin, id, { show: "new", page: 1 });
  await undoPerson(admin, id, rows[1]?.position ?? -1);
  expect((await readPeople()).map(({ name }) => name)).toEqual(["Dora Draft"]);

  const secondImport = await check("Name,Title\nDora Draft,Director\nFay Fresh,New\n");
  await chooseAll(admin, secondImport.id, { outcome: "question", isTaken: true });
  await applyImport(admin, secondImport.id);
  await settle(secondImport.id);
  expect(await readPeople()).toHaveLength(3);
  await undoImport(admin, secondImport.id);
  expect((await readPeople()).map(({ name, title }) => [name, title])).toEqual([["Dora Draft", "One"]]);
});

test("an undo reverts what its own import wrote, including notes and sorting, and nothing of an earlier import", async () => {
  await importTable("Name,Title\nLeo da Vinci,One\n");
  const importAll = async (table: string) => {
    const { id } = await check(table);
    await chooseAll(admin, id, { outcome: "changed", isTaken: true });
    await applyImport(admin, id);
    await settle(id);
    return id;
  };
  await importAll("Name,Title,Slug\nLeo da Vinci,Two,leo-da-vinci\n");
  const comparableFields = ({ name, title, notes, givenSortName, sortsAs }: ExpertRow) => ({
    name,
    title,
    notes,
    givenSortName,
    sortsAs,
  });
  const fieldsBefore = (await readPeople()).map(comparableFields);
  expect(fieldsBefore).toMatchObject([{ title: "Two", sortsAs: "vinci leo da" }]);
  const id = await importAll(
    "Name,Title,Slug,Sort name,Notes\nLeo da Vinci,Two,leo-da-vinci,Leo da Vinci,Met in Milan\n",
  );
  expect(await readPeople()).toMatchObject([
    { notes: expect.stringContaining("Met in Milan"), sortsAs: "leo da vinci" },
  ]);
  await undoImport(admin, id);
  expect((await readPeople()).map(comparableFields)).toEqual(fieldsBefore);
});

test("notes that an import added are not replaced by a call that has read the person before", async () => {
  await importTable("Name,Title\nLeo da Vinci,One\n");
  const [{ id: key = "", updatedAt = "" } = {}] = await readPeople();
  const { id } = await check("Name,Title,Slug,Notes\nLeo da Vinci,One,leo-da-vinci,Met in Milan\n");
  await chooseAll(admin, id, { outcome: "changed", isTaken: true });
  const colleague = await withSession(asAdmin(await addMember({ role: "admin", email: "colleague@mail.example" })));
  await applyImport(admin, id);
  await settle(id);
  const origins = { origin: "https://site.example", linkOrigin: "https://site.example" };
  const edit = editExpert(colleague, key, { notes: "Mine", updatedAt }, origins);
  await expect(edit).rejects.toMatchObject({ problem: "conflict" });
  expect(await readPeople()).toMatchObject([{ notes: "Notes: Met in Milan" }]);
});

test("a person who is changed while an undo runs stays, and can be undone alone", async () => {
  const { id } = await check("Name,Title\nAda Aale,One\nBo Beek,Two\nCy Cole,Three\n");
  await applyImport(admin, id);
  await settle(id);
  const changedFields = { title: "Changed", updatedAt: "2026-12-01T00:00:00.000Z" };
  await db.updateTable("experts").set(changedFields).where("name", "=", "Bo Beek").execute();
  const { signal } = new AbortController();
  await undoAll(admin, { id, name: "people.csv" }, { inTransaction: inShortTransaction, progress() {}, signal });
  expect((await readPeople()).map(({ name, title }) => [name, title])).toEqual([["Bo Beek", "Changed"]]);
  expect(await findImport(admin, id)).toMatchObject({ phase: "written", undoneAt: null });
  const { rows } = await reviewPage(admin, id, { show: "new", page: 1 });
  await undoPerson(admin, id, rows[1]?.position ?? -1);
  expect(await readPeople()).toEqual([]);
  const lines = db.selectFrom("auditLog").select(["subjectKind", "subjectName", "detail"]);
  expect(await lines.where("action", "=", "import undone").orderBy("rowId", "desc").limit(2).execute()).toEqual([
    { subjectKind: "expert", subjectName: "Bo Beek", detail: "" },
    { subjectKind: "directory", subjectName: "people.csv", detail: "without 1 changed since" },
  ]);
});

test("names in scripts with several readings get a slug only from a given Latin spelling", async () => {
  const rows = await importTable("Name,Romanized name\n山中 花子,Hanako Yamanaka\n高橋 一郎,\nكريم حسن,\n");
  expect(rows[0]?.slug).toBe("hanako-yamanaka");
  for (const { slug } of rows.slice(1)) expect(slug).toMatch(/^expert-/);
});

test("keeps a name with a comma whole in a list, also beside other names", async () => {
  for (const name of ["Ice, snow, and what melts", "Frailty", "Sleep"]) await createTopic(admin, { name });
  const cells = ["Frailty; ice, snow, and what melts", "Sleep, Ice, snow, and what melts, Frailty", "Ice, Sleep"];
  const lines = cells.map((cell, index) => `Person ${"ABC"[index]}aale,Title,"${cell}"`);
  const { id } = await check(`Name,Title,Topics\n${lines.join("\n")}\n`, { newTopics: "leave", state: "draft" });
  await applyImport(admin, id);
  await settle(id);
  expect((await readPeople()).map(({ topics }) => JSON.parse(topics))).toEqual([
    ["frailty", "ice-snow-and-what-melts"],
    ["sleep", "ice-snow-and-what-melts", "frailty"],
    ["sleep"],
  ]);
});

test("proposes topics that a table names and the site lacks; an added topic is assigned to its people", async () => {
  const { id } = await check("Name,Title,Topics\nAda Aale,One,Frailty; Sleep\nBo Beek,Two,frailty\nCy Cole,Three,\n", {
    newTopics: "propose",
    state: "draft",
  });
  await applyImport(admin, id);
  await settle(id);
  expect((await readPeople()).map(({ topics }) => topics)).toEqual(["[]", "[]", "[]"]);
  expect(await proposedTopics(admin, id)).toEqual([
    { name: "Frailty", slug: "frailty", people: 2 },
    { name: "Sleep", slug: "sleep", people: 1 },
  ]);
  await addProposedTopic(admin, id, "frailty");
  await expect(addProposedTopic(admin, id, "frailty")).rejects.toMatchObject({ problem: "missing" });
  expect((await readPeople()).map(({ topics }) => topics)).toEqual(['["frailty"]', '["frailty"]', "[]"]);
  expect(await proposedTopics(admin, id)).toMatchObject([{ slug: "sleep" }]);
  await undoImport(admin, id);
  expect(await readPeople()).toEqual([]);
});

test("a topic that two imports would add is added once", async () => {
  const firstImport = await check("Name,Topics\nAda Aale,Frailty\n", { newTopics: "make" });
  const secondImport = await check("Name,Topics\nBo Beek,Frailty\n", { newTopics: "make" });
  for (const { id } of [firstImport, secondImport]) {
    await applyImport(admin, id);
    await settle(id);
  }
  const topics = await db.selectFrom("topics").select("slug").where("name", "=", "Frailty").execute();
  expect(topics).toEqual([{ slug: "frailty" }]);
  expect((await readPeople()).map(({ topics }) => topics)).toEqual(['["frailty"]', '["frailty"]']);
});

test("an undo that the end of the server interrupted is continued", async () => {
  const { id } = await check("Name,Title\nAda Aale,One\nBo Beek,Two\n");
  await applyImport(admin, id);
  await settle(id);
  const [firstRow] = (await reviewPage(admin, id, { show: "new", page: 1 })).rows;
  await undoPerson(admin, id, firstRow?.position ?? -1);
  await db.updateTable("imports").set({ phase: "undoing", jobId: null }).where("id", "=", id).execute();
  expect(await findImport(admin, id)).toMatchObject({
    status: "interrupted",
    message: expect.stringContaining("undone"),
  });
  await resumeImports();
  await eventually(async () =>
    expect(await findImport(admin, id)).toMatchObject({ message: "This import was undone." }),
  );
  expect(await readPeople()).toEqual([]);
});

test("two rows of a file with similar names are a question, unless something tells them apart", async () => {
  const { id, view } = await check(
    'Name,Affiliation,Born\nMara Quill,Institute,1960\nMara Quill,University,1960\n"Quill, Mara, PhD",,\nMara R. Quill,,1961\n',
  );
  expect(view.counts).toMatchObject({ new: 2, question: 2 });
  const { rows } = await reviewPage(admin, id, { show: "question", page: 1 });
  expect(rows.map(({ row, candidates, isTaken }) => [row, candidates, isTaken])).toEqual([
    [4, [], false],
    [5, [], false],
  ]);
});

test("keeps all positions that have the same page as their source", async () => {
  const page = "https://page.example.org/life";
  const lines = [`Head | Institute | 1982 | ended | ${page}`, `Professor | University | 1968 | 1980 | ${page}`];
  const [row] = await importTable(`Name,positions\nPia Post,"${lines.join("\n")}"\n`);
  expect(JSON.parse(row?.positions ?? "[]")).toHaveLength(2);
});

test("a code after a city is a state, or left to the editor, but not silently another country", async () => {
  const places = [
    "Boston, MA",
    "Atlanta, GA",
    "Berlin, DE",
    "Toronto, CA",
    "Torino, TO",
    "Washington",
    "Paris, FR",
    "Kent, UK",
  ];
  const rows = places.map((place, index) => `Ann Lee${"abcdefgh"[index]},"${place}"`);
  const { id, view } = await check(`Name,Location\n${rows.join("\n")}\n`);
  expect(view.unknown).toEqual([{ column: 1, value: "TO", count: 1 }]);
  await applyImport(admin, id);
  await settle(id);
  expect((await readPeople()).map(({ city, country }) => [city, country])).toEqual([
    ["Boston", "US"],
    ["Atlanta", "US"],
    ["Berlin", "DE"],
    ["Toronto", "CA"],
    ["Torino", ""],
    ["Washington", "US"],
    ["Paris", "FR"],
    ["Kent", "GB"],
  ]);
});

test("a place is read with its country in any position, without postal codes and further places", async () => {
  const expectedPlaces: Record<string, [string, string]> = {
    "Köln (Germany)": ["Köln", "DE"],
    "Germany (Berlin)": ["Berlin", "DE"],
    "Germany, Berlin": ["Berlin", "DE"],
    "Berlin – Germany": ["Berlin", "DE"],
    "Frankfurt, DE": ["Frankfurt", "DE"],
    "Tübingen, DE": ["Tübingen", "DE"],
    "Toronto, ON": ["Toronto", "CA"],
    "Atlanta, Georgia": ["Atlanta", "US"],
    "Tbilisi, Georgia": ["Tbilisi", "GE"],
    "Worcester, MA 01605": ["Worcester", "US"],
    "80539 München, Germany": ["München", "DE"],
    "Halle (Saale)": ["Halle (Saale)", ""],
    "Lebanon, NH": ["Lebanon", "US"],
    "New York, NY; Berlin, Germany": ["New York", "US"],
  };
  const rows = Object.keys(expectedPlaces).map((place, index) => `Ann Lee${"abcdefghijklmn"[index]},"${place}"`);
  const { id, view } = await check(`Name,Location\n${rows.join("\n")}\n`);
  expect(view.unknown).toEqual([]);
  const { rows: notedRows } = await reviewPage(admin, id, { show: "noted", page: 1 });
  expect(notedRows.map(({ problems }) => problems)).toEqual([
    ["Location: “Berlin, Germany” has more entries than fit."],
  ]);
  await applyImport(admin, id);
  await settle(id);
  expect((await readPeople()).map(({ city, country }) => [city, country])).toEqual(Object.values(expectedPlaces));
});

test("names that programs write for an empty value are names, and NA in a column of countries is asked about", async () => {
  const lines = ["Na,Li,NA", "Nan,Laird,DE", "Christopher,Null,n/a", "Ann,NULL,DE"];
  const people = await importTable(`First Name,Last Name,Country\n${lines.join("\n")}\n`);
  expect(people.map(({ name, country }) => [name, country])).toEqual([
    ["Na Li", ""],
    ["Nan Laird", "DE"],
    ["Christopher Null", ""],
    ["Ann", "DE"],
  ]);
});

test("splits an institution from an inverted name, and reports cells beyond the last column", async () => {
  const { id } = await check('Name,Title\n"Quade, Ines, University of Bland",Chair\nAnn Lee,Professor, Oxford,x\n');
  const { rows } = await reviewPage(admin, id, { show: "new", page: 1 });
  expect(rows.map(({ problems }) => problems)).toEqual([[], ["“Oxford; x” stands beyond the last column."]]);
  await applyImport(admin, id);
  await settle(id);
  expect(await readPeople()).toMatchObject([{ name: "Ines Quade", affiliation: "University of Bland" }, {}]);
});

test("topics with the same slug stay different, and only topics of written people are made", async () => {
  const { id, view } = await check("Name,Topics\nAda Aale,C\nBo Beek,C++\nCy Cole,Sleep\n", { newTopics: "make" });
  expect(view.newTopics).toEqual(["C", "C++", "Sleep"]);
  const { rows } = await reviewPage(admin, id, { show: "new", page: 1 });
  const positions = rows.map(({ position }) => String(position));
  await chooseRows(admin, id, { shown: positions, taken: positions.slice(0, 2) });
  await applyImport(admin, id);
  await settle(id);
  expect((await readPeople()).map(({ topics }) => topics)).toEqual(['["c"]', '["c-2"]']);
  const topics = await db.selectFrom("topics").select(["slug", "name"]).orderBy("slug").execute();
  expect(topics).toEqual([
    { slug: "c", name: "C" },
    { slug: "c-2", name: "C++" },
  ]);
});

test("objects are named by their display names, and properties beyond the most columns are shown", async () => {
  const institution = {
    id: "https://openalex.org/I1",
    ror: "https://ror.org/03vek6s52",
    display_name: "Bland Institute",
  };
  const author = {
    display_name: "Ann Lee",
    affiliation: [{ institution, years: [2024, 2023] }],
    topics: [{ id: "https://openalex.org/T1", display_name: "Sleep", count: 3 }],
  };
  const manyProperties = Object.fromEntries(Array.from({ length: 197 }, (_, index) => [`Other ${index}`, `x${index}`]));
  const lateAuthor = { display_name: "Bo Late", ...manyProperties, website: "https://bo.example" };
  const id = await send(JSON.stringify([author, lateAuthor]), "a.json");
  const { sample, mapping } = await importColumns(admin, id);
  expect(sample[0]?.cells.slice(0, 3)).toEqual(["Ann Lee", "Bland Institute", "Sleep"]);
  await chooseColumns(admin, id, { fields: mapping.columns, state: "public" });
  await settle(id);
  const { rows } = await reviewPage(admin, id, { show: "noted", page: 1 });
  expect(rows.map(({ name, problems }) => [name, problems])).toEqual([
    ["Bo Late", ["“website: https://bo.example” stands beyond the last column."]],
  ]);
});
