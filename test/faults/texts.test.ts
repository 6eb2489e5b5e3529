import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { createArticle } from "~/models/editing/articles/edit.server";
import * as articles from "~/routes/api.admin.articles._index";
import * as article from "~/routes/api.admin.articles.$id";
import * as images from "~/routes/api.admin.images._index";
import * as library from "~/routes/api.library.content._index";
import { removeOldIncoming } from "~/services/storage.server";
import { installFaults } from "../support/faults";
import { addMember } from "../support/members";
import { testImage } from "../support/test-images";
import { call, cookieOf, newName, ORIGIN } from "./calls";
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

const createDraft = () => createArticle(admin, { title: newName(), body: "Words." }, { origin: ORIGIN });

test("reliability 41 every step may fail: writing an article", async () => {
  const prepare = async () => {
    const body = { title: newName(), body: "Words." };
    return () => call(articles, "POST", { as: adminCookie, body });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: editing an article", async () => {
  const prepare = async () => {
    const { id } = await createDraft();
    return () => call(article, "PUT", { as: adminCookie, id, body: { body: "Better words.", tags: ["tag"] } });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: publishing an article", async () => {
  const prepare = async () => {
    const { id } = await createDraft();
    return () => call(article, "PUT", { as: adminCookie, id, body: { status: "published" } });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: uploading an image", async () => {
  const prepare = async () => {
    const file = new File([new Uint8Array(await testImage("png", 90, 60))], "lab.png");
    return async () => {
      const body = new FormData();
      body.set("file", file);
      return call(images, "POST", { as: adminCookie, body });
    };
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
  // Folders that could not be removed go with the next housekeeping.
  await removeOldIncoming(Date.now() + 2 * 60 * 60_000);
  expect(readdirSync(join(process.env.DATA_DIR as string, "incoming"))).toEqual([]);
});

test("reliability 41 every step may fail: saving a text to the library", async () => {
  const prepare = async () => {
    const body = { content: `About ${newName()}.`, newProject: { name: newName() } };
    return () => call(library, "POST", { as: adminCookie, body });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});
