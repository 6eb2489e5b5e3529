import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { runProgram } from "../scripts/program";
import { signUpAdmin } from "./support/admin";
import { BROWSER_FLAGS, ensureBrowser } from "./support/browser";
import { startSite } from "./support/site";

const FOLDER = "docs/images";
const SIZE = { width: 1120, height: 700 };
const MOST_BYTES = 80_000;

const PAGES = [
  ["home", "/"],
  ["directory", "/directory"],
  ["profile", "/cynthia-kenyon"],
  ["admin", "/admin/experts"],
] as const;

/** `npm run pictures`: the README's pictures of the starter directory, light and dark, as small WebP files. */
await runProgram(async () => {
  mkdirSync(FOLDER, { recursive: true });
  const site = await startSite();
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_FLAGS });
  try {
    const { headers } = await signUpAdmin(site, { firstName: "Ada" });
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({ viewport: SIZE, colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      for (const [name, path] of PAGES) {
        if (path.startsWith("/admin")) await context.setExtraHTTPHeaders(headers);
        await page.goto(site.url + path, { waitUntil: "networkidle" });
        const file = join(FOLDER, `${name}-${colorScheme}.webp`);
        const { size } = await sharp(await page.screenshot())
          .webp({ quality: 70, effort: 6 })
          .toFile(file);
        if (size > MOST_BYTES) throw new Error(`${file} has ${size} bytes: more than ${MOST_BYTES}.`);
        console.log(`${file}: ${Math.ceil(size / 1024)} KB`);
      }
      await context.close();
    }
  } finally {
    await browser.close();
    await site.stop();
  }
});
