/** Collects the searched texts of experts: the whole public record, accepted works, and articles about the person. */
import type { Kysely } from "kysely";
import { placeKeys } from "../places/where";
import { englishName } from "../places/world";
import type { Database } from "../schema";
import { type DerivedField, SEARCHED_COLUMNS, SEARCHED_FIELDS, type SearchText } from "./fields";

/** The columns from which the derived texts are made. */
const SOURCE_COLUMNS = ["rowId", "categories", "topics", "city", "country"] as const;

/**
 * Reads the texts from the stored rows.
 * @param labelOf Returns the label of a category by its key.
 * @param options In a migration, `columns` names the columns that the table has so far. Later ones have no text yet.
 */
export async function searchTextsOf(
  db: Kysely<Database>,
  rowIds: number[],
  labelOf: (category: string) => string,
  { columns }: { columns?: ReadonlySet<string> } = {},
): Promise<{ rowId: number; text: SearchText }[]> {
  if (rowIds.length === 0) return [];
  const isPresent = (column: string) => columns?.has(column) ?? true;
  const searchedColumns = SEARCHED_COLUMNS.filter(isPresent);
  const rows = await db
    .selectFrom("experts")
    .select([...SOURCE_COLUMNS, ...searchedColumns])
    .where("rowId", "in", rowIds)
    .execute();
  const works = await db
    .selectFrom("works")
    .select(["expertRowId", "title", "venue"])
    .where("expertRowId", "in", rowIds)
    .where("status", "=", "accepted")
    .orderBy("rowId")
    .execute();
  const articles = await db
    .selectFrom("articles")
    .select(["expertRowId", "title"])
    .where("expertRowId", "in", rowIds)
    .where("status", "=", "published")
    .where("deletedAt", "is", null)
    .orderBy("rowId")
    .execute();
  const positionsByRow = isPresent("positions") ? await positionsOf(db, rowIds) : new Map<number, Position[]>();
  const namesOfTopics = await topicNames(db);
  const rowsOfExpert = <Row extends { expertRowId: number | null }>(list: Row[], rowId: number) =>
    list.filter(({ expertRowId }) => expertRowId === rowId);
  return rows.map(({ rowId, categories, topics, city, country, ...columns }) => {
    const positions = positionsByRow.get(rowId) ?? [];
    const places = [{ city, country }, ...positions.filter(({ to }) => to === "")];
    const placeNames = places.map((place) => [place.city, englishName(place.country)].filter(Boolean).join(", "));
    const derivedTexts: Record<DerivedField, string[]> = {
      categoryLabels: (JSON.parse(categories) as string[]).map(labelOf),
      positions: positions.map(({ role, institution }) => [role, institution].filter(Boolean).join(", ")),
      topics: (JSON.parse(topics) as string[]).flatMap((slug) => namesOfTopics.get(slug) ?? []),
      place: [...new Set(placeNames)].filter(Boolean),
      works: rowsOfExpert(works, rowId).map(({ title, venue }) => `${title} ${venue}`),
      articles: rowsOfExpert(articles, rowId).map(({ title }) => title),
    };
    const columnsWith = (kind: "text" | "list") =>
      searchedColumns.filter((column) => SEARCHED_FIELDS[column].column === kind);
    return {
      rowId,
      // In this order, because results show the first text that explains them.
      text: {
        ...Object.fromEntries(columnsWith("text").map((column) => [column, columns[column]])),
        ...Object.fromEntries(columnsWith("list").map((column) => [column, linesOf(columns[column])])),
        ...derivedTexts,
        worksIn: [...new Set(places.flatMap((place) => placeKeys(place.city, place.country)))],
      },
    };
  });
}

/** Returns the names of each topic and of all broader topics by slug. */
async function topicNames(db: Kysely<Database>): Promise<Map<string, string[]>> {
  const topics = await db.selectFrom("topics").select(["slug", "name", "otherNames", "broader"]).execute();
  const topicsBySlug = new Map(topics.map((topic) => [topic.slug, topic]));
  return new Map(
    topics.map((topic) => {
      const line = new Set([topic]);
      for (const { broader } of line) {
        const broaderTopic = topicsBySlug.get(broader);
        if (broaderTopic) line.add(broaderTopic);
      }
      return [topic.slug, Array.from(line).flatMap(({ name, otherNames }) => [name, ...JSON.parse(otherNames)])];
    }),
  );
}

interface Position {
  role: string;
  institution: string;
  /** "" for a present position. */
  to: string;
  city: string;
  country: string;
}

async function positionsOf(db: Kysely<Database>, rowIds: number[]): Promise<Map<number, Position[]>> {
  const rows = await db.selectFrom("experts").select(["rowId", "positions"]).where("rowId", "in", rowIds).execute();
  return new Map(rows.map(({ rowId, positions }) => [rowId, (JSON.parse(positions) as string[]).map(positionIn)]));
}

/** Reads the searched parts of a stored position, in the order of `POSITION_PARTS`. */
function positionIn(entry: string): Position {
  const parts = entry.split("|").map((part) => part.trim());
  const [role = "", institution = "", , to = "", , , , city = "", country = ""] = parts;
  return { role, institution, to, city, country };
}

/** Returns the entries of a list, without bars and addresses. */
function linesOf(json: string): string[] {
  return (JSON.parse(json) as string[]).map((entry) =>
    entry
      .split("|")
      .filter((part) => !/^\s*https?:/i.test(part))
      .join(" "),
  );
}
