import { expect, test } from "vitest";
import { shareImageResponse } from "~/http/share-image.server";
import { shareCard } from "./share-card.server";

const card = (title: string) => shareCard({ title, kind: "Ecologist", siteName: "Long" });

test("PB21 a share image that the client has is not drawn again", async () => {
  const { tag } = card("Ada");
  const png = () => Promise.reject(new Error("drawn"));
  const request = (header: string) => new Request("https://x.example/", { headers: { "If-None-Match": header } });
  const { status, headers, body } = await shareImageResponse(request(`W/"other", ${tag}`), { tag, png });
  expect([status, headers.get("ETag"), body]).toEqual([304, tag, null]);
  await expect(shareImageResponse(request('"other"'), { tag, png })).rejects.toThrow("drawn");
});
