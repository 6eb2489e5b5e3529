import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { db, type ImageRow, migrate } from "~/db.server";
import { env } from "~/env.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import * as auditing from "~/models/base/audit/audit.server";
import { keepsStoredImage } from "~/models/base/uploads/address";
import { IMAGE_FIELDS } from "~/models/records/experts/fields";
import { UPLOADS } from "~/services/storage.server";
import { addMember } from "../../../../test/support/members";
import {
  animation,
  brokenImages,
  decompressionBomb,
  impostors,
  testImage,
  testImageOf,
  twoColours,
} from "../../../../test/support/test-images";
import { imageFromDataUrl, imagesFromForm, storeImage, withStoredImages } from "./images.server";
import { TOO_LARGE } from "./rules";
import { UPLOAD_FIELDS } from "./upload-licences";

let admin: Admin;
const uploadInfo = { name: "portrait.png", origin: "upload" } as const;
const FIVE_MB = 5 * 1024 * 1024;

beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin", firstName: "Carla", lastName: "Curator" }));
});
afterEach(async () => {
  await db.deleteFrom("images").execute();
  await db.deleteFrom("auditLog").execute();
});

const smallImage = () => testImage("png", 80, 60);
const refusalOf = (bytes: Uint8Array) =>
  storeImage(admin, bytes, uploadInfo).then(
    () => "stored",
    (error) => error,
  );
const filesOf = (row: ImageRow) =>
  JSON.parse(row.files) as { name: string; width: number; height: number; type: string }[];
const openFile = (name: string) => sharp(readFileSync(join(UPLOADS, name)));
const countStoredFiles = () =>
  existsSync(UPLOADS)
    ? readdirSync(UPLOADS, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
    : 0;
const incomingFolders = () => {
  const folder = join(env.DATA_DIR, "incoming");
  return existsSync(folder) ? readdirSync(folder) : [];
};

/** Returns the colour of a place: "red", "blue" or its values. */
async function colourAt(name: string, x: number, top: number): Promise<string> {
  const [r = 0, g = 0, b = 0] = await openFile(name)
    .removeAlpha()
    .extract({ left: x, top, width: 1, height: 1 })
    .raw()
    .toBuffer();
  if (r > 120 && g < 90 && b < 90) return "red";
  if (b > 120 && r < 90 && g < 90) return "blue";
  return [r, g, b].join();
}

describe("EM20 storing an image", () => {
  for (const format of ["png", "jpeg", "webp"] as const) {
    test(`makes every file of a ${format}, and enlarges none`, async () => {
      const row = await storeImage(admin, await testImage(format, 1_400, 1_050), { ...uploadInfo, alt: "Two halves" });
      expect(row).toMatchObject({
        width: 1280,
        height: 960,
        name: "portrait.png",
        alt: "Two halves",
        origin: "upload",
        createdBy: admin.id,
      });
      expect(row.url).toBe(`/uploads/${row.id.slice(0, 2)}/${row.id}-1280x960.webp`);
      const files = filesOf(row);
      expect(files.map(({ width, height, type }) => `${width}x${height} ${type}`)).toEqual([
        "1280x960 image/webp",
        "640x480 image/webp",
        "128x128 image/webp",
        "288x288 image/webp",
        "576x576 image/webp",
        "1200x630 image/jpeg",
      ]);
      for (const { name, width, height, type } of files) {
        expect(await openFile(name).metadata()).toMatchObject({ width, height, format: type.slice(6) });
      }
      const bytes = files.map(({ name }) => readFileSync(join(UPLOADS, name)).length);
      expect(row.bytes).toBe(bytes.reduce((sum, size) => sum + size));
      expect(await colourAt(files[0]?.name ?? "", 40, 40)).toBe("red");
      expect(await colourAt(files[0]?.name ?? "", 1240, 40)).toBe("blue");
    });
  }

  test("never enlarges a small image", async () => {
    const row = await storeImage(admin, await testImage("png", 200, 90), uploadInfo);
    expect(filesOf(row).map(({ name, width, height }) => [name.split("-")[1], width, height])).toEqual([
      ["200x90.webp", 200, 90],
      ["face90.webp", 90, 90],
      ["share.jpg", 171, 90],
    ]);
  });

  test("stores extreme proportions: one pixel, one line, a tall strip", async () => {
    for (const [width, height, storedSize] of [
      [1, 1, "1x1"],
      [3_000, 1, "1280x1"],
      [100, 9_000, "28x2560"],
    ] as const) {
      const row = await storeImage(admin, await testImage("png", width, height), uploadInfo);
      expect(row.url).toContain(`-${storedSize}.webp`);
      for (const file of filesOf(row))
        expect(await openFile(file.name).metadata()).toMatchObject({ width: file.width, height: file.height });
    }
  });

  test("stores the same bytes once, even if they arrive at the same time", async () => {
    const bytes = await smallImage();
    const rows = await Promise.all(Array.from({ length: 4 }, () => storeImage(admin, bytes, uploadInfo)));
    const secondImage = await storeImage(admin, bytes, { ...uploadInfo, name: "another name.png" });
    expect(new Set([...rows, secondImage].map(({ id }) => id)).size).toBe(1);
    expect(await db.selectFrom("images").select("id").execute()).toHaveLength(1);
    expect(await db.selectFrom("auditLog").selectAll().execute()).toMatchObject([
      { action: "image stored", subjectId: secondImage.id, userName: "Carla Curator" },
    ]);
  });

  test("stores prompt, provider and model, and writes no audit entry without an editor", async () => {
    const imageInfo = {
      name: "made",
      origin: "generated",
      prompt: "two halves",
      provider: "openai",
      model: "m-1",
    } as const;
    expect(await storeImage(null, await smallImage(), imageInfo)).toMatchObject({ ...imageInfo, createdBy: null });
    expect(await db.selectFrom("auditLog").selectAll().execute()).toEqual([]);
  });

  test("cuts a long name to 200 characters", async () => {
    const row = await storeImage(admin, await smallImage(), { ...uploadInfo, name: `${"n".repeat(300)}.png` });
    expect(row.name).toBe("n".repeat(200));
  });

  test("removes control characters from a file name, and treats paths and markup as text", async () => {
    const row = await storeImage(admin, await smallImage(), { ...uploadInfo, name: "../../etc/\u0000passwd\n<b>" });
    expect(row.name).toBe("../../etc/passwd<b>");
    expect(row.url).toMatch(/^\/uploads\/[0-9a-z]{2}\/[0-9a-z]{16}-80x60\.webp$/);
    expect((await storeImage(admin, await smallImage(), { ...uploadInfo, name: "\n" })).name).toBe("Image");
  });
});

describe("EM20 converting an image", () => {
  test("removes the location and all other metadata", async () => {
    const bytes = await twoColours()
      .withExif({
        IFD0: { Artist: "Nobody Else", Copyright: "secret" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 30/1 0/1" },
      })
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif?.toString("latin1")).toContain("Nobody Else");
    const row = await storeImage(admin, bytes, uploadInfo);
    for (const { name } of filesOf(row)) {
      const { exif, icc, iptc, xmp, orientation } = await openFile(name).metadata();
      expect({ exif, icc, iptc, xmp, orientation }).toEqual({});
      expect(readFileSync(join(UPLOADS, name)).toString("latin1")).not.toContain("Nobody Else");
    }
  });

  test("stores a rotated photograph upright", async () => {
    // Orientation 6: the photograph was taken on its side, so red, at the left of the bytes, belongs to the top.
    for (const format of ["jpeg", "png", "webp"] as const) {
      const bytes = await twoColours(80, 60).withMetadata({ orientation: 6 }).toFormat(format).toBuffer();
      const row = await storeImage(admin, bytes, uploadInfo);
      expect(row).toMatchObject({ width: 60, height: 80 });
      const [{ name }] = filesOf(row) as [ReturnType<typeof filesOf>[number]];
      expect([await colourAt(name, 30, 4), await colourAt(name, 30, 76)]).toEqual(["red", "blue"]);
    }
  });

  test("converts print colours to sRGB, and makes the share image opaque", async () => {
    const cmyk = await twoColours().toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer();
    expect(await sharp(cmyk).metadata()).toMatchObject({ space: "cmyk", channels: 4 });
    const [firstFile] = filesOf(await storeImage(admin, cmyk, uploadInfo));
    expect(await openFile(firstFile?.name ?? "").metadata()).toMatchObject({ space: "srgb" });
    expect([await colourAt(firstFile?.name ?? "", 40, 300), await colourAt(firstFile?.name ?? "", 760, 300)]).toEqual([
      "red",
      "blue",
    ]);

    const transparentImage = await sharp({
      create: { width: 900, height: 700, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const files = filesOf(await storeImage(admin, transparentImage, uploadInfo));
    expect(await openFile(files[0]?.name ?? "").metadata()).toMatchObject({ hasAlpha: true });
    expect(await colourAt(files.at(-1)?.name ?? "", 5, 5)).toBe("255,255,255");
    const greyFiles = filesOf(
      await storeImage(admin, await twoColours().greyscale().png({ palette: true }).toBuffer(), uploadInfo),
    );
    expect(greyFiles).toHaveLength(6);
  });
});

describe("EM09 EM20 a refused image leaves no row and no file", () => {
  afterEach(async () => {
    expect(await db.selectFrom("images").select("id").execute()).toEqual([]);
    expect(incomingFolders()).toEqual([]);
  });

  test("refuses content that is not PNG, JPG or WebP, whatever the name says", async () => {
    const formerCount = countStoredFiles();
    for (const [name, bytes] of Object.entries(impostors())) {
      expect([name, await refusalOf(bytes)]).toMatchObject([
        name,
        { problem: "unsupported", message: "This is not a PNG, JPG or WebP image. Please choose one of those." },
      ]);
    }
    expect(countStoredFiles()).toBe(formerCount);
  });

  test("refuses damaged images", async () => {
    for (const [name, bytes] of Object.entries(await brokenImages())) {
      expect([name, await refusalOf(bytes)]).toMatchObject([
        name,
        {
          problem: "invalid",
          message: "This image is damaged or incomplete. Please save it again in an image program, then try again.",
        },
      ]);
    }
  });

  test("refuses animated images", async () => {
    expect(await refusalOf(await animation())).toMatchObject({
      problem: "unsupported",
      message: "Animated images cannot be used. Please choose a still one.",
    });
  });

  test("refuses a small file that decodes to more than 25 megapixels", async () => {
    const smallFile = decompressionBomb();
    expect(smallFile.length).toBeLessThan(40_000);
    const sentence = "This image has too many pixels: at most 25 megapixels can be used.";
    for (const bytes of [smallFile, decompressionBomb(5_001), decompressionBomb(20_000)])
      expect(await refusalOf(bytes)).toMatchObject({ problem: "invalid", message: sentence });
  });

  test("refuses one byte more than 5 MB, and accepts exactly 5 MB", async () => {
    expect(await refusalOf(await testImageOf(FIVE_MB + 1))).toMatchObject({ problem: "tooLarge", message: TOO_LARGE });
    await storeImage(admin, await testImageOf(FIVE_MB), uploadInfo);
    await db.deleteFrom("images").execute();
  });

  test("counts pixels of 16 bits per colour twice, because they need twice the memory", async () => {
    const deepImage = sharp({ create: { width: 4_000, height: 3_200, channels: 3, background: "#127" } });
    const bytes = await deepImage.toColourspace("rgb16").png().toBuffer();
    expect(await refusalOf(bytes)).toMatchObject({
      problem: "invalid",
      message: expect.stringContaining("megapixels"),
    });
  });

  test("accepts exactly 25 megapixels", async () => {
    expect(await storeImage(admin, decompressionBomb(5_000), uploadInfo)).toMatchObject({ width: 1280, height: 1280 });
    await db.deleteFrom("images").execute();
  });

  test("removes the files if the row cannot be written", async () => {
    const formerCount = countStoredFiles();
    const failingAudit = vi.spyOn(auditing, "audit").mockRejectedValue(new Error("no more room for rows"));
    await expect(storeImage(admin, await smallImage(), uploadInfo)).rejects.toThrow("no more room for rows");
    failingAudit.mockRestore();
    expect(countStoredFiles()).toBe(formerCount);
    const diskFull = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
    const fullAudit = vi.spyOn(auditing, "audit").mockRejectedValue(diskFull);
    await expect(storeImage(admin, await smallImage(), uploadInfo)).rejects.toMatchObject({ problem: "full" });
    fullAudit.mockRestore();
    expect(countStoredFiles()).toBe(formerCount);
  });
});

describe("D16 D17 images in records", () => {
  const dataUrl = (bytes: Buffer, type = "image/png") => `data:${type};base64,${bytes.toString("base64")}`;
  const origin = "https://site.example";

  test("stores the image of a data URL, whatever type it declares", async () => {
    const bytes = await testImage("jpeg");
    const row = await imageFromDataUrl(admin, dataUrl(bytes, "image/svg+xml"), { name: "x", origin: "record" });
    expect(row).toMatchObject({ origin: "record", width: 800 });
    expect(row.url).not.toContain("data:");
  });

  test("applies the rules of uploads to data URLs", async () => {
    const store = (text: string) => imageFromDataUrl(admin, text, { name: "x", origin: "record" });
    await expect(store(dataUrl(await testImageOf(FIVE_MB + 1)))).rejects.toMatchObject({
      problem: "tooLarge",
      message: TOO_LARGE,
    });
    await store(dataUrl(await testImageOf(FIVE_MB)));
    await expect(store(dataUrl(impostors()["svg.png"] as Buffer))).rejects.toMatchObject({ problem: "unsupported" });
    for (const text of ["data:image/png,plain", "data:", "", "data:image/png;base64,", "data:image/png;base64,%%%%"])
      await expect(store(text)).rejects.toMatchObject({ problem: expect.stringMatching(/invalid|unsupported/) });
  });

  test("stores the images of the three image fields, and changes no other field", async () => {
    const storedRecord = {
      imageUrl: "/uploads/ab/abcdefghjkmnpqrs-10x10.webp",
      productImageUrl: "https://else.example/p.png",
    };
    const record = {
      name: "Ada Full",
      biography: "data:image/png;base64,AAAA",
      imageUrl: "has-base64-image",
      longevityInterviewImageUrl: dataUrl(await smallImage()),
      productImageUrl: " https://site.example/uploads/ab/abcdefghjkmnpqrs-10x10.webp ",
    };
    const recordWithImages = await withStoredImages(admin, record, { storedRecord, origin });
    expect(recordWithImages).toEqual({
      ...record,
      imageUrl: storedRecord.imageUrl,
      longevityInterviewImageUrl: expect.stringMatching(/^\/uploads\/.*\.webp$/),
      productImageUrl: storedRecord.imageUrl,
    });
    expect(await db.selectFrom("images").select("name").execute()).toEqual([{ name: "Ada Full, interview" }]);
    expect(await withStoredImages(admin, { imageUrl: "has-base64-image" }, { origin })).toEqual({ imageUrl: "" });
    expect(await withStoredImages(admin, { name: "x", imageUrl: undefined }, { storedRecord, origin })).toEqual({
      name: "x",
    });
    expect(await withStoredImages(admin, { imageUrl: 7 as never }, { storedRecord, origin })).toEqual({ imageUrl: 7 });
    expect(keepsStoredImage(" has-base64-image")).toBe(true);
  });

  test("names the field of a refused image", async () => {
    for (const field of IMAGE_FIELDS) {
      const storing = withStoredImages(admin, { [field]: dataUrl(impostors()["gif.png"] as Buffer) }, { origin });
      await expect(storing).rejects.toMatchObject({
        problem: "unsupported",
        fieldErrors: { [field]: expect.stringContaining("PNG, JPG or WebP") },
      });
    }
  });
});

describe("EM09 images in forms", () => {
  test.each(IMAGE_FIELDS)("stores the credit in a form for the portrait only: %s", async (field) => {
    const folder = mkdtempSync(join(tmpdir(), "longevity-images-"));
    const path = join(folder, "sent.png");
    writeFileSync(path, await smallImage());
    const file = { field: `${field}File`, name: "sent.png", path, bytes: 9, tooLarge: false };
    const values = { [UPLOAD_FIELDS.licence]: "cc-by", [UPLOAD_FIELDS.author]: "Ann Author" };
    await imagesFromForm(admin, values, [file], { origin: "http://h" });
    const credits = await db.selectFrom("imageCredits").select("author").execute();
    expect(credits).toEqual(field === "imageUrl" ? [{ author: "Ann Author" }] : []);
    rmSync(folder, { recursive: true });
  });

  test("keeps a typed address, removes it on request, or replaces it with a stored image or a file", async () => {
    const values: Record<string, string> = {
      imageUrl: "https://else.example/a.png",
      productImageUrl: "/uploads/x",
      productImageUrlRemove: "1",
      longevityInterviewImageUrl: "",
      longevityInterviewImageUrlStored: "/uploads/y",
      name: "Ada",
    };
    await imagesFromForm(admin, values, [], { origin: "http://h" });
    const otherValues = { productImageUrl: "", longevityInterviewImageUrl: "/uploads/y", name: "Ada" };
    expect(values).toEqual({ imageUrl: "https://else.example/a.png", ...otherValues });

    const file = { field: "imageUrlFile", name: "a.png", path: "/nowhere", bytes: 9, tooLarge: true };
    await expect(imagesFromForm(admin, values, [file], { origin: "http://h" })).rejects.toMatchObject({
      problem: "tooLarge",
      fieldErrors: { imageUrl: TOO_LARGE },
    });
  });
});
