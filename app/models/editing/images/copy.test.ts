import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { createExpert, editExpert } from "~/models/editing/experts/admin-list.server";
import { copyImagesSince } from "~/models/editing/experts/copy-many.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { approveSubmission, saveAndApprove } from "~/models/editing/submissions/decide.server";
import { saveSubmission } from "~/models/editing/submissions/review-edit.server";
import { submitExpert } from "~/models/editing/submissions/submissions.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { portraitAt, saveCredit } from "~/models/records/images/credits.server";
import { profileOf } from "~/models/records/profiles/profiles.server";
import { addMember } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";
import { testImage, testImageOf } from "../../../../test/support/test-images";
import { copyImages, imageNotes } from "./copy.server";

const pages = await vi.hoisted(async () => (await import("../../../../test/support/pages")).startPageServer());

const origins = { origin: "https://site.example", linkOrigin: "https://site.example" };
const LOCAL_ADDRESS = /^\/uploads\/[0-9a-z]{2}\/[0-9a-z]{16}-\d+x\d+\.webp$/;
let admin: Admin;

beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
  const formats = { "/a.png": "png", "/b.webp": "webp", "/c.jpg": "jpeg" } as const;
  for (const [path, format] of Object.entries(formats)) servePlain(path, await testImage(format, 80, 60));
  servePlain("/page", Buffer.from("<h1>No picture</h1>"));
});
afterEach(async () => {
  for (const table of ["submissions", "experts", "images", "auditLog"] as const) await db.deleteFrom(table).execute();
  pages.requestedPaths.length = 0;
});
afterAll(() => pages.stop());

/** Declares every file as plain text, because the type must be read from the content. */
function servePlain(path: string, bytes: Buffer): void {
  pages.answers[path] = (_request, response) => response.writeHead(200, { "Content-Type": "text/plain" }).end(bytes);
}
const addressOf = (path: string) => pages.url + path;
const notesOf = async (slug: string) => (await imageNotes(await expertForAdmin(admin, slug))).map(({ note }) => note);
const readImages = () => db.selectFrom("images").select(["name", "url"]).orderBy("name").execute();

describe("reliability 17 external images are copied when an admin saves them", () => {
  test("ID09 with the credit that an import stored for the address", async () => {
    await importExperts([{ name: "Ada Here", slug: "ada" }], { origin: "import" });
    const credit = { author: "Fay", licence: "CC BY 4.0", licenceUrl: "", source: "" };
    await saveCredit(db, addressOf("/c.jpg"), credit);
    const { imageUrl } = await editExpert(admin, "ada", { imageUrl: addressOf("/c.jpg") }, origins);
    expect(await portraitAt(imageUrl)).toEqual({ url: imageUrl, alt: "", credit });
  });

  test("of an edited expert and of a new expert, each once", async () => {
    await importExperts([{ name: "Ada Here", slug: "ada" }], { origin: "import" });
    const input = { imageUrl: addressOf("/a.png"), productImageUrl: ` ${addressOf("/b.webp")} `, title: "Changed" };
    const savedExpert = await editExpert(admin, "ada", input, origins);
    expect(savedExpert).toMatchObject({
      imageUrl: expect.stringMatching(LOCAL_ADDRESS),
      productImageUrl: expect.stringMatching(LOCAL_ADDRESS),
      title: "Changed",
    });
    expect(pages.requestedPaths.sort()).toEqual(["/a.png", "/b.webp"]);
    expect((await readImages()).map(({ name }) => name)).toEqual(["Ada Here, portrait", "Ada Here, product image"]);
    expect((await profileOf(await findExpert("ada"))).image).toBe(savedExpert.imageUrl);

    // A stored image is not fetched again; the same bytes from elsewhere are the same image.
    await editExpert(admin, "ada", { ...savedExpert, title: "Again", updatedAt: savedExpert.updatedAt }, origins);
    expect(pages.requestedPaths).toHaveLength(2);
    const record = { name: "Ben Here", imageUrl: addressOf("/a.png"), longevityInterviewImageUrl: addressOf("/c.jpg") };
    expect(await createExpert(admin, record, origins)).toMatchObject({
      imageUrl: savedExpert.imageUrl,
      longevityInterviewImageUrl: expect.stringMatching(LOCAL_ADDRESS),
    });
    expect(await notesOf("ada")).toEqual([]);
  });

  test("of a submission only when it is approved, with or without edits", async () => {
    const user = await addMember();
    const submit = async (name: string, imageUrl: string, change = {}) => {
      const { id } = await submitExpert(
        user,
        { ...fullSubmission, name, referenceLinks: [`https://${name}.example/`], ...change },
        origins,
      );
      await saveSubmission(admin, id, { imageUrl }, origins);
      return { id };
    };
    const firstSubmission = await submit("first", addressOf("/a.png"));
    const secondSubmission = await submit("second", addressOf("/b.webp"));
    expect(pages.requestedPaths).toEqual([]);
    await approveSubmission(admin, firstSubmission.id, {}, origins);
    expect((await findExpert("first")).imageUrl).toMatch(LOCAL_ADDRESS);
    await saveAndApprove(admin, secondSubmission.id, { imageUrl: addressOf("/c.jpg") }, origins);
    expect((await findExpert("second")).imageUrl).toMatch(LOCAL_ADDRESS);
    expect(pages.requestedPaths).toEqual(["/a.png", "/c.jpg"]);

    // Copies only what is accepted of a change, and nothing of a decided change.
    const thirdSubmission = await submit("first", addressOf("/b.webp"), { change: "first", title: "New" });
    pages.requestedPaths.length = 0;
    await approveSubmission(admin, thirdSubmission.id, { acceptedFields: ["title"] }, origins);
    await expect(approveSubmission(admin, thirdSubmission.id, {}, origins)).rejects.toMatchObject({
      problem: "conflict",
    });
    expect(pages.requestedPaths).toEqual([]);
  });

  test("of imported experts afterwards", async () => {
    const since = new Date().toISOString();
    const people = [1, 2, 3].map((i) => ({ name: `Import ${i}`, slug: `import-${i}` }));
    await importExperts(
      people.map((person, index) => ({ ...person, imageUrl: [addressOf("/a.png"), addressOf("/missing"), ""][index] })),
      { origin: "import" },
    );
    expect(await notesOf("import-1")).toEqual([
      "This image is on another site, so readers do not see it. Saving copies it here.",
    ]);
    await copyImagesSince(admin, since);
    expect((await findExpert("import-1")).imageUrl).toMatch(LOCAL_ADDRESS);
    expect((await findExpert("import-2")).imageUrl).toBe(addressOf("/missing"));
    expect(pages.requestedPaths).toEqual(["/a.png", "/missing"]);
  });
});

describe("reliability 17 an image that cannot be copied", () => {
  test("keeps its address, is not loaded by public pages, and has a note for admins", async () => {
    await importExperts([{ name: "Cai Away", slug: "cai", productTitle: "Thing", longevityInterviewTitle: "Talk" }], {
      origin: "import",
    });
    const externalImages = {
      imageUrl: addressOf("/missing.png"),
      longevityInterviewImageUrl: addressOf("/page"),
      productImageUrl: "http://169.254.169.254/picture.png",
    };
    expect(await editExpert(admin, "cai", externalImages, origins)).toMatchObject(externalImages);
    expect(await notesOf("cai")).toEqual([
      "This image could not be copied here: it answers 404. Readers do not see it; saving tries again.",
      "This image could not be copied here: this is not a PNG, JPG or WebP image. Readers do not see it; saving tries again.",
      "This image could not be copied here: it leads to a private address. Readers do not see it; saving tries again.",
    ]);
    const profile = await profileOf(await findExpert("cai"));
    expect([profile.image, profile.interview?.poster, profile.product?.image]).toEqual([null, null, null]);
    expect(profile.shareImage?.src).toBe("/cai/share.png");
    // The list of dead links leaves them out, because they are not reference links.
    expect(await db.selectFrom("linkChecks").select("url").where("status", "=", "dead").execute()).toEqual([]);

    await editExpert(admin, "cai", { imageUrl: "" }, origins);
    expect(await notesOf("cai")).toHaveLength(2);
    expect(await db.selectFrom("linkChecks").select("url").execute()).toHaveLength(2);
  });

  test("is refused above 10 MB without being read to its end", async () => {
    servePlain("/large.png", await testImageOf(9 * 1024 * 1024));
    servePlain("/larger.png", await testImageOf(11 * 1024 * 1024));
    const record = { imageUrl: addressOf("/large.png"), productImageUrl: addressOf("/larger.png"), name: "Large" };
    const { localAddresses, problems } = await copyImages(admin, record);
    expect([...localAddresses.keys()]).toEqual([addressOf("/large.png")]);
    expect([...problems]).toEqual([[addressOf("/larger.png"), "it has more than 10 MB"]]);
  });

  test("on a host that does not exist is reported at once", async () => {
    const record = { imageUrl: "https://photos.example/a.png", name: "Nobody" };
    expect([...(await copyImages(admin, record)).problems.values()]).toEqual(["there is no such host"]);
  });
});
