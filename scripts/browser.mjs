import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackages } from "./debian.mjs";
import { runQuietly } from "./processes.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** What the browser must do without in a container, and what it would fetch for itself. */
export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/**
 * The browser for tests: CHROMIUM_PATH, else the system's Chromium or Chrome, else the one Playwright downloaded.
 *
 * @returns {Promise<string | undefined>} the path of the program; undefined when there is none.
 */
export async function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const system = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram);
  if (system) return system;
  if (existsSync(MAC)) return MAC;
  const { chromium } = await import("@playwright/test");
  return isProgram(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/**
 * As `findBrowser`, getting one where there is none: Playwright's, and where that cannot be downloaded or lacks
 * libraries, Debian's.
 *
 * @returns {Promise<string>}
 * @throws {Error} when there is no way to a browser.
 */
export async function ensureBrowser() {
  const present = await findBrowser();
  if (present) return present;
  console.log("Getting a browser (once) …");
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" };
  await runQuietly(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"], { env });
  const downloaded = await findBrowser();
  if (downloaded && (await starts(downloaded))) return downloaded;
  await installDebianPackages(["chromium", "fonts-liberation"]);
  const installed = await findBrowser();
  if (installed && (await starts(installed))) return installed;
  throw new Error("There is no browser for the tests: please install Chromium, or say where it is in CHROMIUM_PATH.");
}

async function starts(browser) {
  return (await runQuietly(browser, ["--version"])).code === 0;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
