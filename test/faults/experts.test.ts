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

let takeOut: () => void;
let admin: Admin;
let as: string;
beforeAll(async () => {
  takeOut = installFaults();
  admin = asAdmin(await addMember({ role: "admin" }));
  as = await cookieOf(admin);
});
afterAll(() => takeOut());

const about = {
  title: "Professor of Faults",
  categories: ["academic"],
  biography: "Born.",
  longevityContribution: "Much.",
};

async function listed(more: object = {}) {
  const name = newName();
  await importExperts([{ name, ...about, ...more }], { origin: "editor" });
  return db.selectFrom("experts").selectAll().where("name", "=", name).executeTakeFirstOrThrow();
}

test("reliability 41 every step may fail: making an expert", async () => {
  const prepare = async () => {
    const body = { ...about, name: newName() };
    return () => call(experts, "POST", { as, body });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: editing an expert", async () => {
  const prepare = async () => {
    const { id } = await listed();
    const body = { title: "Professor of Repairs", biography: "Born, then repaired.", featured: false };
    return () => call(expert, "PUT", { as, slug: id, body });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: putting an expert into the trash", async () => {
  const prepare = async () => {
    const { id } = await listed();
    return () => call(expert, "DELETE", { as, slug: id });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: restoring an expert", async () => {
  const prepare = async () => {
    const { id } = await listed();
    await trashExpert(admin, id);
    return () => call(restore, "POST", { as, id });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: merging two experts", async () => {
  const prepare = async () => {
    const [target, other] = [await listed(), await listed({ title: "Professor of Others" })];
    return () => asCall(() => mergeExperts(admin, target.id, { other: other.id, choices: { title: "other" } }));
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: ordering the featured", async () => {
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) {
    const { id } = await listed();
    await call(expert, "PUT", { as, slug: id, body: { featured: true } });
    ids.push(id);
  }
  const prepare = async () => {
    ids.push(ids.shift() as string);
    const wantedOrder = [...ids];
    return () => call(order, "PUT", { as, body: { ids: wantedOrder } });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

let last = 1_000;
test("reliability 41 every step may fail: accepting identifiers", async () => {
  const prepare = async () => {
    const { id } = await listed();
    const body = { wikidata: `Q${++last}`, compared: true };
    return () => call(identifiers, "PUT", { as, id, body });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});
