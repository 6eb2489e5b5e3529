import { expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { member } from "../../../../test/support/members";
import { storeOwnImages } from "./own.server";

test("reliability 10 one account stores images ten times a day; forms without images do not count", async () => {
  await migrate(db);
  const [eager, other] = [await member(), await member()];
  const file = { field: "unknownFile", name: "a.png", path: "/nowhere", bytes: 1, tooLarge: false };
  const send = (user: typeof eager, files = [file]) =>
    storeOwnImages(user, {}, files, { origin: "https://site.example" });
  for (let time = 0; time < 10; time++) await send(eager);
  await expect(send(eager)).rejects.toMatchObject({ problem: "limited" });
  await send(eager, []);
  await send(other);
});
