/** Tests rules about public kinds of records that the compiler cannot check. */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { findFollowedSubject } from "~/models/readers/follows/targets.server";
import {
  KIND_NAMES,
  type KindName,
  PUBLIC_KINDS,
  type PublicKind,
  type ShownIn,
} from "~/models/records/shared/public-kinds";
import { isReserved } from "~/models/records/shared/slugs.server";
import { schemaTables } from "../../../test/support/rows-about-person";
import { ADMIN_PAGES, PARTS, RECORD_PAGES, TABLES, TOOLS } from "./parts.server";
import { OFFER_KINDS } from "./search/offers.server";
import { KINDS } from "./transfer/manifest.server";

beforeAll(() => migrate(db));

const ROUTES = readdirSync("app/routes").map((file) => file.replace(/\.tsx?$/, "").replaceAll("_", ""));
const readSource = (file: string) => readFileSync(`app/${file}`, "utf8");

/** The columns that trash, history, changes, visits and featured order read of every kind. */
const COLUMNS = ["rowId", "id", "slug", "title", "origin", "createdAt", "updatedAt", "deletedAt", "featuredPosition"];

/** Describes what a kind lacks. */
async function describeGaps(kind: KindName): Promise<string[]> {
  const { table, revisions, path, list, name, since, publicWhen }: PublicKind = PUBLIC_KINDS[kind];
  const firstSegment = path("").split("/")[1] ?? "";
  const exportedTables = TABLES.filter(([, { handedOut }]) => typeof handedOut !== "string").map(
    ([tableName]) => tableName as string,
  );
  const columns =
    schemaTables()
      .find((candidate) => candidate.name === table)
      ?.columns.map((column) => column.name) ?? [];
  const pages = await Promise.all(PARTS.map(({ sitemap }) => sitemap?.pages?.() ?? []));
  const llms = await Promise.all(PARTS.map(({ llms: lines }) => lines?.() ?? {}));
  const texts = TABLES.find(([tableName]) => tableName === table)?.[1].texts ?? {};
  const requirements: [isAnswered: boolean, question: string][] = [
    ...[...COLUMNS, name, since, ...(publicWhen ? [publicWhen.column] : [])].map((column): [boolean, string] => [
      columns.includes(column),
      `a column "${column}" in its table`,
    ]),
    [
      PARTS.some(({ hourly }) => hourly && table in hourly),
      `hourly.${table} in a part: deletes what was in the trash for long enough`,
    ],
    [
      PARTS.some(({ sitemap }) => sitemap?.records?.of === table),
      "sitemap.records in a part: search engines are told of each",
    ],
    [pages.flat().includes(list), `sitemap.pages in a part: search engines are told of ${list}`],
    [
      llms.some(({ Directory = [] }) => Directory.some((line) => line.path === list)),
      `llms.Directory in a part: a line for ${list}`,
    ],
    ...["search", "get"].map((verb): [boolean, string] => {
      const tool = `${verb}_${verb === "get" ? kind : table}`;
      return [TOOLS.some(([toolName]) => toolName === tool), `tools.${tool} in a part, for assistants`];
    }),
    [firstSegment === "" || isReserved(firstSegment), `addresses.reserved: no profile may be called "${firstSegment}"`],
    ...["", "/new", "/trash"].map((page): [boolean, string] => [
      ADMIN_PAGES.some(({ to }) => to === `/admin/${table}${page}`),
      `adminPages: /admin/${table}${page}`,
    ]),
    ...["", "/history"].map((page): [boolean, string] => [
      RECORD_PAGES.some(({ to }) => to === `/admin/${table}/:id${page}`),
      `recordPages: /admin/${table}/:id${page}`,
    ]),
    [texts[name as never] === "readers", `tables: "${table}", whose texts readers see`],
    [
      TABLES.some(([tableName, answers]) => tableName === revisions && answers.texts),
      `tables: "${revisions}" with its texts`,
    ],
    [
      exportedTables.includes(table) && KINDS.some(([movedKind]) => movedKind === table),
      `a kind of transfer "${table}"`,
    ],
    ...["$slug", "index"].map((page): [boolean, string] => [
      ROUTES.includes(firstSegment === "" ? `site.${page}` : `site.${firstSegment}.${page}`),
      `a route for readers: ${firstSegment}/${page}`,
    ]),
    [ROUTES.includes(`admin.${table}.$id.restore`), `a route to which "Restore" leads: /admin/${table}/:id/restore`],
    [ROUTES.includes(`api.${table}.$slug`), `the call to which webhooks lead: /api/${table}/{slug}`],
    [ROUTES.includes(`api.admin.${table}.index`), `a call for editors: /api/admin/${table}`],
  ];
  return requirements.flatMap(([isAnswered, question]) => (isAnswered ? [] : `${kind} lacks ${question}`));
}

/** Returns which places show a kind, as far as a test can see. */
async function placesOf(kind: KindName): Promise<Record<ShownIn, boolean>> {
  const { list } = PUBLIC_KINDS[kind];
  const contains = (file: string, text: string) => readSource(file).includes(text);
  const followedSubject = await findFollowedSubject(list).catch(() => null);
  return {
    menu: ["header", "footer"].some((part) => contains(`components/layout/site-${part}.tsx`, `to="${list}"`)),
    offers: OFFER_KINDS.some((offered) => offered === kind),
    feed: ROUTES.includes(`${list.slice(1)}.feed[.]xml`),
    follows: followedSubject !== null,
  };
}

test("reliability 47 each public kind of record is listed, searched, announced, exported and edited", async () => {
  expect((await Promise.all(KIND_NAMES.map(describeGaps))).flat()).toEqual([]);
});

test.each(KIND_NAMES)("reliability 47 %s is shown exactly where its description says so", async (kind) => {
  const expectedPlaces = Object.entries(PUBLIC_KINDS[kind].shown as Record<ShownIn, string | true>);
  expect(await placesOf(kind)).toEqual(
    Object.fromEntries(expectedPlaces.map(([where, answer]) => [where, answer === true])),
  );
});
