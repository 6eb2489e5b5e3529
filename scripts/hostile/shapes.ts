/** Bodies that are no JSON, too much of it, or JSON of another shape (promise 19). */
import { type Body, CALLS, type Call, type Json, leavesOf, withLeaf } from "./calls";
import { type Form, headersOf } from "./forms";
import { doorOf, ENDS, type Sending } from "./sending";

const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

/** What no parser of JSON takes: 400. */
const MALFORMED: (string | Buffer)[] = [
  "",
  " ",
  "{",
  "}",
  "[",
  '{"a":1',
  '{"a":1,}',
  "{'a':1}",
  "{a:1}",
  '{"a":NaN}',
  '{"a":Infinity}',
  '{"a":0x10}',
  '{"a":01}',
  '{"a":+1}',
  '{"a":.5}',
  '{"a":"\n"}',
  '{"a":"\\x"}',
  '{"a":"\\u12"}',
  '{"a":1}{"b":2}',
  '{"a":1} x',
  "// comment\n{}",
  '{"a":undefined}',
  "undefined",
  "<json/>",
  "a=1&b=2",
  deep('{"a":', "}", 5_000),
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  Buffer.from([0x00]),
  Buffer.from('{"a":"\u0000"}'),
];

/** Good JSON that is no object with the fields of the call, or has strange ones: never a fault. */
const STRANGE: (string | Buffer)[] = [
  "null",
  "true",
  "0",
  "-0",
  '"text"',
  "[]",
  "{}",
  "[[]]",
  "[null]",
  '{"":""}',
  '{"a":1,"a":2}',
  "1e400",
  `[${"1,".repeat(100_000)}1]`,
  `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":${at}`).join()}}`,
  deep("[", "]", 50_000),
  `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3,"then":4,"toJSON":5}',
  `{"a":${"9".repeat(5_000)}}`,
  `{"a":"${"x".repeat(500_000)}"}`,
  Buffer.from('\ufeff{"a":1}'),
  Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28, 0xff, 0xfe]), Buffer.from('"}')]),
  '{"a":"\\ud800"}',
];

/** Values of another type than any field has. */
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
  Array.from({ length: 2_000 }, () => "x"),
  Array.from({ length: 2_000 }, () => ({})),
  JSON.parse(deep("[", "]", 200)),
];

const TYPES = [
  "",
  "text/plain",
  "text/html",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "application/jsonp",
  "application/xml",
  "json",
  "application/ json",
  "*/*",
];

/** Calls that pictures are sent to as data URLs: they take more than others. */
const LARGE = /api\.(experts\.\$slug|admin\.(experts|articles|submissions|promotions)|library\.images)/;
const MEGABYTE = 1024 * 1024;
/** Of the calls where a password is hashed. */
const SMALL = 64 * 1024;

/** As many fields as fit into a form: each costs its sender two bytes. */
const FLOODS = [
  "a&".repeat(500_000),
  Array.from({ length: 100_000 }, (_, at) => `k${at}=`).join("&"),
  "a[]=&".repeat(200_000),
  `a=${"%".repeat(900_000)}`,
];

/** Forms with far more fields than any has. */
export async function floodForms({ world, client, only }: Sending, forms: Form[]): Promise<number> {
  let sent = 0;
  const doors = new Map(forms.map((form) => [form.action.split("?")[0], form]));
  for (const form of doors.values()) {
    if (!only.test(`POST ${form.route.id}`) || ENDS.test(form.action)) continue;
    const headers = { "Content-Type": "application/x-www-form-urlencoded", ...headersOf(world, form.as) };
    const body = FLOODS[sent++ % FLOODS.length];
    await client.ask({ method: "POST", path: form.action, door: `POST ${form.route.id}`, headers, body });
  }
  return sent;
}

/** The largest bodies that a stranger may send, of the smallest values, many at once: none may end the server. */
export async function floodCalls({ world, client, only }: Sending): Promise<number> {
  let sent = 0;
  for (const call of CALLS) {
    if (call.as === "admin" || !call.body || !only.test(doorOf(call))) continue;
    const asked = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        const text = JSON.stringify(await call.body?.(world, at));
        const more = at % 2 ? `[${"{},".repeat(330_000)}{}]` : `"${"x".repeat(1_000_000)}"`;
        const many = `${text.slice(0, -1)},"more":${more}}`;
        const headers = { "Content-Type": "application/json", ...headersOf(world, call.as) };
        return { method: call.method, path: call.path(world), door: doorOf(call), headers, body: many, isSlow: true };
      }),
    );
    await Promise.all(asked.map((question) => client.ask(question)));
    sent += asked.length;
  }
  return sent;
}

/** Sends all of them to every call that takes a body. */
export async function sendShapes({ world, client, report, strings, only }: Sending): Promise<number> {
  let sent = 0;
  const ask = (call: Call, body: string | Buffer, type = "application/json") => {
    sent++;
    const headers: Record<string, string> = { ...headersOf(world, call.as), ...(type ? { "Content-Type": type } : {}) };
    return client.ask({
      method: call.method,
      path: call.path(world),
      door: doorOf(call),
      headers,
      body,
      asksOthers: call.asksOthers,
      isSlow: call.asksOthers,
    });
  };
  const expect = (call: Call, status: number, expected: number, what: string) => {
    if (status !== expected) report.broken(`${what} is answered ${status} and not ${expected}`, doorOf(call), what);
  };
  for (const call of CALLS) {
    if (!call.body || !only.test(doorOf(call))) continue;
    const good: Body = await call.body(world, 0);
    for (const body of MALFORMED)
      expect(
        call,
        (await ask(call, body)).status,
        400,
        `malformed JSON ${JSON.stringify(body.toString()).slice(0, 60)}`,
      );
    for (const type of TYPES)
      expect(call, (await ask(call, JSON.stringify(good), type)).status, 415, `the type "${type}"`);
    for (const body of STRANGE) await ask(call, body);
    const leaves = leavesOf(good);
    const names = Object.keys(good).map((name) => [name]);
    for (const leaf of [...leaves, ...names]) {
      // All values for the first of a call, some for the others: a field is read like its neighbour.
      const chosen = VALUES.filter(() => (call.isDear ? strings.below(8) === 0 : strings.below(2) === 0));
      for (const value of chosen)
        await ask(
          call,
          JSON.stringify(
            withLeaf(call.isPartial ? { [leaf[0] as string]: good[leaf[0] as string] as Json } : good, leaf, value),
          ),
        );
    }
    if (call.route.startsWith("api.auth")) {
      const filled = JSON.stringify(good).padEnd(SMALL + 1, " ");
      expect(call, (await ask(call, filled)).status, 413, "a body of 64 KB and one byte");
    } else if (!LARGE.test(call.route)) {
      const filled = (bytes: number) => Buffer.from(JSON.stringify(good).padEnd(bytes, " "));
      expect(call, (await ask(call, filled(MEGABYTE + 1))).status, 413, "a body of 1 MB and one byte");
      const { status } = await ask(call, filled(MEGABYTE));
      if (status === 413) report.broken("a body of 1 MB is too large", doorOf(call), String(status));
    }
  }
  const large = CALLS.find(({ route, method }) => route === "api.experts.$slug" && method === "PUT") as Call;
  expect(large, (await ask(large, Buffer.alloc(25 * MEGABYTE + 1, " "))).status, 413, "a body of 25 MB and one byte");
  return sent;
}
