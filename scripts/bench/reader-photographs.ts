/** What a page of the directory weighs when everyone on it has a photograph. */
import { type Browser, devices } from "@playwright/test";
import { signUpAdmin } from "../../test/support/curator";
import { photograph } from "../../test/support/pictures";
import { getJson, json } from "../../test/support/requests";
import { type Site, startSite } from "../../test/support/site";
import type { Figure } from "./figures";
import { openBrowser, PAGES, startVisit, sum } from "./reader-browser";

/** 24 photographs, uploaded and given to people as curators do it, on a phone and on a large screen. */
export async function photographs(): Promise<Figure[]> {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const browser = await openBrowser();
  try {
    await giveFaces(site);
    return [
      ...(await look(browser, site, "phone", devices["Pixel 5"])),
      ...(await look(browser, site, "desk", { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 })),
    ];
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function giveFaces(site: Site): Promise<void> {
  const { headers } = await signUpAdmin(site);
  const { body: list } = await getJson(site, "/api/experts/paginated?limit=24");
  for (const { id, name } of list.experts) {
    const body = new FormData();
    body.append("file", new Blob([new Uint8Array(await photograph(800, 800))]), `${name}.jpg`);
    const { url } = await (await fetch(`${site.url}/api/admin/images`, { method: "POST", body, headers })).json();
    const { body: expert } = await getJson(site, `/api/experts/${id}`, { headers });
    const { status } = await json(site, "PUT", `/api/experts/${id}`, { ...expert, imageUrl: url }, { headers });
    if (status !== 200) throw new Error(`${name} was refused a photograph: ${status}`);
  }
}

async function look(
  browser: Browser,
  site: Site,
  where: string,
  device: Parameters<Browser["newContext"]>[0],
): Promise<Figure[]> {
  const { page, transfers, settled, close } = await startVisit(browser, site, device);
  await page.goto(PAGES.directory.path, { waitUntil: "networkidle" });
  // Pictures come when one gets to them, so that one has to.
  const faces = page.locator("img.face");
  for (const face of await faces.all()) await face.scrollIntoViewIfNeeded();
  await settled();
  const sizes = await faces.evaluateAll((all) =>
    (all as HTMLImageElement[]).map(({ naturalWidth, clientWidth }) => naturalWidth / clientWidth / devicePixelRatio),
  );
  if (sizes.length !== 24 || sizes.some((size) => size === 0)) throw new Error("Not every photograph was seen");
  const pictures = transfers.filter(({ path }) => path.startsWith("/uploads/"));
  const others = pictures.filter(({ mimeType }) => mimeType !== "image/webp");
  // The framework comes with the scrolling and is weighed by itself.
  const paid = transfers.filter(({ path }) => !path.endsWith(".js"));
  await close();
  const of = `24 cards with photographs, ${where}`;
  return [
    { name: `${of}, in total`, value: sum(paid, "bytes") / 1024, unit: "KB", most: 150 },
    { name: `${of}, photographs`, value: sum(pictures, "bytes") / 1024, unit: "KB" },
    { name: `${of}, pictures that are not WebP`, value: others.length, unit: "", most: 0 },
    // One file serves screens of two to three pixels per CSS pixel, so that it fits none exactly.
    { name: `${of}, picture's width ÷ the screen's`, value: Math.max(...sizes), unit: "×", most: 1.25 },
  ];
}
