/** Tests that every table and column of the schema is decided about in the part that owns it. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import type { Table } from "~/models/base/parts/part";
import { PUBLIC_KINDS } from "~/models/records/shared/public-kinds";
import { type SchemaTable, schemaTables, triggersOf } from "../../../test/support/rows-about-person";
import { PARTS, RECORD_COLUMNS, recordOf, TABLES } from "./parts.server";
import { KINDS } from "./transfer/manifest.server";

type TableAnswers = Pick<
  Table,
  "person" | "account" | "record" | "texts" | "silent" | "key" | "locate" | "handedOut" | "images"
>;

const OTHER_KINDS = Object.values(PUBLIC_KINDS).filter(({ table }) => table !== "experts");

/** Recognises columns that point to a record by their names, if they have no foreign key. */
const BY_NAME = {
  person: /expertRowId$|^subject(Row)?Id$/i,
  account: /^user(Row)?Id$|[a-z](By|ById)$|email$|^recipient$/i,
  record: new RegExp(`^(${OTHER_KINDS.map(({ owner }) => owner).join("|")})$`, "i"),
};
const TARGETS = { person: ["experts"], account: ["users"], record: OTHER_KINDS.map(({ table }): string => table) };
/** Columns with names of people as texts. */
const NAME_COLUMN = /^(accepted|kept|checked|found)By$/;
const TIME_COLUMN = /^at$|At$|Until$/;

const PERSON = "person: what happens to its rows when two profiles are merged, when the person leaves, in the trash";
const QUESTIONS = {
  person: PERSON,
  account: "account: what happens to its rows when the account ends",
  record: "record that readers see: what happens to its rows when the record is deleted for good, and in the trash",
};

/** Describes the missing decisions about a table. */
function missingDecisions({ name, columns, links }: SchemaTable, table: TableAnswers | undefined): string[] {
  if (!table)
    return [
      `No part owns the table "${name}". Say of it in the part.server.ts of the folder that writes it: which columns lead ` +
        "to a person, an account or another record, and what happens to the rows at a merge, a removal, the end of an " +
        "account and in the trash; which columns hold texts or names, and who sees them; and whether it is exported, " +
        "in the dataset and in “Download my data”, or why not.",
    ];
  const isAnswered = (answers: object | readonly string[] | undefined, column: string) =>
    Array.isArray(answers) ? answers.includes(column) : Object.hasOwn(answers ?? {}, column);
  const questions = columns.flatMap(({ name: column, type }) => {
    const openQuestions: string[] = [];
    const target = links.find(([from]) => from === column)?.[1];
    for (const kind of ["person", "account", "record"] as const) {
      const isReference = target
        ? TARGETS[kind].includes(target)
        : BY_NAME[kind].test(column) && !NAME_COLUMN.test(column);
      const isOwnKey = TARGETS[kind].includes(name);
      if (!isReference || isOwnKey || isAnswered(table[kind], column)) continue;
      if (column === "subjectRowId" || column === "subjectId") if (Object.hasOwn(table, "person")) continue;
      openQuestions.push(`${name}.${column} seems to lead to ${kind === "account" ? "an" : "a"} ${QUESTIONS[kind]}?`);
    }
    const isLeading =
      target !== undefined || (["person", "account", "record"] as const).some((k) => isAnswered(table[k], column));
    const isPlain = type !== "text" || column === "id" || TIME_COLUMN.test(column) || isLeading;
    if (!isPlain && !isAnswered(table.texts, column) && !isAnswered(table.silent, column) && openQuestions.length === 0)
      openQuestions.push(
        `${name}.${column} is a text. Does somebody write in it, or may a name stand in it? Then say under "texts" what ` +
          `becomes of it when the person leaves who is named there; otherwise put it under "silent".`,
      );
    return openQuestions;
  });
  const hasVisibleTexts = Object.values(table.texts ?? {}).some(
    (answer) => answer === "readers" || answer === "editors",
  );
  if (hasVisibleTexts && !table.locate)
    questions.push(`Texts of "${name}" stay when somebody leaves: "locate" says where an admin finds and edits them.`);
  const key = columns.filter(({ key }) => key > 0).toSorted((first, second) => first.key - second.key);
  const keys = key.map((column) => column.name).join();
  if (keys !== "" && keys !== (table.key ?? ["rowId"]).join())
    questions.push(`The rows of "${name}" are told apart by ${keys}: "key" has to say so.`);
  const { handedOut } = table;
  if (table.account && (typeof handedOut === "string" || !handedOut.mine))
    questions.push(
      `"${name}" leads to accounts: "handedOut.mine" says whether its rows are in “Download my data”, or why not.`,
    );
  return questions;
}

test("reliability 47 every table and column of the schema is decided about", () => {
  const answeredTables = new Map<string, Table>(TABLES);
  expect(schemaTables().flatMap((table) => missingDecisions(table, answeredTables.get(table.name)))).toEqual([]);
  expect(TABLES.length, "a table with two owners").toBe(answeredTables.size);
  const tables = schemaTables().map(({ name }) => name);
  expect([...answeredTables.keys()].filter((name) => !tables.includes(name))).toEqual([]);
});

test("EM04 reliability 47 exported and downloaded rows have names that exist", () => {
  const names = (list: "exported" | "mine") =>
    TABLES.flatMap(([, { handedOut }]) => {
      const name = typeof handedOut === "string" ? undefined : handedOut[list];
      return name && !name.startsWith("not: ") ? name.split(" ") : [];
    });
  expect([...new Set(names("exported"))].sort()).toEqual(KINDS.map(([kind]) => kind).sort());
  expect([...new Set(names("mine"))].sort()).toEqual(PARTS.flatMap(({ mine = {} }) => Object.keys(mine)).sort());
});

test("reliability 47 each column that points to another record names its table", () => {
  const columnsWithoutTable = RECORD_COLUMNS.filter((linkColumn) => !recordOf(linkColumn));
  const questions = columnsWithoutTable.map(
    ({ name, column }) => `${name}.${column}: "of" names the table of the record to which it leads.`,
  );
  expect(questions).toEqual([]);
});

test("the list of parts contains the part of every folder", () => {
  const folders = readdirSync("app/models", { recursive: true }).filter((file) =>
    /\/part\.server\.ts$/.test(String(file)),
  );
  expect(PARTS.length).toBe(folders.length);
  expect(new Set(PARTS).size).toBe(PARTS.length);
});

test("reliability 47 describes a table without decisions in words", () => {
  const column = (name: string, type = "text", key = 0) => ({ name, type, key });
  const gifts: SchemaTable = {
    name: "gifts",
    columns: [column("id", "text", 1), column("forWhom", "integer"), column("userId"), column("card"), column("at")],
    links: [["forWhom", "experts", "rowId", "CASCADE"]],
  };
  expect(missingDecisions(gifts, undefined)).toEqual([
    expect.stringMatching(/^No part owns the table "gifts"\. Say of it in/),
  ]);
  const handedOut = "not: a secret" as const;
  expect(missingDecisions(gifts, { handedOut })).toEqual([
    expect.stringMatching(
      /^gifts\.forWhom seems to lead to a person: what happens .* merged, .*leaves, in the trash\?$/,
    ),
    expect.stringMatching(/^gifts\.userId seems to lead to an account: .* when the account ends\?$/),
    expect.stringMatching(/^gifts\.card is a text\. Does somebody write in it/),
    expect.stringMatching(/^The rows of "gifts" are told apart by id/),
  ]);
  const answers = {
    key: ["id"] as never,
    person: { forWhom: {} as never },
    account: { userId: {} as never },
    texts: { card: "readers" },
  } as const;
  expect(missingDecisions(gifts, { ...answers, handedOut })).toEqual([
    expect.stringMatching(/^Texts of "gifts" stay when somebody leaves/),
    expect.stringMatching(/^"gifts" leads to accounts: "handedOut\.mine" says/),
  ]);
});

type TrackedTable = { texts?: object; images?: readonly string[] };

/** Describes what a table for readers lacks. */
async function missingTriggers(name: string, { texts = {}, images = [] }: TrackedTable, columns: string[]) {
  const triggers = await triggersOf(name);
  const raisingEvents = triggers
    .filter(({ sql }) => /update "contentVersion"/i.test(sql))
    .flatMap(({ after }) => after);
  const isPublic = Object.values(texts).includes("readers");
  const notedColumns = columns.filter((column) =>
    triggers.some((trigger) => trigger.name.includes(`_${name}_${column}`)),
  );
  return [
    ...(isPublic && new Set(raisingEvents).size < 3
      ? [`Readers see texts of "${name}", and nothing says that a page of it is old: its migration calls raiseVersion.`]
      : []),
    ...columns
      .filter((column) => /image.*url$/i.test(column) && !images.includes(column))
      .map((column) => `${name}.${column} seems to hold addresses of uploads: "images" says so.`),
    ...images
      .filter((column) => !notedColumns.includes(column))
      .map((column) => `Images in ${name}.${column} would be deleted as unused: its migration calls noteImages.`),
    ...notedColumns
      .filter((column) => !images.includes(column))
      .map((column) => `${name}.${column} is followed: "images" says so.`),
  ];
}

test("reliability 47 triggers raise the content version for public texts, and record used images", async () => {
  await migrate(db);
  const answeredTables = new Map<string, Table>(TABLES);
  const lackingTriggers: string[] = [];
  for (const { name, columns } of schemaTables())
    lackingTriggers.push(
      ...(await missingTriggers(
        name,
        answeredTables.get(name) ?? {},
        columns.map((column) => column.name),
      )),
    );
  expect(lackingTriggers).toEqual([]);
  const answers = { texts: { value: "readers" }, images: ["key"] };
  expect(await missingTriggers("sessions", answers, ["value", "bigImageUrl"])).toEqual([
    expect.stringContaining("calls raiseVersion"),
    expect.stringContaining('sessions.bigImageUrl seems to hold addresses of uploads: "images" says so'),
    expect.stringContaining("Images in sessions.key would be deleted as unused"),
  ]);
});
