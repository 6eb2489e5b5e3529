/** What the compiler cannot ask of a kind of record that readers see. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { type KindName, PUBLIC_KINDS } from "~/models/records/shared/public-kinds";
import { isReserved } from "~/models/records/shared/slugs.server";
import { ADMIN_PAGES, PARTS, RECORD_PAGES, TABLES, TOOLS } from "./parts.server";
import { KINDS } from "./transfer/manifest.server";

/** What a kind lacks, in words. */
function lacking(name: KindName): string[] {
  const { table, revisions, path } = PUBLIC_KINDS[name];
  const first = path("").split("/")[1] ?? "";
  const routes = readdirSync("app/routes").map((file) => file.replace(/\.tsx?$/, "").replaceAll("_", ""));
  const exported = TABLES.filter(([, { handedOut }]) => typeof handedOut !== "string").map(([of]) => of as string);
  const asks: [isAnswered: boolean, question: string][] = [
    [
      PARTS.filter(({ sitemap }) => sitemap?.records).length >= Object.keys(PUBLIC_KINDS).length,
      "sitemap.records in a part: search engines are told of each",
    ],
    [TOOLS.some(([tool]) => tool === `search_${table}`), `tools.search_${table} in a part, for assistants`],
    [first === "" || isReserved(first), `addresses.reserved: no profile may be called "${first}"`],
    [ADMIN_PAGES.some(({ to }) => to === `/admin/${table}`), `adminPages: the list at /admin/${table}`],
    [ADMIN_PAGES.some(({ to }) => to === `/admin/${table}/trash`), `adminPages: the trash at /admin/${table}/trash`],
    ...["", "/history"].map((page): [boolean, string] => [
      RECORD_PAGES.some(({ to }) => to === `/admin/${table}/:id${page}`),
      `recordPages: /admin/${table}/:id${page}`,
    ]),
    [TABLES.some(([of, { texts }]) => of === revisions && texts), `tables: "${revisions}" with its texts`],
    [exported.includes(table) && KINDS.some(([kind]) => kind === table), `a kind of transfer "${table}"`],
    ...["$slug", "index"].map((page): [boolean, string] => [
      routes.includes(first === "" ? `site.${page}` : `site.${first}.${page}`),
      `a route for readers: ${first}/${page}`,
    ]),
  ];
  return asks.flatMap(([isAnswered, question]) => (isAnswered ? [] : `${name} lacks ${question}`));
}

test("reliability 47 each kind of record that readers see is listed, found, told of, moved and edited", () => {
  expect((Object.keys(PUBLIC_KINDS) as KindName[]).flatMap(lacking)).toEqual([]);
});
