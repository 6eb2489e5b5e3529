import { expect, test } from "vitest";
import { db } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { addEvidence } from "./evidence.server";
import { nextWaitingPair, type Pair, storeOpinion } from "./opinions.server";

test("EV14 a pair without an answer of the model waits again only if one of its texts changed meanwhile", async () => {
  await importExperts([{ name: "Grace Hopper", biography: "A. B." }], { origin: "import" });
  const { rowId } = await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow();
  const source = { url: "https://x.example/", title: "T", retrievedAt: "2026-01-01T00:00:00.000Z", textHash: "" };
  const texts = { field: "biography", context: "", keptBy: "", reason: "", status: "supported" as const };
  const sentences = ["A.", "B."].map((sentence) => ({ ...texts, sentence, quote: "Says so.", source }));
  await db.transaction().execute((tx) => addEvidence(tx, { expertRowId: rowId }, sentences));
  const firstPair = (await nextWaitingPair("")) as Pair;
  const secondPair = (await nextWaitingPair(firstPair.id)) as Pair;
  expect([firstPair.sentence, secondPair.sentence].sort()).toEqual(["A.", "B."]);
  expect(await nextWaitingPair(secondPair.id)).toBe(null);
  await storeOpinion(firstPair, null);
  await storeOpinion({ ...secondPair, quote: "Said so." }, null);
  expect(await nextWaitingPair("")).toEqual(secondPair);
});
