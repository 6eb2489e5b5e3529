/** Makes up submissions, articles and library texts for load tests, the same ones in every run. */
import { db, type Queryable } from "~/db.server";
import { ARTICLE_TYPES } from "../app/models/base/providers/choices";
import { nameColumns, sortName } from "../app/models/base/text/names.server";
import { addContent } from "../app/models/editing/library/write.server";
import { publishListings } from "../app/models/records/directory/publish.server";
import { addArticle } from "../app/models/records/publish/article-rows.server";
import { FIELDS, MEANS, SUBJECTS, TARGETS } from "../app/subject/made-up-people";
import { madeUpPerson } from "./seed-people";
import { seededRandom } from "./seed-random";

const BATCH_SIZE = 500;
const START = Date.parse("2026-01-01T00:00:00Z");
const LIBRARY_EXPERTS = 40;

/** Adds made-up submissions with the numbers 0 to `count` - 1, every fifth of them decided. Existing ones stay. */
export async function seedSubmissions(count: number): Promise<void> {
  await runInBatches(count, async (numbers) => {
    const rows = numbers.map((i) => {
      const { name, title = "", ...record } = madeUpPerson(1_000_000 + i);
      const isDecided = i % 5 === 0;
      return {
        id: `seed-submission-${i}`,
        draftId: null,
        status: isDecided ? ("rejected" as const) : ("pending" as const),
        changesExpertRowId: null,
        expertRowId: null,
        name,
        foldedName: sortName(name),
        ...nameColumns(name),
        title,
        record: JSON.stringify({ name, title, ...record }),
        sentRecord: null,
        userId: null,
        submitterName: `Reader ${i}`,
        submitterEmail: `reader-${i}@mail.example`,
        submitterReason: "Made up for load tests.",
        submittedAt: timeOf(i),
        updatedAt: timeOf(i),
        reviewNotes: "",
        reviewedAt: isDecided ? timeOf(i) : null,
        reviewedBy: null,
      };
    });
    await db
      .insertInto("submissions")
      .values(rows)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  });
}

export async function seedArticles(count: number): Promise<void> {
  await runInBatches(count, async (numbers) => {
    await db.transaction().execute(async (tx) => {
      for (const i of numbers) {
        const id = `seed-article-${i}`;
        if (await tx.selectFrom("articles").select("id").where("id", "=", id).executeTakeFirst()) continue;
        const { name, biography, longevityContribution } = madeUpPerson(i);
        await addArticle(tx, {
          id,
          title: `What ${name} found, part ${i}`,
          slug: `made-up-article-${i}`,
          type: ARTICLE_TYPES[i % ARTICLE_TYPES.length]?.id ?? ARTICLE_TYPES[0].id,
          status: i % 10 === 0 ? "draft" : "published",
          expertRowId: null,
          expertName: name,
          excerpt: (longevityContribution ?? "").slice(0, 300),
          body: biography ?? "",
          origin: "seed",
          createdAt: timeOf(i),
          updatedAt: timeOf(i),
          publishedAt: i % 10 === 0 ? null : timeOf(i),
        });
      }
    });
  });
}

export async function seedLibrary(count: number): Promise<void> {
  await runInBatches(count, async (numbers) => {
    await db.transaction().execute(async (tx) => {
      for (const i of numbers) {
        const id = `seed-content-${i}`;
        if (await tx.selectFrom("libraryContents").select("id").where("id", "=", id).executeTakeFirst()) continue;
        await addContent(tx, {
          id,
          expertRowId: null,
          expertName: madeUpPerson(i % LIBRARY_EXPERTS).name,
          platform: "article",
          contentType: ARTICLE_TYPES[i % ARTICLE_TYPES.length]?.id ?? ARTICLE_TYPES[0].id,
          projectRowId: null,
          content: `# Note ${i}\n\n${madeUpPerson(i).biography}`,
          createdAt: timeOf(i),
          updatedAt: timeOf(i),
          createdBy: null,
        });
      }
    });
  });
}

/** Adds topics, country, institution and three accepted works to the first `count` made-up people, unless they have works. */
export async function seedWorks(count: number): Promise<void> {
  await runInBatches(count, async (numbers) => {
    await db.transaction().execute(async (tx) => {
      const people = await tx
        .selectFrom("experts")
        .select(["rowId", "slug"])
        .where(
          "slug",
          "in",
          numbers.map((i) => madeUpPerson(i).slug),
        )
        .where((eb) =>
          eb.not(eb.exists(eb.selectFrom("works").select("works.rowId").whereRef("expertRowId", "=", "experts.rowId"))),
        )
        .execute();
      await addWorks(tx, people);
      await publishListings(
        tx,
        people.map(({ rowId }) => rowId),
      );
    });
  });
}

/** Adds the data of `seedWorks` to made-up people without publishing them. */
export async function addWorks(tx: Queryable, people: { rowId: number; slug: string }[]): Promise<void> {
  const topics = (await tx.selectFrom("topics").select("slug").orderBy("slug").execute()).map(({ slug }) => slug);
  for (const { rowId, slug } of people) {
    const random = seededRandom(2_000_000 + Number(slug.slice(slug.lastIndexOf("-s") + 2)));
    const institutionNumber = random.integer(1, 500);
    await tx
      .updateTable("experts")
      .set({
        topics: JSON.stringify(random.sample(topics, Math.min(topics.length, random.integer(1, 4)))),
        country: random.pick(["GB", "US", "DE", "JP", "NO", "BR", "KE", "FR"]),
        affiliation: `Made-up Institute ${institutionNumber}`,
        ror: institutionNumber % 3 === 0 ? "" : `0${String(institutionNumber).padStart(6, "a")}42`,
        languages: JSON.stringify(random.sample(["en", "de", "fr", "ja", "pt"], random.integer(1, 2))),
        availableFor: JSON.stringify(random.sample(["talks", "media", "review", "advice"], random.integer(0, 2))),
        status: random.pick(["living", "living", "historical"]),
      })
      .where("rowId", "=", rowId)
      .execute();
    const works = [1, 2, 3].map((number) => ({
      expertRowId: rowId,
      openalex: `W${rowId}${number}`,
      doi: "",
      title: `Effects of ${random.pick(MEANS)} on ${random.pick(TARGETS)} in ${random.pick(SUBJECTS)}`,
      year: random.integer(1985, 2025),
      venue: `Made-up Journal of ${random.pick(FIELDS)}`,
      citations: random.integer(0, 900),
      status: "accepted" as const,
      retracted: 0,
      retractionSeenAt: null,
      checkedAt: timeOf(0),
    }));
    await tx.insertInto("works").values(works).execute();
  }
}

function timeOf(i: number): string {
  return new Date(START + i * 1_000).toISOString();
}

async function runInBatches(count: number, work: (numbers: number[]) => Promise<void>): Promise<void> {
  for (let first = 0; first < count; first += BATCH_SIZE) {
    await work(Array.from({ length: Math.min(BATCH_SIZE, count - first) }, (_, i) => first + i));
  }
}
