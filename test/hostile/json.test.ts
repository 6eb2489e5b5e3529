/** Sends JSON that is malformed, of another shape or too large, or that names fields which only the site sets. */
import { describe, expect, test } from "vitest";
import { BODY_CALLS, type Call, type Json, leavesOf, sendTo, withLeaf } from "../support/calls";
import { askChecked } from "../support/checked-requests";
import { rows } from "../support/world";
import { sharedWorld } from "./world";

const world = sharedWorld();

const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

/** Bodies that are not JSON (RFC 8259). */
const MALFORMED: (string | Buffer)[] = [
  ...`{|}|[|{"a":1|{"a":1,}|{'a':1}|{a:1}|undefined|<json/>|a=1&b=2|// comment {}|{"a":1}{"b":2}|{"a":1} x`.split("|"),
  ...String.raw`NaN Infinity 0x10 01 +1 .5 "\x" "\u12" undefined`.split(" ").map((value) => `{"a":${value}}`),
  "",
  " ",
  '{"a":"\n"}',
  deep('{"a":', "}", 5_000),
  Buffer.from([0]),
  Buffer.from('{"a":"\u0000"}'),
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
];

/** Bodies that are JSON, but no object with the fields of a call. */
const STRANGE: (string | Buffer)[] = [
  ...String.raw`null true 0 -0 "text" [] {} [[]] [null] {"":""} {"a":1,"a":2} 1e400 {"a":"\ud800"}`.split(" "),
  `[${"1,".repeat(100_000)}1]`,
  `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":${index}`).join()}}`,
  deep("[", "]", 50_000),
  `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3,"then":4,"toJSON":5}',
  `{"a":${"9".repeat(5_000)}}`,
  `{"a":"${"x".repeat(500_000)}"}`,
  Buffer.from('\ufeff{"a":1}'),
  Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28, 0xff, 0xfe]), Buffer.from('"}')]),
];

/** Values of other types than a field has. */
const VALUES: Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  "",
  [],
  {},
  [[]],
  [null],
  [{}],
  [1, "a", null],
  { toString: 1 },
  { length: 5 },
  { id: {} },
  { id: [], name: 5 },
  JSON.parse(deep("[", "]", 200)),
  Array.from({ length: 2_000 }, () => "x"),
  Array.from({ length: 2_000 }, () => ({})),
];

const TYPES = [
  "",
  "text/plain",
  "text/html",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/jsonp",
  "multipart/form-data; boundary=x",
  "application/xml",
  "json",
  "application/ json",
  "*/*",
];

const MEGABYTE = 1024 * 1024;

describe.each(BODY_CALLS)("reliability 19 $endpoint", { timeout: 300_000 }, (call) => {
  test("answers 400 to bodies that are not JSON, and 415 to other types", async () => {
    for (const body of MALFORMED) {
      const { status } = await sendTo(world, call, body);
      expect([status, String(body).slice(0, 60)]).toEqual([400, String(body).slice(0, 60)]);
    }
    const validText = JSON.stringify(await call.body(world));
    for (const type of TYPES)
      expect([type, (await sendTo(world, call, validText, { "Content-Type": type })).status]).toEqual([type, 415]);
  });

  test("takes JSON of any shape and values of any type without a fault", async () => {
    for (const body of STRANGE) await sendTo(world, call, body);
    const validBody = await call.body(world);
    const places = [...leavesOf(validBody), ...Object.keys(validBody).map((name) => [name])];
    for (const [index, place] of places.entries())
      for (const value of call.isSlow ? VALUES.filter((_, number) => number % 8 === index % 8) : VALUES) {
        const changedBody = withLeaf(validBody, place, value);
        const name = place[0] as string;
        await sendTo(world, call, JSON.stringify(call.isPartial ? { [name]: changedBody[name] } : changedBody));
      }
  });

  test("answers 413 above its limit", async () => {
    const validText = JSON.stringify(await call.body(world));
    const { limit: bodyLimit = MEGABYTE / 16 } = call.operation;
    const characters = typeof bodyLimit === "object" ? bodyLimit.characters : null;
    if (characters !== null) {
      const longText = JSON.stringify({ ...(await call.body(world)), more: "x".repeat(characters + 1) });
      expect((await sendTo(world, call, longText)).status).toBe(413);
    }
    // An escaped character takes 6 bytes (RFC 8259 §7).
    const limit = typeof bodyLimit === "object" ? 6 * bodyLimit.characters + MEGABYTE / 16 : bodyLimit;
    expect((await sendTo(world, call, validText.padEnd(limit + 1, " "))).status).toBe(413);
    if (limit <= MEGABYTE && characters === null)
      expect((await sendTo(world, call, validText.padEnd(limit, " "))).status).not.toBe(413);
  });

  test("applies no field that only the site sets", async () => {
    const validBody = await call.body(world);
    const allowedNames = OWN_MEANING[call.endpoint] ?? [];
    const addedFields = Object.entries(PRIVILEGED).filter(
      ([name]) => !(name in validBody) && !allowedNames.includes(name),
    );
    const text = JSON.stringify({ ...validBody, ...Object.fromEntries(addedFields) });
    await sendTo(world, call, `${text.slice(0, -1)},"__proto__":{"isAdmin":true,"role":"admin"}}`);
    expect(appliedFields()).toEqual([]);
    expect((await askChecked(world, { path: "/api/admin/users", as: "user" })).status).toBe(403);
  });
});

const MARK = "hx-privileged";
const LONG_AGO = "1999-12-31T23:59:59.999Z";
const markedNames = `id userId createdBy reviewedBy origin passwordHash googleId shareToken sortName foldedName contentHash`;
const datedNames = `createdAt submittedAt publishedAt deletedAt emailVerifiedAt lastSignInAt`;

const PRIVILEGED: Record<string, Json> = {
  ...Object.fromEntries(markedNames.split(" ").map((name) => [name, MARK])),
  ...Object.fromEntries(datedNames.split(" ").map((name) => [name, LONG_AGO])),
  rowId: 1,
  expertRowId: 1,
  featuredPosition: 1,
  role: "admin",
  status: "approved",
  isAdmin: true,
  admin: true,
  constructor: { prototype: { isAdmin: true } },
};

/** Privileged names that are fields of a call, such as the item to replace, or the id that a form gave its article. */
const OWN_MEANING: Record<string, string[]> = {
  "POST /api/library/content": ["id"],
  "POST /api/admin/articles": ["id"],
  "POST /api/admin/suggestions": ["id"],
  "PATCH /api/admin/users/{id}": ["role", "status"],
};

/** Returns the columns that hold one of the values sent above. Each table is read once: the largest have 30,000 rows. */
function appliedFields(): string[] {
  const names = rows<{ table: string; column: string }>(
    world,
    "SELECT m.name AS 'table', p.name AS 'column' FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%'",
  );
  const appliedColumns = [...Map.groupBy(names, ({ table }) => table)].flatMap(([table, columns]) => {
    const counts = columns.map(({ column }) => `SUM("${column}" IN ('${MARK}', '${LONG_AGO}')) AS "${column}"`);
    const [row = {}] = rows<Record<string, number>>(world, `SELECT ${counts.join()} FROM "${table}"`);
    return Object.entries(row).flatMap(([column, count]) => (count ? [`${table}.${column}`] : []));
  });
  const approved = rows(world, "SELECT 1 FROM submissions WHERE status = 'approved' LIMIT 1").length > 0;
  return [...appliedColumns, ...(approved ? ["submissions.status"] : [])];
}

describe("reliability 10 the largest bodies that strangers may send, 100 at once", () => {
  const strangers = BODY_CALLS.filter(({ as }) => as !== "admin");
  test.each(strangers)("$endpoint", { timeout: 300_000 }, async (call: Call) => {
    const validStart = JSON.stringify(await call.body?.(world)).slice(0, -1);
    const bodies = [
      `${validStart},"more":[${"{},".repeat(330_000)}{}]}`,
      `${validStart},"more":"${"x".repeat(1_000_000)}"}`,
    ];
    await Promise.all(Array.from({ length: 100 }, (_, index) => sendTo(world, call, bodies[index % 2])));
    expect((await askChecked(world, { path: "/healthz" })).status).toBe(200);
  });
});
