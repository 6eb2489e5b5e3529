import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { asEditor } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { addMember } from "../../../../test/support/members";
import { createTopic, mergeTopics, saveTopic } from "./edit.server";
import { decideTopics, topicProposals } from "./proposals.server";

beforeAll(() => migrate(db));

test("refuses to merge a topic into itself or into an unknown topic", async () => {
  const editor = asEditor(await addMember({ role: "editor" }));
  const { id } = await createTopic(editor, { name: "Senolytics", description: "Drugs." });
  for (const targetSlug of ["senolytics", "no-such-topic"])
    await expect(mergeTopics(editor, id, { into: targetSlug })).rejects.toMatchObject({ problem: "invalid" });
  expect(await db.selectFrom("topics").select("slug").execute()).toEqual([{ slug: "senolytics" }]);
});

test("a topic can be merged into any topic below it: the tree keeps all others, and has no circle", async () => {
  const editor = asEditor(await addMember({ role: "editor" }));
  const ids = new Map<string, string>();
  for (const [name, broader] of [
    ["Top", ""],
    ["Middle", "top"],
    ["Sister", "middle"],
    ["Lower", "middle"],
    ["Lowest", "lower"],
    ["Leaf", "lowest"],
  ] as const)
    ids.set(name, (await createTopic(editor, { name, broader })).id);
  const readTree = async () => {
    const rows = await db.selectFrom("topics").select(["slug", "broader"]).where("slug", "!=", "senolytics").execute();
    return Object.fromEntries(rows.map(({ slug, broader }) => [slug, broader]));
  };
  await mergeTopics(editor, ids.get("Lower") as string, { into: "lowest" });
  expect(await readTree()).toEqual({ top: "", middle: "top", sister: "middle", lowest: "middle", leaf: "lowest" });
  await mergeTopics(editor, ids.get("Middle") as string, { into: "leaf" });
  expect(await readTree()).toEqual({ top: "", leaf: "top", sister: "leaf", lowest: "leaf" });
});

test("a merged topic leaves its names and its identifiers of OpenAlex to the other topic, each once", async () => {
  const editor = asEditor(await addMember({ role: "editor" }));
  await createTopic(editor, { name: "Ageing", otherNames: ["Aging"], openalex: ["T1"] });
  const { id } = await createTopic(editor, { name: "Senescence", otherNames: ["Growing old"], openalex: ["T1", "T2"] });
  await mergeTopics(editor, id, { into: "ageing" });
  const row = db.selectFrom("topics").select(["otherNames", "openalex"]).where("slug", "=", "ageing");
  expect(await row.executeTakeFirst()).toEqual({
    otherNames: JSON.stringify(["Aging", "Senescence", "Growing old"]),
    openalex: JSON.stringify(["T1", "T2"]),
  });
});

test("a topic that was rejected for somebody stays rejected after a merge, unless the person has the other topic", async () => {
  const editor = asEditor(await addMember({ role: "editor" }));
  await createTopic(editor, { name: "Sleep" });
  const { id } = await createTopic(editor, { name: "Slumber" });
  const people = [
    { name: "Rea Rejected", slug: "rea" },
    { name: "Bea Both", slug: "bea" },
    { name: "Ada Asleep", slug: "ada", topics: ["sleep"] },
  ];
  await importExperts(people, { origin: "import" });
  await decideTopics(editor, "bea", { reject: ["sleep"] }, { origin: "https://site.example" });
  for (const { slug } of people)
    await decideTopics(editor, slug, { reject: ["slumber"] }, { origin: "https://site.example" });
  await mergeTopics(editor, id, { into: "sleep" });
  const readRejected = async (slug: string) => (await topicProposals(editor, slug)).rejected;
  expect([await readRejected("rea"), await readRejected("bea"), await readRejected("ada")]).toEqual([
    ["sleep"],
    ["sleep"],
    [],
  ]);
});

test("no two topics have a name in common, whether it is new or changed, and in any case of letters", async () => {
  const editor = asEditor(await addMember({ role: "editor" }));
  await createTopic(editor, { name: "Autophagy", otherNames: ["Self-eating"] });
  const { id } = await createTopic(editor, { name: "Mitophagy" });
  for (const name of ["autophagy", "SELF-EATING"]) {
    const nameConflict = { problem: "conflict", message: expect.stringContaining("has this name already") };
    await expect(createTopic(editor, { name })).rejects.toMatchObject(nameConflict);
    await expect(saveTopic(editor, id, { name })).rejects.toMatchObject(nameConflict);
    await expect(saveTopic(editor, id, { name: "Mitophagy", otherNames: [name] })).rejects.toMatchObject(nameConflict);
  }
  await saveTopic(editor, id, { name: "mitophagy", otherNames: ["Mitochondrial autophagy"] });
});

test("a topic cannot be moved below itself, below a topic under it, or below an unknown topic", async () => {
  const editor = asEditor(await addMember({ role: "editor" }));
  const { id } = await createTopic(editor, { name: "Genes" });
  await createTopic(editor, { name: "Telomeres", broader: "genes" });
  await createTopic(editor, { name: "Telomerase", broader: "telomeres" });
  const message = "Please choose a topic that is not below this one.";
  const refusal = { problem: "invalid", message, fieldErrors: { broader: message } };
  for (const broader of ["genes", "telomerase", "no-such-topic"])
    await expect(saveTopic(editor, id, { name: "Genes", broader }), broader).rejects.toMatchObject(refusal);
  await expect(createTopic(editor, { name: "Cells", broader: "no-such-topic" })).rejects.toMatchObject(refusal);
  const rows = db.selectFrom("topics").select(["slug", "broader"]).where("slug", "in", ["genes", "cells"]);
  expect(await rows.execute()).toEqual([{ slug: "genes", broader: "" }]);
});
