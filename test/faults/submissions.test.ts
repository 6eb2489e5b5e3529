import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { saveAndApprove } from "~/models/editing/submissions/decide.server";
import { submitExpert } from "~/models/editing/submissions/submissions.server";
import * as approve from "~/routes/api.admin.submissions.$id_.approve";
import * as reject from "~/routes/api.admin.submissions.$id_.reject";
import * as bulk from "~/routes/api.admin.submissions.bulk";
import * as submit from "~/routes/api.submissions";
import * as own from "~/routes/api.submissions_.$id";
import { installFaults } from "../support/faults";
import { addMember } from "../support/members";
import { fullSubmission } from "../support/people";
import { testImage } from "../support/test-images";
import { asCall, call, cookieOf, newName, ORIGIN } from "./calls";
import { faultsAtEveryStep } from "./every-step";

const pages = await vi.hoisted(async () => (await import("../support/pages")).startPageServer());

let removeFaults: () => void;
let admin: Admin;
let adminCookie: string;
beforeAll(async () => {
  removeFaults = installFaults();
  admin = asAdmin(await addMember({ role: "admin" }));
  adminCookie = await cookieOf(admin);
});
afterAll(async () => {
  removeFaults();
  await pages.stop();
});

const origins = { origin: ORIGIN, linkOrigin: ORIGIN };

function newSuggestion() {
  const name = newName();
  const slug = name.toLowerCase().replace(" ", "-");
  return { ...fullSubmission, name, referenceLinks: [`https://${slug}.example/`] };
}

async function addWaiting() {
  const user = await addMember();
  const input = newSuggestion();
  const { id } = await submitExpert(user, input, { origin: ORIGIN });
  return { id, user, input };
}

test("reliability 41 every step may fail: submitting", async () => {
  const prepare = async () => {
    const cookie = await cookieOf(await addMember());
    const body = newSuggestion();
    return () => call(submit, "POST", { as: cookie, body });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: correcting one's own submission", async () => {
  const prepare = async () => {
    const { id, user, input } = await addWaiting();
    const cookie = await cookieOf(user);
    return () => call(own, "PUT", { as: cookie, id, body: { ...input, title: "Professor of Corrections" } });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: approving", async () => {
  const prepare = async () => {
    const { id } = await addWaiting();
    return () => call(approve, "POST", { as: adminCookie, id });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: rejecting", async () => {
  const prepare = async () => {
    const { id } = await addWaiting();
    return () => call(reject, "POST", { as: adminCookie, id, body: { reviewNotes: "Not yet." } });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: saving and approving, with an image from elsewhere", async () => {
  const prepare = async () => {
    const { id } = await addWaiting();
    const [image, path] = [await testImage("png", 64, 64), `/${id}.png`];
    pages.answers[path] = (_request, response) => response.writeHead(200, { Connection: "close" }).end(image);
    const input = { title: "Professor of Edits", imageUrl: pages.url + path };
    return () => asCall(() => saveAndApprove(admin, id, input, origins));
  };
  const reason = "a copied image is stored before, and found again by its content; without it the profile has a note";
  const allowedChanges = Object.fromEntries(
    ["images", "imageUses", "imageSearch", "files", "linkChecks", "auditLog", "contentVersion"].map((table) => [
      table,
      reason,
    ]),
  );
  expect(await faultsAtEveryStep({ prepare, allowedChanges })).toEqual([]);
});

test("reliability 41 every step may fail: deciding about many", async () => {
  const prepare = async () => {
    const ids = [(await addWaiting()).id, (await addWaiting()).id];
    return () => call(bulk, "POST", { as: adminCookie, body: { decision: "approve", ids } });
  };
  // Each submission is decided by itself. The answer names undecided ones with the reason, and they can be decided again.
  const isTrue = async ({ done, refused }: { done: string[]; refused: { id: string }[] }) => {
    const rows = await db.selectFrom("submissions").select(["id", "status", "expertRowId"]).execute();
    const isDecided = (id: string) => rows.some((row) => row.id === id && row.status === "approved" && row.expertRowId);
    const isOpen = (id: string) => rows.some((row) => row.id === id && row.status === "pending");
    return done.every(isDecided) && refused.every(({ id }) => isOpen(id));
  };
  expect(await faultsAtEveryStep({ prepare, isTrue })).toEqual([]);
});
