/** Whatever table is added, somebody has to say whether it moves. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { db, engine, migrate } from "~/db.server";
import { KINDS, NOT_EXPORTED } from "./manifest.server";
import { NOT_OWN, OWN } from "./my-data.server";

beforeAll(async () => {
  await migrate(db);
});

/** Kysely's own, and the parts of the full-text search. */
const OTHERS =
  /^(kysely_|sqlite_|searchWord|(expert(Names|Titles|Contributions|Texts)|(image|article|library|submission)Search)(_|$))/;

test("EM04 every table moves with a kind of record, or it is said why it does not", async () => {
  const all = (await db.introspection.getTables()).map(({ name }) => name).filter((name) => !OTHERS.test(name));
  const moved = KINDS.flatMap(([, { tables }]) => tables as string[]);
  expect([...new Set([...moved, ...Object.keys(NOT_EXPORTED)])].sort()).toEqual(all.sort());
  expect(Object.keys(NOT_EXPORTED).filter((table) => moved.includes(table))).toEqual([]);
});

/** Columns that say whose a row is. */
const WHOSE = /^userId$|^recipient$|email$/i;

test("every table that says whose a row is, or goes with an account, is in the download, or it is said why it is not", async () => {
  const tables = await db.introspection.getTables();
  const whose = tables.filter(({ columns }) => columns.some(({ name }) => WHOSE.test(name))).map(({ name }) => name);
  const { rows } =
    engine.kind === "sqlite"
      ? await sql<{
          name: string;
        }>`SELECT DISTINCT m.name FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS key
          WHERE key."table" = 'users' AND key.on_delete = 'CASCADE'`.execute(db)
      : await sql<{ name: string }>`select distinct "relname" as "name" from pg_constraint
          join pg_class on pg_class.oid = "conrelid"
          where "confrelid" = '"users"'::regclass and "confdeltype" = 'c'`.execute(db);
  const own = Object.values(OWN).flatMap(({ tables }) => tables as string[]);
  const said = [...own, ...Object.keys(NOT_OWN)];
  const asked = [...whose, ...rows.map(({ name }) => name)].filter((name) => name !== "users");
  expect(asked.filter((name) => !said.includes(name))).toEqual([]);
  expect(rows.length).toBeGreaterThan(8);
  expect(Object.keys(NOT_OWN).filter((name) => own.includes(name) || !asked.includes(name))).toEqual([]);
});
