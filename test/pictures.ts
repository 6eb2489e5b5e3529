import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, chromium } from "@playwright/test";
import sharp from "sharp";
import { runProgram } from "../scripts/program";
import { signUpAdmin } from "./support/admin";
import { BROWSER_FLAGS, ensureBrowser } from "./support/browser";
import { type Site, startSite } from "./support/site";
import { uploadTable } from "./support/table-imports";

const FOLDER = "docs/images";
const SIZE = { width: 1120, height: 700 };
const MAX_BYTES = 80_000;

const PAGES = [
  ["home", "/"],
  ["directory", "/directory"],
  ["profile", "/cynthia-kenyon"],
  ["admin", "/admin/experts"],
] as const;

/** A table with unknown values, an organisation, and an invalid year, as a spreadsheet may contain them. */
const TABLE = `Speaker,Organisation,Type,Country,Born,Website,E-mail
"Quade, Ines",University of Bland,Academic researcher,U.K.,about 1961,https://ines.example.org,ines@mail.example
Omar al-Rashi,Institute of Ageing,Policy,Jordan,soon,https://omar.example.org,
Society of Old Friends,,Policy,France,,,
Mara Lund (MIT),,Clinician,Elbonia,1970,,
`;
const IMPORT_SIZE = { width: 960, height: 1300 };

/**
 * `npm run pictures [-- NAME…]` makes screenshots of a site with the starter directory for README and the manual. With names,
 * such as `import`, it makes only those.
 */
await runProgram(async () => {
  mkdirSync(FOLDER, { recursive: true });
  const chosenNames = process.argv.slice(2);
  const isChosen = (name: string) => chosenNames.length === 0 || chosenNames.includes(name);
  const site = await startSite();
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_FLAGS });
  try {
    const { headers } = await signUpAdmin(site, { firstName: "Ada" });
    if (isChosen("import")) await pictureOfImport(site, await browser.newContext({ viewport: IMPORT_SIZE }), headers);
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({ viewport: SIZE, colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      for (const [name, path] of PAGES.filter(([name]) => isChosen(name))) {
        if (path.startsWith("/admin")) await context.setExtraHTTPHeaders(headers);
        await page.goto(site.url + path, { waitUntil: "networkidle" });
        await storePicture(`${name}-${colorScheme}.webp`, await page.screenshot());
      }
      await context.close();
    }
  } finally {
    await browser.close();
    await site.stop();
  }
});

/** Takes the picture of the import page, down to the row that maps the table's last column. */
async function pictureOfImport(site: Site, context: BrowserContext, headers: Record<string, string>): Promise<void> {
  const { path } = await uploadTable(site, { headers, name: "speakers.csv", content: TABLE });
  await context.setExtraHTTPHeaders(headers);
  const page = await context.newPage();
  await page.goto(site.url + path, { waitUntil: "networkidle" });
  const main = await page.locator("main").boundingBox();
  const lastColumn = await page.locator('tr:has(select[name="fields[]"])').last().boundingBox();
  if (!main || !lastColumn) throw new Error("The page of the import shows no columns.");
  const height = lastColumn.y + lastColumn.height - main.y;
  await storePicture("import.webp", await page.screenshot({ fullPage: true, clip: { ...main, height } }));
  await context.close();
}

async function storePicture(name: string, picture: Buffer): Promise<void> {
  const file = join(FOLDER, name);
  const { size } = await sharp(picture).webp({ quality: 70, effort: 6 }).toFile(file);
  if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes: more than ${MAX_BYTES}.`);
  console.log(`${file}: ${Math.ceil(size / 1024)} KB`);
}
