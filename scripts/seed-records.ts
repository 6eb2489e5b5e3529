/** Made-up submissions, articles and library texts, for load: the same in every run. */
import { db } from "~/db.server";
import { ARTICLE_TYPES } from "../app/models/ai/models";
import { sortName } from "../app/models/experts/names.server";
import { addContent } from "../app/models/library/write.server";
import { addArticle } from "../app/models/records/publish/article-rows.server";
import { person } from "./seed-people";

const BATCH = 500;
const START = Date.parse("2026-01-01T00:00:00Z");
const LIBRARY_EXPERTS = 40;

/** Adds made-up submissions with the numbers 0 to `count` - 1, every fifth of them decided; known ones stay. */
export async function seedSubmissions(count: number): Promise<void> {
  await inBatches(count, async (numbers) => {
    const rows = numbers.map((i) => {
      const { name, title = "", ...record } = person(1_000_000 + i);
      const isDecided = i % 5 === 0;
      return {
        id: `seed-submission-${i}`,
        draftId: null,
        status: isDecided ? ("rejected" as const) : ("pending" as const),
        changesExpertRowId: null,
        expertRowId: null,
        name,
        foldedName: sortName(name),
        title,
        record: JSON.stringify({ name, title, ...record }),
        sentRecord: null,
        userId: null,
        submitterName: `Reader ${i}`,
        submitterEmail: `reader-${i}@mail.example`,
        submitterReason: "Made up for load tests.",
        submittedAt: time(i),
        updatedAt: time(i),
        reviewNotes: "",
        reviewedAt: isDecided ? time(i) : null,
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
  await inBatches(count, async (numbers) => {
    await db.transaction().execute(async (tx) => {
      for (const i of numbers) {
        const id = `seed-article-${i}`;
        if (await tx.selectFrom("articles").select("id").where("id", "=", id).executeTakeFirst()) continue;
        const { name, biography, longevityContribution } = person(i);
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
          createdAt: time(i),
          updatedAt: time(i),
          publishedAt: i % 10 === 0 ? null : time(i),
        });
      }
    });
  });
}

export async function seedLibrary(count: number): Promise<void> {
  await inBatches(count, async (numbers) => {
    await db.transaction().execute(async (tx) => {
      for (const i of numbers) {
        const id = `seed-content-${i}`;
        if (await tx.selectFrom("libraryContents").select("id").where("id", "=", id).executeTakeFirst()) continue;
        await addContent(tx, {
          id,
          expertRowId: null,
          expertName: person(i % LIBRARY_EXPERTS).name,
          platform: "article",
          contentType: ARTICLE_TYPES[i % ARTICLE_TYPES.length]?.id ?? ARTICLE_TYPES[0].id,
          projectRowId: null,
          content: `# Note ${i}\n\n${person(i).biography}`,
          createdAt: time(i),
          updatedAt: time(i),
          createdBy: null,
        });
      }
    });
  });
}

function time(i: number): string {
  return new Date(START + i * 1_000).toISOString();
}

async function inBatches(count: number, work: (numbers: number[]) => Promise<void>): Promise<void> {
  for (let first = 0; first < count; first += BATCH) {
    await work(Array.from({ length: Math.min(BATCH, count - first) }, (_, i) => first + i));
  }
}
