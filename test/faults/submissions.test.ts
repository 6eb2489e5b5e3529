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

let takeOut: () => void;
let admin: Admin;
let as: string;
beforeAll(async () => {
  takeOut = installFaults();
  admin = asAdmin(await addMember({ role: "admin" }));
  as = await cookieOf(admin);
});
afterAll(async () => {
  takeOut();
  await pages.stop();
});

const origins = { origin: ORIGIN, linkOrigin: ORIGIN };

function suggested() {
  const name = newName();
  const slug = name.toLowerCase().replace(" ", "-");
  return { ...fullSubmission, name, referenceLinks: [`https://${slug}.example/`] };
}

async function waiting() {
  const user = await addMember();
  const input = suggested();
  const { id } = await submitExpert(user, input, { origin: ORIGIN });
  return { id, user, input };
}

test("reliability 41 every step may fail: submitting", async () => {
  const prepare = async () => {
    const cookie = await cookieOf(await addMember());
    const body = suggested();
    return () => call(submit, "POST", { as: cookie, body });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: correcting one's own submission", async () => {
  const prepare = async () => {
    const { id, user, input } = await waiting();
    const cookie = await cookieOf(user);
    return () => call(own, "PUT", { as: cookie, id, body: { ...input, title: "Professor of Corrections" } });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: approving", async () => {
  const prepare = async () => {
    const { id } = await waiting();
    return () => call(approve, "POST", { as, id });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: rejecting", async () => {
  const prepare = async () => {
    const { id } = await waiting();
    return () => call(reject, "POST", { as, id, body: { reviewNotes: "Not yet." } });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: saving and approving, with an image from elsewhere", async () => {
  const prepare = async () => {
    const { id } = await waiting();
    const [image, path] = [await testImage("png", 64, 64), `/${id}.png`];
    pages.answers[path] = (_request, response) => response.writeHead(200, { Connection: "close" }).end(image);
    const input = { title: "Professor of Edits", imageUrl: pages.url + path };
    return () => asCall(() => saveAndApprove(admin, id, input, origins));
  };
  const copy = "a copied image is stored before, and found again by its content; without it the profile has a note";
  const allowedChanges = Object.fromEntries(
    ["images", "imageUses", "imageSearch", "files", "linkChecks", "auditLog", "contentVersion"].map((table) => [
      table,
      copy,
    ]),
  );
  expect(await faultsAtEveryStep({ prepare, beside: allowedChanges })).toEqual([]);
});

test("reliability 41 every step may fail: deciding about many", async () => {
  const prepare = async () => {
    const ids = [(await waiting()).id, (await waiting()).id];
    return () => call(bulk, "POST", { as, body: { decision: "approve", ids } });
  };
  // Each is decided by itself: what was not is named, with the reason, and can be decided again.
  const isTrue = async ({ done, refused }: { done: string[]; refused: { id: string }[] }) => {
    const waits = await db.selectFrom("submissions").select(["id", "status", "expertRowId"]).execute();
    const isDecided = (id: string) =>
      waits.some((row) => row.id === id && row.status === "approved" && row.expertRowId);
    const isOpen = (id: string) => waits.some((row) => row.id === id && row.status === "pending");
    return done.every(isDecided) && refused.every(({ id }) => isOpen(id));
  };
  expect(await faultsAtEveryStep({ prepare, isTrue })).toEqual([]);
});
