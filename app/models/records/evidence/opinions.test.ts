import { expect, test } from "vitest";
import { db } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { addEvidence } from "./evidence.server";
import { nextWaitingPair, type Pair, storeOpinion } from "./opinions.server";

test("EV14 a pair without an answer of the model does not wait again; one whose text changed meanwhile does", async () => {
  await importExperts([{ name: "Grace Hopper", biography: "A. B." }], { origin: "import" });
  const { rowId } = await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow();
  const source = { url: "https://x.example/", title: "T", retrievedAt: "2026-01-01T00:00:00.000Z", textHash: "" };
  const texts = { field: "biography", context: "", keptBy: "", reason: "", status: "supported" as const };
  const sentences = ["A.", "B."].map((sentence) => ({ ...texts, sentence, quote: "Says so.", source }));
  await db.transaction().execute((tx) => addEvidence(tx, { expertRowId: rowId }, sentences));
  const first = (await nextWaitingPair("")) as Pair;
  const second = (await nextWaitingPair(first.id)) as Pair;
  expect([first.sentence, second.sentence].sort()).toEqual(["A.", "B."]);
  expect(await nextWaitingPair(second.id)).toBe(null);
  await storeOpinion(first, null);
  await storeOpinion({ ...second, quote: "Said so." }, null);
  expect(await nextWaitingPair("")).toEqual(second);
});
