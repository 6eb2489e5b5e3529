import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { startClaim } from "~/models/editing/claims/claims.server";
import { confirmMailProof } from "~/models/editing/claims/prove.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { confirmReport } from "~/models/editing/requests/report.server";
import { storeImage } from "~/models/records/images/images.server";
import * as decide from "~/routes/api.admin.requests.$id.decide";
import * as reports from "~/routes/api.reports";
import { digest, newSecret } from "~/services/secrets.server";
import { installFaults } from "../support/faults";
import { addMember } from "../support/members";
import { testImage } from "../support/test-images";
import { asCall, call, captchaAnswer, cookieOf, newName, ORIGIN } from "./calls";
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

async function addExpert(changes: object = {}) {
  const name = newName();
  const fields = { title: "Professor of Requests", longevityContribution: "Much.", biography: "Born." };
  await importExperts([{ name, ...fields, ...changes }], { origin: "editor" });
  return db.selectFrom("experts").selectAll().where("name", "=", name).executeTakeFirstOrThrow();
}

/** Stores a report that waits for its decision, and returns its id. */
async function storeReport(slug: string, report: object): Promise<string> {
  const email = `${newName().replace(" ", ".").toLowerCase()}@mail.example`;
  const answer = await call(reports, "POST", { body: { slug, email, ...report, ...captchaAnswer() } });
  const { id } = await answer.json();
  const { body } = await db.selectFrom("mails").select("body").where("recipient", "=", email).executeTakeFirstOrThrow();
  await confirmReport(/token=([\w-]+)/.exec(body)?.[1], { origin: ORIGIN });
  return id;
}

test("reliability 41 every step may fail: reporting an error", async () => {
  const prepare = async () => {
    const { slug } = await addExpert();
    const body = { slug, kind: "error", says: "Born.", should: "Born in 1950.", email: "finder@mail.example" };
    return () => call(reports, "POST", { body: { ...body, ...captchaAnswer() } });
  };
  const allowedChanges = { oneTimeTokens: "a security question is good for one try" };
  expect(await faultsAtEveryStep({ prepare, allowedChanges })).toEqual([]);
});

test("reliability 41 every step may fail: applying a correction", async () => {
  const prepare = async () => {
    const { slug } = await addExpert();
    const id = await storeReport(slug, { kind: "error", field: "title", says: "Professor", should: "Dean" });
    return () => call(decide, "POST", { as: adminCookie, id, body: { decision: "apply", value: "Dean of Requests" } });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: removing a person at their wish", async () => {
  const prepare = async () => {
    const { url } = await storeImage(admin, await testImage("png", 64, 64), { name: "portrait", origin: "upload" });
    const { slug } = await addExpert({ imageUrl: url });
    const id = await storeReport(slug, { kind: "removal" });
    return () => call(decide, "POST", { as: adminCookie, id, body: { decision: "remove" } });
  };
  // The files of an image without a row are removed by housekeeping.
  const allowedChanges = { files: "those that could not be removed go with the next housekeeping" };
  expect(await faultsAtEveryStep({ prepare, allowedChanges })).toEqual([]);
});

test("reliability 41 every step may fail: confirming a claim by its mail", async () => {
  const prepare = async () => {
    const page = "https://a.example/";
    const expert = await addExpert({ referenceLinks: [page], linkKinds: [`own|${page}`] });
    const [user, { rowId }, token] = [await addMember(), expert, newSecret()];
    const claim = { proof: "mail", page, isStrong: 1, evidence: "", tokenHash: digest(token) };
    await db.transaction().execute((tx) => startClaim(tx, user, { expertRowId: rowId, ...claim, proof: "mail" }, 1));
    return () => asCall(() => confirmMailProof(user, token));
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});
