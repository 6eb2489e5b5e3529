import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { trashExpert } from "~/models/editing/experts/trash.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { mergeExperts } from "~/models/whole/merge/merge.server";
import * as experts from "~/routes/api.admin.experts._index";
import * as identifiers from "~/routes/api.admin.experts.$id.identifiers";
import * as restore from "~/routes/api.admin.experts.$id.restore";
import * as order from "~/routes/api.admin.featured.order";
import * as expert from "~/routes/api.experts.$slug";
import { installFaults } from "../support/faults";
import { addMember } from "../support/members";
import { asCall, call, cookieOf, newName } from "./calls";
import { faultsAtEveryStep } from "./every-step";

let removeFaults: () => void;
let admin: Admin;
let adminCookie: string;
beforeAll(async () => {
  removeFaults = installFaults();
  admin = asAdmin(await addMember({ role: "admin" }));
  adminCookie = await cookieOf(admin);
});
afterAll(() => removeFaults());

const fields = {
  title: "Professor of Faults",
  categories: ["academic"],
  biography: "Born.",
  longevityContribution: "Much.",
};

async function addExpert(changes: object = {}) {
  const name = newName();
  await importExperts([{ name, ...fields, ...changes }], { origin: "editor" });
  return db.selectFrom("experts").selectAll().where("name", "=", name).executeTakeFirstOrThrow();
}

test("reliability 41 every step may fail: making an expert", async () => {
  const prepare = async () => {
    const body = { ...fields, name: newName() };
    return () => call(experts, "POST", { as: adminCookie, body });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: editing an expert", async () => {
  const prepare = async () => {
    const { id } = await addExpert();
    const body = { title: "Professor of Repairs", biography: "Born, then repaired.", featured: false };
    return () => call(expert, "PUT", { as: adminCookie, slug: id, body });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: putting an expert into the trash", async () => {
  const prepare = async () => {
    const { id } = await addExpert();
    return () => call(expert, "DELETE", { as: adminCookie, slug: id });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: restoring an expert", async () => {
  const prepare = async () => {
    const { id } = await addExpert();
    await trashExpert(admin, id);
    return () => call(restore, "POST", { as: adminCookie, id });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: merging two experts", async () => {
  const prepare = async () => {
    const [target, otherExpert] = [await addExpert(), await addExpert({ title: "Professor of Others" })];
    return () => asCall(() => mergeExperts(admin, target.id, { other: otherExpert.id, choices: { title: "other" } }));
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: ordering the featured", async () => {
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) {
    const { id } = await addExpert();
    await call(expert, "PUT", { as: adminCookie, slug: id, body: { featured: true } });
    ids.push(id);
  }
  const prepare = async () => {
    ids.push(ids.shift() as string);
    const wantedOrder = [...ids];
    return () => call(order, "PUT", { as: adminCookie, body: { ids: wantedOrder } });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

let lastNumber = 1_000;
test("reliability 41 every step may fail: accepting identifiers", async () => {
  const prepare = async () => {
    const { id } = await addExpert();
    const body = { wikidata: `Q${++lastNumber}`, compared: true };
    return () => call(identifiers, "PUT", { as: adminCookie, id, body });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});
