/** Lists the addresses of all pages and calls that a directory has, so that tests of all of them include new ones. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type SQLite from "better-sqlite3";
import { RECORD_TABLES } from "../../app/models/records/shared/public-kinds";

/** Queries that narrow lists, besides a second page and a search. */
export const VARIANTS: [path: string, queries: string[]][] = [
  ["/", ["page=2", "search=an", "category=academic"]],
  [
    "/directory",
    [
      "page=2",
      "page=4",
      "search=a",
      "search=anna+prof",
      "search=an&category=author",
      "category=investor",
      "category=author,investor,clinician&page=2",
      "category=author,investor&sort=updated",
      "search=an&category=author,investor&sort=newest",
      "sort=name&page=2",
      "sort=newest",
      "sort=updated&page=4",
      "sort=reviewed&page=4",
    ],
  ],
  ["/directory/authors", ["page=2", "search=an", "sort=name", "sort=newest", "sort=updated", "sort=reviewed"]],
  ["/articles", ["page=2", "search=part", "type=blog", "type=Blog+Post"]],
  ["/api/articles", ["page=2", "limit=5"]],
  ["/api/experts", ["page=2&limit=10", "search=an", "category=author"]],
  ["/api/experts/paginated", ["page=2", "page=4", "search=an", "category=author&page=2"]],
  ["/admin/experts", ["page=2", "search=an", "gap=source", "gap=deadLink&search=an", "gap=review"]],
  ["/admin/experts.csv", ["gap=portrait", "search=an"]],
  ["/admin/submissions", ["page=2", "status=rejected", "status=approved", "search=reader", "search=x&status=rejected"]],
  ["/admin/articles", ["page=2", "status=draft", "status=published", "search=part", "search=part&status=draft"]],
  ["/admin/library", ["page=2", "search=note", "tab=images", "tab=images&search=x", "all"]],
  ["/admin/users", ["page=2", "search=ada", "search=ada+lovelace"]],
  [
    "/admin/audit",
    ["page=2", "action=expert+deleted", "subjectKind=expert", "subjectKind=expert&subjectId=x", "userId=x"],
  ],
  ["/admin/requests", ["page=2", "status=decided"]],
  ["/admin/promote", ["page=2", "search=an"]],
  ["/api/admin/submissions", ["status=pending", "status=approved"]],
  ["/api/admin/submissions/paginated", ["page=2", "status=rejected", "search=reader"]],
  ["/api/admin/articles", ["page=2", "status=draft", "search=part"]],
  ["/api/admin/users", ["page=2", "search=ada"]],
];

/** Skips the first rows, which are in the trash. */
const OFFSETS: Record<string, number> = Object.fromEntries(RECORD_TABLES.map((table) => [table, 5]));

/** Takes parameters of addresses from the rows of a database, or from `ids` by the word before them in an address. */
export class RouteAddresses {
  readonly #database: SQLite.Database;
  ids: Record<string, string>;
  readonly tables: ReadonlyMap<string, string[]>;

  constructor(database: SQLite.Database, ids: Record<string, string> = {}) {
    this.#database = database;
    this.ids = ids;
    const columns = database.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck();
    const names = database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck();
    this.tables = new Map(names.all().map((name) => [name, columns.all(name)]));
  }

  /** Returns the addresses of all routes, with the second page of each list, a search of it, and the queries that narrow it. */
  all(): string[] {
    const files = readdirSync("app/routes").filter((file) => !/\.test\.tsx?$/.test(file));
    const addresses = [
      ...files.flatMap((file) =>
        this.#addressesOf(file).flatMap((address) => [
          address,
          ...listQueries(file).map((query) => `${address}?${query}`),
        ]),
      ),
      ...VARIANTS.flatMap(([path, queries]) => queries.map((query) => `${path}?${query}`)),
      `/admin/library?expert=${encodeURIComponent(this.valueFrom("libraryContents", 0, "expertName"))}`,
      `/admin/submit?change=${this.valueFrom("experts", 5, "slug")}`,
      `/admin/library/content/${this.ids.content}?attach`,
    ];
    return [...new Set(addresses)];
  }

  valueFrom(table: string, offset = 0, column = "id"): string {
    const statement = `SELECT "${column}" FROM "${table}" LIMIT 1 OFFSET ${offset}`;
    return this.#database.prepare<[], string>(statement).pluck().get() ?? "";
  }

  /** Returns the addresses of a route. A parameter becomes an existing row of the table named before it, or "x", whose lookup is tested too. */
  #addressesOf(file: string): string[] {
    const segments = file
      .replace(/\.tsx?$/, "")
      .replaceAll("[.]", "\0")
      .split(".")
      .filter((part) => !part.startsWith("_"))
      .map((part) =>
        part
          .replace(/_$/, "")
          .replace(/^\[(.*)\]$/, "$1")
          .replaceAll("\0", "."),
      );
    const kinds = segments.includes("$kind") ? RECORD_TABLES : [""];
    return kinds.map((kind) => {
      const path: string[] = [];
      for (const segment of segments) {
        if (segment === "$kind") path.push(kind);
        else path.push(segment.startsWith("$") ? this.#parameter(segment, path.at(-1) ?? "") : segment);
      }
      return `/${path.join("/")}`;
    });
  }

  #parameter(name: string, formerSegment: string): string {
    if (name === "$step") return "1";
    if (name === "$category") return "authors";
    const table = name === "$slug" && !this.tables.has(formerSegment) ? "experts" : formerSegment;
    if (this.ids[table] && name === "$id") return this.ids[table];
    const column = name.slice(1);
    return (this.tables.get(table)?.includes(column) && this.valueFrom(table, OFFSETS[table], column)) || "x";
  }
}

/** Returns the second page of each list that has pages, and a search of each that has one. */
function listQueries(file: string): string[] {
  const path = join("app/routes", file);
  const sources = /\.tsx?$/.test(file) ? [path] : readdirSync(path).map((part) => join(path, part));
  const text = sources.map((source) => readFileSync(source, "utf8")).join();
  return [
    ...(/\b(pageIn|nearestPage)\(/.test(text) ? ["page=2"] : []),
    ...(/\bsearchIn\(/.test(text) ? ["search=an"] : []),
  ];
}
