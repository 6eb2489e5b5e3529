import { expect, test } from "vitest";
import { placeFiles, withIncoming, writeIncoming } from "~/services/storage.server";
import { shownImage, textWithoutMissingImages, withoutMissingImages } from "./missing.server";

const HERE = "ab/abcdefghjkmnpqrs-640.webp";
const [here, gone] = [`/uploads/${HERE}`, "/uploads/cd/cdefghjkmnpqrstv-640.webp"];

test("OP10 a record of another site keeps the images whose files are here, and says how many are not", async () => {
  await withIncoming(async (folder) =>
    placeFiles([{ from: await writeIncoming(folder, Buffer.from("x")), name: HERE }]),
  );
  const record = { name: "Ada", imageUrl: here, portrait: "https://example.org/uploads/face.jpg" };
  expect(withoutMissingImages(record)).toEqual({ record, missing: "" });
  expect(withoutMissingImages({ ...record, imageUrl: gone })).toEqual({
    record: { name: "Ada", portrait: record.portrait },
    missing: "Its image file is not here.",
  });
  expect(withoutMissingImages({ imageUrl: gone, other: gone, third: here })).toEqual({
    record: { third: here },
    missing: "2 of its image files are not here.",
  });
  expect(textWithoutMissingImages(`A ![](${gone} "Title")![b](${here})`)).toEqual({
    text: `A ![b](${here})`,
    missing: 1,
  });
  expect([shownImage(here), shownImage(gone), shownImage("")]).toEqual([here, null, null]);
});
