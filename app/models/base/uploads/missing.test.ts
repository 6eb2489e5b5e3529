import { expect, test } from "vitest";
import { placeFiles, withIncoming, writeIncoming } from "~/services/storage.server";
import { shownImage, textWithoutMissingImages, withoutMissingImages } from "./missing.server";

const PRESENT_FILE = "ab/abcdefghjkmnpqrs-640.webp";
const [presentImage, missingImage] = [`/uploads/${PRESENT_FILE}`, "/uploads/cd/cdefghjkmnpqrstv-640.webp"];

test("OP10 a record of another site keeps the images whose files are here, and says how many files are missing", async () => {
  await withIncoming(async (folder) =>
    placeFiles([{ from: await writeIncoming(folder, Buffer.from("x")), name: PRESENT_FILE }]),
  );
  const record = { name: "Ada", imageUrl: presentImage, portrait: "https://example.org/uploads/face.jpg" };
  expect(withoutMissingImages(record)).toEqual({ record, missing: "" });
  expect(withoutMissingImages({ ...record, imageUrl: missingImage })).toEqual({
    record: { name: "Ada", portrait: record.portrait },
    missing: "Its image file is not here.",
  });
  expect(withoutMissingImages({ imageUrl: missingImage, other: missingImage, third: presentImage })).toEqual({
    record: { third: presentImage },
    missing: "2 of its image files are not here.",
  });
  expect(textWithoutMissingImages(`A ![](${missingImage} "Title")![b](${presentImage})`)).toEqual({
    text: `A ![b](${presentImage})`,
    missing: 1,
  });
  expect([shownImage(presentImage), shownImage(missingImage), shownImage("")]).toEqual([presentImage, null, null]);
});
