/** Tests workbooks, built from their XML parts, as programs and attackers write them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterAll, expect, test } from "vitest";
import { previewTable, readingOf, readTable } from "./table.server";
import { openWorkbook } from "./xlsx.server";

const folder = mkdtempSync(join(tmpdir(), "longevity-xlsx-"));
afterAll(() => rmSync(folder, { recursive: true }));
let fileCount = 0;

function writeFile(bytes: Uint8Array): string {
  const path = join(folder, String(++fileCount));
  writeFileSync(path, bytes);
  return path;
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const textCell = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** Builds a workbook from the names of its sheets, the XML of their rows, and what follows the rows. */
function workbook(
  sheets: [name: string, rows: string, afterRows?: string][],
  files: Record<string, string | Uint8Array> = {},
): Uint8Array {
  const parts: Record<string, string | Uint8Array> = {
    "[Content_Types].xml": `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "xl/workbook.xml": `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets
      .map(([name], index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships xmlns="${RELATIONS}">${sheets
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join("")}<Relationship Id="rId0" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
  };
  for (const [index, [, rows, afterRows = ""]] of sheets.entries())
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${afterRows}</worksheet>`;
  const entries = Object.entries({ ...parts, ...files });
  return zipSync(
    Object.fromEntries(entries.map(([name, part]) => [name, typeof part === "string" ? strToU8(part) : part])),
  );
}

const COLUMNS = `<row r="1">${textCell("A1", "Name")}${textCell("B1", "Title")}</row>`;

async function tableOf(bytes: Uint8Array) {
  const path = writeFile(bytes);
  const { isKept, ...reading } = await readingOf(path, `${path}.rows`);
  expect(isKept).toBe(true);
  const rows: [number, string[]][] = [];
  const { columns } = await previewTable(path, reading);
  for await (const { row, cells } of readTable(path, reading)) rows.push([row, cells]);
  return { reading, columns, rows };
}

test("reads cells as they are shown: values of formulas, dates, numbers, errors; and skips titles above the header", async () => {
  const rows = [
    `<row r="1">${textCell("A1", "Speakers 2026")}</row>`,
    `<row r="3">${textCell("A3", "Name")}${textCell("B3", "Born")}${textCell("C3", "Score")}${textCell("D3", "Country")}</row>`,
    '<row r="4"><c r="A4" t="str"><f>X1&amp;Y1</f><v>Pia Holm</v></c><c r="B4" s="1"><v>21256</v></c><c r="C4"><v>0.30000000000000004</v></c><c r="D4" t="e"><v>#N/A</v></c></row>',
    `<row r="6">${textCell("A6", "Nils Berg")}<c r="B6" s="2"><v>22000.5</v></c><c r="C6" t="b"><v>1</v></c>${textCell("D6", "DE")}</row>`,
  ];
  const { columns, rows: readRows } = await tableOf(workbook([["People", rows.join("")]]));
  expect(columns).toEqual(["Name", "Born", "Score", "Country"]);
  expect(readRows).toEqual([
    [4, ["Pia Holm", "1958-03-12", "0.3", ""]],
    [6, ["Nils Berg", "1960-03-25 12:00", "true", "DE"]],
  ]);
});

test("gives each row of a merged cell its text, but does not repeat titles and headings of groups", async () => {
  const rowXml = (number: number, cells: Record<string, string>) =>
    `<row r="${number}">${Object.entries(cells)
      .map(([column, value]) => textCell(`${column}${number}`, value))
      .join("")}</row>`;
  const staff = [
    rowXml(1, { A: "Our staff" }),
    rowXml(3, { A: "Name", B: "Title", C: "Affiliation" }),
    rowXml(4, { A: "Pia Holm", B: "Professor", C: "Institute of Ice" }),
    rowXml(5, { A: "Nils Berg", B: "Reader" }),
    rowXml(6, { A: "Ida Moe", B: "Fellow" }),
  ];
  const groups = [
    rowXml(1, { A: "Name", B: "Contact" }),
    rowXml(2, { B: "Website", C: "City" }),
    rowXml(3, { A: "Pia Holm", B: "https://pia.example", C: "Oslo" }),
  ];
  const mergeXml = (...ranges: string[]) =>
    `<mergeCells>${ranges.map((range) => `<mergeCell ref="${range}"/>`).join("")}</mergeCells>`;
  const { rows } = await tableOf(workbook([["Staff", staff.join(""), mergeXml("A1:C2", "C4:C8")]]));
  expect(rows).toEqual([
    [4, ["Pia Holm", "Professor", "Institute of Ice"]],
    [5, ["Nils Berg", "Reader", "Institute of Ice"]],
    [6, ["Ida Moe", "Fellow", "Institute of Ice"]],
  ]);
  const groupTable = await tableOf(workbook([["Groups", groups.join(""), mergeXml("A1:A2", "B1:C1")]]));
  expect(groupTable.rows.flatMap(([, cells]) => cells)).not.toContain("Name");
});

test("reads the first of a hundred sheets that is not empty, and offers the others", async () => {
  const sheets = Array.from({ length: 100 }, (_, index): [string, string] => [
    index === 57 ? "A &amp; B" : `Sheet ${index + 1}`,
    index === 57 ? `${COLUMNS}<row r="2">${textCell("A2", "Pia Holm")}</row>` : "",
  ]);
  const { reading, rows } = await tableOf(workbook(sheets));
  expect(reading).toMatchObject({ sheet: "A & B", sheets: expect.arrayContaining(["Sheet 100"]) });
  expect(rows).toEqual([[2, ["Pia Holm", ""]]]);
});

test("passes over a first sheet that is only a title or legend, but not over a list of names", async () => {
  const listXml = (...lines: string[]) =>
    lines.map((line, index) => `<row r="${index + 1}">${textCell(`A${index + 1}`, line)}</row>`).join("");
  const people = `${COLUMNS}<row r="2">${textCell("A2", "Pia Holm")}${textCell("B2", "Pilot")}</row>`;
  const legend = listXml("Legend", "Green: confirmed", "Red: open");
  const { reading, rows } = await tableOf(
    workbook([
      ["Read me", legend],
      ["People", people],
      ["More", people],
    ]),
  );
  expect([reading.sheet, rows]).toEqual(["People", [[2, ["Pia Holm", "Pilot"]]]]);
  const namesTable = await tableOf(
    workbook([
      ["Title", listXml("Speakers")],
      ["Names", listXml("Name", "Pia Holm")],
      ["Notes", legend],
    ]),
  );
  expect([namesTable.reading.sheet, namesTable.rows]).toEqual(["Names", [[2, ["Pia Holm"]]]]);
});

test("reads the cells of a workbook with charts, hidden lists, and names and dates as other programs write them", async () => {
  const people = `${COLUMNS}<row r="2">${textCell("A2", "Pia Holm")}<c r="B2" s="1"><v>1e12</v></c></row>`;
  const bytes = workbook(
    [
      ["Chart", ""],
      ["Lists", `<row r="1">${textCell("A1", "Countries")}</row>`],
      ["P", people],
    ],
    {
      "xl/workbook.xml": `${HEAD}<workbook xmlns="${MAIN}" xmlns:rel="${OFFICE}"><sheets><sheet name="Chart" sheetId="1" rel:id="rId1"/><sheet name='Lists' sheetId='2' state='veryHidden' rel:id='rId2'/><sheet name="Pe&#246;ple &amp; &quot;friends&quot;" sheetId="3" rel:id="rId3"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/chartsheet" Target="chartsheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${OFFICE}/worksheet" Target="worksheets/sheet3.xml"/><Relationship Id="rId0" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    },
  );
  const { reading, rows } = await tableOf(bytes);
  expect(reading).toMatchObject({ sheet: 'Peöple & "friends"', sheets: ['Peöple & "friends"', "Lists"] });
  expect(rows).toEqual([[2, ["Pia Holm", ""]]]);
});

const nestedEntities = Array.from({ length: 12 }, (_, index) =>
  index === 0 ? '<!ENTITY a0 "lol">' : `<!ENTITY a${index} "${`&a${index - 1};`.repeat(10)}">`,
).join("");

test.each([
  [
    "unpacks to more than fits",
    () => workbook([["P", COLUMNS]], { "xl/media/big.bin": new Uint8Array(401 * 1024 * 1024) }),
    "too large",
  ],
  ...['r="XFD1048576"', "r='XFD1048576'", 'r = "XFD1048576"', 'r="&#88;FD1048576"', 'r="A99999999999"', 'r="A1e9"'].map(
    (place): [string, () => Uint8Array, string] => [
      `has a cell far from the others (${place})`,
      () => workbook([["P", `${COLUMNS}<row><c t="inlineStr" ${place}><is><t>far</t></is></c></row>`]]),
      "a cell stands far from the others",
    ],
  ),
  [
    "has a row far from the others",
    () => workbook([["P", `${COLUMNS}<row r="1e9"/>`]]),
    "a cell stands far from the others",
  ],
  [
    "has its sheet under another address",
    () =>
      workbook([["P", ""]], {
        "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="people.xml"/></Relationships>`,
        "xl/people.xml": `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${COLUMNS}<row>${textCell("XFD1048576", "far")}</row></sheetData></worksheet>`,
      }),
    "a cell stands far from the others",
  ],
  ["has no sheet", () => workbook([]), "cannot be read"],
  ["is no archive", () => strToU8("PK\x03\x04 xl/ [Content_Types].xml"), "cannot be read"],
  ["is damaged", () => workbook([["P", COLUMNS]]).slice(0, 400), "cannot be read"],
  [
    "has a password",
    () => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.from("EncryptedPackage", "utf16le")]),
    "has a password",
  ],
  ["is old", () => Buffer.from("d0cf11e0a1b11ae1", "hex"), "old Excel"],
  ["is binary", () => zipSync({ "[Content_Types].xml": strToU8("x"), "xl/workbook.bin": strToU8("x") }), "XLSB"],
  [
    "is of OpenDocument",
    () => zipSync({ mimetype: [strToU8("application/vnd.oasis.opendocument.spreadsheet"), { level: 0 }] }),
    "OpenDocument",
  ],
  [
    "is of Numbers",
    () => zipSync({ "preview.jpg": [new Uint8Array(100_000), { level: 0 }], "Index/Document.iwa": strToU8("x") }),
    "Numbers",
  ],
])("refuses a workbook that %s at once, with advice", async (_, bytes, message) => {
  const path = writeFile(bytes());
  await expect(readingOf(path, `${path}.rows`)).rejects.toThrow(message);
});

test("does not expand the entities of a workbook", async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE worksheet [${nestedEntities}]><worksheet xmlns="${MAIN}"><sheetData>${COLUMNS}<row r="2">${textCell("A2", "&a11;")}${textCell("B2", "x")}</row></sheetData></worksheet>`;
  const result = await tableOf(workbook([["P", COLUMNS]], { "xl/worksheets/sheet1.xml": bomb })).catch(
    (error: Error) => error.message,
  );
  expect(JSON.stringify(result).length).toBeLessThan(1_000);
});

test("a workbook that is closed before its rows are read lets the next one open", async () => {
  const path = writeFile(workbook([["People", COLUMNS]]));
  const { close } = await openWorkbook(path, undefined);
  await close();
  const next = await openWorkbook(path, undefined);
  expect(next.sheets).toEqual(["People"]);
  await next.close();
});
