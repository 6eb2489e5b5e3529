/** Imports tables and exports that are all faulty. Each ends with a page that says what became of it. */
import { expect, test } from "vitest";
import { EXPORT_FORMAT } from "~/models/base/input/read-export.server";
import { renewSessions } from "../support/admin";
import { askChecked, multipart, urlencoded } from "../support/checked-requests";
import { formats, markup, sql, unicode } from "../support/hostile-strings";
import { rows } from "../support/world";
import { sharedWorld } from "./world";

const world = sharedWorld();

const bossAccount = { id: "hx", email: "boss@mail.example", role: "admin", status: "active", passwordHash: "x" };
/** Returns an export with a person of this name. */
const exportOf = (name: string) =>
  JSON.stringify({
    format: EXPORT_FORMAT,
    experts: [{ name, title: "x", categories: ["academic"] }],
    users: [bossAccount],
    settings: {},
  });
// A file with NUL is no table of text.
const hostileRows = [...markup, ...unicode, ...sql, ...formats].map(
  (text, index) => `"Import ${index} ${text.replaceAll('"', '""').replaceAll("\0", "")}","Professor"`,
);
const FILES: Record<string, string | Buffer> = {
  "empty.csv": "",
  "only a mark.csv": "\ufeff",
  "only names.csv": "Name,Title\n",
  "no end of a quote.csv": 'Name,Title\n"Ida,Professor\nMore\n',
  "quotes inside.csv": 'Name,Title\nI"d"a,Pro"fessor\n"a"b,c\n',
  "other counts.csv": "Name,Title\na\na,b,c,d\n,,,,\n",
  "semicolons.csv": "Name;Title\r\nIda;Professor\r\n",
  "tabs.tsv": "Name\tTitle\nIda\tProfessor\n",
  "old line ends.csv": "Name,Title\rIda,Professor\r",
  "a cell of 3 MB.csv": `Name,Title\nIda,"${"x".repeat(3_000_000)}"\n`,
  "a name of 1 MB.csv": `Name,Title\n"${"x".repeat(1_000_000)}",y\n`,
  "5,000 columns.csv": `${Array.from({ length: 5_000 }, (_, index) => `c${index}`).join()}\n${"x,".repeat(4_999)}x\n`,
  "100,000 blank rows.csv": `Name,Title\n${",\n".repeat(100_000)}`,
  "the same column 50 times.csv": `${"Name,".repeat(50)}Name\n${"a,".repeat(50)}a\n`,
  "no header.csv": "\n\n\n",
  "header of prototypes.csv": "__proto__,constructor,toString\na,b,c\n",
  "utf16.csv": Buffer.from("\ufeffName,Title\nIda,Professor\n", "utf16le"),
  "latin1.csv": Buffer.from("Name,Title\nJosé,Größe\n", "latin1"),
  "invalid.csv": Buffer.from([0x4e, 0x61, 0x6d, 0x65, 0x0a, 0xff, 0xfe, 0xfd, 0x0a]),
  "zeros.csv": Buffer.alloc(100_000),
  "NUL.csv": "Name,Title\nIda\0,Professor\n",
  "hostile rows.csv": `Name,Title\n${hostileRows.join("\n")}\n`,
  "<script>__hx(1)</script>.csv": "Name,Title\nIda,x\n",
  "../../../etc/cron.d/x.csv": "Name,Title\nIda,x\n",
  "empty.json": "",
  "null.json": "null",
  "list.json": "[]",
  "object.json": "{}",
  "cut.json": exportOf("Export Cut").slice(0, -10),
  "deep.json": `{"experts":${"[".repeat(50_000)}`,
  "deep and closed.json": `{"experts":[${"[".repeat(20_000)}${"]".repeat(20_000)}]}`,
  "wrong kinds.json": JSON.stringify({ experts: 5, users: "x", articles: {}, settings: [] }),
  "wrong rows.json": JSON.stringify({ experts: [null, 1, "x", [], {}, { name: {} }, { name: "x".repeat(100_000) }] }),
  "prototype.json": exportOf("Export Prototype").replace('"title":"x"', '"title":"x","__proto__":{"isAdmin":true}'),
  "an admin.json": JSON.stringify({ users: [bossAccount] }),
  "settings.json": JSON.stringify({ settings: { siteName: "<script>__hx(1)</script>".repeat(20) } }),
  "same key.json": '{"experts":[],"experts":[{"name":"a"}]}',
  "numbers.json": '{"experts":[{"name":1e999,"title":-0}]}',
  "100,000 rows.json": JSON.stringify({ experts: Array.from({ length: 100_000 }, () => 0) }),
  "mark.json": `\ufeff${exportOf("Export Mark")}`,
};

test.for(Object.entries(FILES))("reliability 12, 19 import of %s", async ([filename, content]) => {
  const request = multipart([{ name: "file", filename, content }]);
  const answer = await askChecked(world, { method: "POST", path: "/admin/import?index", as: "admin", ...request });
  const path = answer.headers.location;
  if (!path) return expect(answer.status).toBeGreaterThanOrEqual(400);
  const page = await finishedPage(path);
  if (page.includes('value="columns"')) {
    const columns = [...page.matchAll(/<select[^>]*name="(fields[^"]+)"/g)].map(([, name]) => name as string);
    const chosenFields = columns.map((name, index): [string, string] => [name, ["name", "title"][index] ?? ""]);
    await press(path, [...chosenFields, ["state", "public"], ["intent", "columns"]]);
    await press(path, [["intent", "check"]]);
  }
  await renewSessions(world.site);
  await press(path, [["intent", "apply"]]);
});

test("reliability 19 imports write people, and no admin account", () => {
  const namesLike = (pattern: string) =>
    rows<{ name: string }>(
      world,
      "SELECT name FROM experts WHERE origin = 'import' AND name LIKE ? ORDER BY name",
      pattern,
    ).map(({ name }) => name);
  expect(namesLike("Import %").length).toBeGreaterThan(50);
  expect(namesLike("Export %")).toEqual(["Export Mark", "Export Prototype"]);
  const importedAccounts = rows<{ role: string; passwordHash: string | null }>(
    world,
    "SELECT * FROM users WHERE email = ?",
    bossAccount.email,
  );
  expect(importedAccounts.filter(({ role, passwordHash }) => role === "admin" || passwordHash)).toEqual([]);
});

async function press(path: string, fields: [string, string][]): Promise<void> {
  await askChecked(world, { method: "POST", path, as: "admin", ...urlencoded(fields) });
  await finishedPage(path);
}

/** Returns the page of an import once it no longer reloads itself. */
async function finishedPage(path: string): Promise<string> {
  let page = "";
  const askForRefresh = async () => {
    const answer = await askChecked(world, { path, as: "admin" });
    page = answer.text;
    return answer.headers.refresh;
  };
  await expect.poll(askForRefresh, { timeout: 60_000 }).toBeUndefined();
  return page;
}
