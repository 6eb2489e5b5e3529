import { describe, expect, test } from "vitest";
import { isStoredName } from "~/services/storage.server";
import { avatarSources, imageFiles, imageSources, shareImage, storedAddress, storedImageUrl } from "./address";

const ID = "abcdefghjkmnpqrs";
const imageUrl = (width: number, height: number) => storedImageUrl(ID, { width, height });
const fileName = (src: string | undefined) => src?.replace(`/uploads/ab/${ID}-`, "");

describe("EM19 the address of an image contains its id and size", () => {
  test("every file that a page requests was created", () => {
    for (const [width, height] of [
      [1280, 853],
      [1280, 2560],
      [641, 640],
      [640, 480],
      [300, 290],
      [100, 2560],
      [1, 1],
    ] as const) {
      const files = imageFiles(ID, { width, height });
      const names = files.map((file) => `/uploads/${file.name}`);
      expect(files.every((file) => isStoredName(file.name))).toBe(true);
      expect(files.every((file) => file.width <= Math.max(width, 1) && file.height <= Math.max(height, 1))).toBe(true);
      expect(new Set(names).size).toBe(names.length);
      const url = imageUrl(width, height);
      const sources = [
        imageSources(url),
        avatarSources(url, 64),
        avatarSources(url, 144),
        avatarSources(url, 999),
        shareImage(url),
      ];
      const usedAddresses = sources.flatMap((source) => [
        source?.src ?? "",
        ...(source?.srcSet ?? "").split(", ").filter(Boolean),
      ]);
      for (const address of usedAddresses) expect(names).toContain(address.split(" ")[0]);
      for (const source of (imageSources(url)?.srcSet ?? "").split(", ").filter(Boolean)) {
        const [src, descriptor] = source.split(" ");
        expect(`${files.find((file) => src === `/uploads/${file.name}`)?.width}w`).toBe(descriptor);
      }
    }
  });

  test("the uncropped image has two widths, and its size prevents layout shifts", () => {
    expect(imageSources(imageUrl(1280, 853))).toEqual({
      src: imageUrl(1280, 853),
      srcSet: `/uploads/ab/${ID}-640.webp 640w, ${imageUrl(1280, 853)} 1280w`,
      width: 1280,
      height: 853,
    });
    expect(imageSources(imageUrl(500, 400))).toEqual({ src: imageUrl(500, 400), width: 500, height: 400 });
  });

  test("a card requests 128 pixels on any screen, a profile 288 or 576", () => {
    expect(avatarSources(imageUrl(1280, 853), 64)).toEqual({ src: `/uploads/ab/${ID}-face128.webp` });
    const profileSources = avatarSources(imageUrl(1280, 853), 144);
    expect(fileName(profileSources?.src)).toBe("face288.webp");
    expect(profileSources?.srcSet).toBe(`/uploads/ab/${ID}-face288.webp 288w, /uploads/ab/${ID}-face576.webp 576w`);
    // Uses the largest size if the image is too small.
    expect(fileName(avatarSources(imageUrl(200, 300), 144)?.src)).toBe("face200.webp");
    expect(fileName(avatarSources(imageUrl(90, 300), 64)?.src)).toBe("face90.webp");
  });

  test("rejects addresses of other sites and files", () => {
    for (const url of [
      "",
      "/favicon.svg",
      "https://else.example/uploads/ab/abcdefghjkmnpqrs-10x10.webp",
      "/uploads/xy/abcdefghjkmnpqrs-10x10.webp",
      "/uploads/ab/abcdefghjkmnpqrs-640.webp",
      "/uploads/../longevity.db",
      "/uploads/ab/abcdefghjkmnpqrs-10x10.webp?x",
    ]) {
      expect([imageSources(url), avatarSources(url, 64), shareImage(url)]).toEqual([null, null, null]);
    }
  });

  test("stores an address of this site as a path, and an address of another site unchanged", () => {
    const origins = ["https://site.example", "http://localhost:3000"];
    for (const origin of origins)
      expect(storedAddress(` ${origin}${imageUrl(10, 10)} `, origins)).toBe(imageUrl(10, 10));
    for (const otherAddress of [
      "https://else.example/uploads/a.png",
      "https://site.example/favicon.svg",
      "/uploads/a",
      "",
    ])
      expect(storedAddress(otherAddress, origins)).toBe(otherAddress);
  });
});
