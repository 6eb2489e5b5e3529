import { type Kysely, sql } from "kysely";
import { PUBLISHED, TEXTS_WITH_IMAGES, type TextWithImages } from "./followed";

/** Creates triggers that update counts once a statement, because once a row would take quadratic time. */
export async function createPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  await sql.raw(RAISE_CONTENT_VERSION).execute(db);
  for (const table of PUBLISHED) await sql.raw(versionTriggers(table)).execute(db);
  await sql.raw(OTHER_VERSIONS).execute(db);
  await sql.raw(LISTING).execute(db);
  for (const counts of COUNTS) await sql.raw(countTriggers(counts)).execute(db);
  await sql.raw(NOTE_IMAGES).execute(db);
  for (const text of TEXTS_WITH_IMAGES) await sql.raw(imageTrigger(text)).execute(db);
  await sql.raw(LIBRARY_IMAGES).execute(db);
}

// Raises the version once a transaction, because nothing of it is visible before its end.
const RAISE_CONTENT_VERSION = `
create function "raiseContentVersion"() returns trigger language plpgsql as $$
begin
  update "contentVersion" set "version" = "version" + 1 where xmin <> pg_current_xact_id()::xid;
  return null;
end $$;

create function "raiseContentVersionIfChanged"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "changed") then
    update "contentVersion" set "version" = "version" + 1 where xmin <> pg_current_xact_id()::xid;
  end if;
  return null;
end $$;
`;

export function versionTriggers(table: string): string {
  return ["insert", "update", "delete"]
    .map(
      (change) => `
create trigger "${table}${change.toUpperCase()}Version" after ${change} on "${table}"
  referencing ${change === "delete" ? "old" : "new"} table as "changed"
  for each statement execute function "raiseContentVersionIfChanged"();`,
    )
    .join("\n");
}

const OTHER_VERSIONS = `
create trigger "claimsChangedVersion" after update on "claims" for each row
  when ('confirmed' in (old."status", new."status")) execute function "raiseContentVersion"();
create trigger "claimsDeletedVersion" after delete on "claims" for each row
  when (old."status" = 'confirmed') execute function "raiseContentVersion"();
create trigger "requestsDecidedVersion" after update of "decidedAt" on "requests" for each row
  execute function "raiseContentVersion"();
`;

const LISTING = `
create function "followExpertInListing"() returns trigger language plpgsql as $$
begin
  update "listing" set "updatedAt" = "changed"."updatedAt" from "changed"
    where "listing"."expertRowId" = "changed"."rowId" and "listing"."updatedAt" <> "changed"."updatedAt";
  return null;
end $$;
create trigger "listingUpdated" after update on "experts" referencing new table as "changed"
  for each statement execute function "followExpertInListing"();
`;

/** A table of counts, the table whose rows it counts, and the keys under which a row counts. */
interface Counts {
  table: string;
  into: string;
  count: string;
  keys: string[];
  keysOf: string;
}

const libraryKeys = (kind: string) =>
  `(select distinct '${kind}' as "kind", unnest(array['', "row"."expertName"]) as "expertName")`;

const COUNTS: Counts[] = [
  {
    table: "listing",
    into: "listingCounts",
    count: "experts",
    keys: ["category"],
    keysOf: `(select "row"."category")`,
  },
  {
    table: "articles",
    into: "articleCounts",
    count: "articles",
    keys: ["key"],
    keysOf: `(select unnest(case when "row"."deletedAt" is not null then array['trash'] else
      array['all', "row"."status", "row"."type", "row"."status" || ' ' || "row"."type"] end) as "key")`,
  },
  {
    table: "libraryContents",
    into: "libraryCounts",
    count: "items",
    keys: ["kind", "expertName"],
    keysOf: libraryKeys("content"),
  },
  {
    table: "libraryImages",
    into: "libraryCounts",
    count: "items",
    keys: ["kind", "expertName"],
    keysOf: libraryKeys("image"),
  },
];

function countTriggers({ table, into, count, keys, keysOf }: Counts): string {
  const columns = keys.map((key) => `"${key}"`).join(", ");
  const rows = (from: string, by: number) =>
    `select "keys".*, ${by} as "by" from "${from}" as "row" cross join lateral ${keysOf} as "keys" (${columns})`;
  const events = [
    ["Added", "insert", `new table as "after"`, rows("after", 1)],
    ["Removed", "delete", `old table as "before"`, rows("before", -1)],
    [
      "Changed",
      "update",
      `old table as "before" new table as "after"`,
      `${rows("before", -1)} union all ${rows("after", 1)}`,
    ],
  ];
  return events
    .map(
      ([name, event, transition, changes]) => `
create function "${table}Counts${name}"() returns trigger language plpgsql as $$
begin
  insert into "${into}" as "kept" (${columns}, "${count}")
    select ${columns}, sum("by") from (${changes}) as "changes"
    group by ${columns} having sum("by") <> 0
  on conflict (${columns}) do update set "${count}" = "kept"."${count}" + excluded."${count}";
  return null;
end $$;
create trigger "${table}Counts${name}" after ${event} on "${table}" referencing ${transition}
  for each statement execute function "${table}Counts${name}"();`,
    )
    .join("\n");
}

const NOTE_IMAGES = `
create function "noteImages"() returns trigger language plpgsql as $$
declare
  "kindOf" text := tg_argv[0];
  "column" text := tg_argv[1];
  "text" text := format('select ($1).%I', tg_argv[1]) ||
    case tg_argv[2] when '' then '' else format(' where ($1)."status" = %L', tg_argv[2]) end;
  "before" text;
  "after" text;
begin
  if tg_op <> 'INSERT' then execute "text" into "before" using old; end if;
  if tg_op <> 'DELETE' then execute "text" into "after" using new; end if;
  if "before" is not distinct from "after" then return null; end if;
  if "before" is not null then
    delete from "imageUses" where "kind" = "kindOf" and "subjectId" = old."id" and "field" = "column";
  end if;
  if "after" is not null then
    insert into "imageUses" ("imageId", "kind", "subjectId", "field")
      select substr("part", 4, 16), "kindOf", new."id", "column"
      from unnest(string_to_array("after", '/uploads/')) with ordinality as "parts" ("part", "at")
      where "at" > 1
    on conflict do nothing;
  end if;
  return null;
end $$;
`;

export function imageTrigger({ kind, table, field: column, status = "" }: TextWithImages): string {
  const columns = status ? `"${column}", "status"` : `"${column}"`;
  return `create trigger "imageUsesOf_${table}_${column}" after insert or delete or update of ${columns} on "${table}"
    for each row execute function "noteImages"('${kind}', '${column}', '${status}')`;
}

const LIBRARY_IMAGES = `
create function "noteLibraryImage"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from "imageUses" where "kind" = 'library' and "subjectId" = old."imageId";
  else
    insert into "imageUses" ("imageId", "kind", "subjectId", "field")
      values (new."imageId", 'library', new."imageId", 'saved') on conflict do nothing;
  end if;
  return null;
end $$;
create trigger "imageUsesOf_library_saved" after insert or delete on "libraryImages"
  for each row execute function "noteLibraryImage"();

create function "noteContentImage"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from "imageUses" where "imageId" = old."imageId" and "kind" = 'content' and "field" = 'attached'
      and "subjectId" = (select "id" from "libraryContents" where "rowId" = old."contentRowId");
  else
    insert into "imageUses" ("imageId", "kind", "subjectId", "field")
      select new."imageId", 'content', "id", 'attached' from "libraryContents" where "rowId" = new."contentRowId"
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger "imageUsesOf_library_attached" after insert or delete on "libraryContentImages"
  for each row execute function "noteContentImage"();

create function "forgetContentImages"() returns trigger language plpgsql as $$
begin
  delete from "imageUses" where "kind" = 'content' and "subjectId" = old."id";
  return null;
end $$;
create trigger "imageUsesOf_library_contentRemoved" after delete on "libraryContents"
  for each row execute function "forgetContentImages"();
`;
