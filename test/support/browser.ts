import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { installFromDebian, run } from "./debian";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--in-process-gpu",
];

/** The browser for tests: CHROMIUM_PATH, else the system's Chromium or Chrome, else the one Playwright downloaded. */
export function findBrowser(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return [...inPath(NAMES), MAC, chromium.executablePath()].find(isProgram);
}

/** Chromium without what only a screen needs, which halves the work of the journeys. */
const HEADLESS_SHELL = "chromium-headless-shell";

/** Finds the browser for journeys: the headless shell, else the browser itself. */
export function findHeadlessShell(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return inPath([HEADLESS_SHELL]).find(isProgram) ?? findBrowser();
}

function inPath(names: string[]): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

/**
 * As `findBrowser`, getting one where there is none: Playwright's, and where that cannot be downloaded or lacks
 * libraries, Debian's.
 */
export function ensureBrowser(): string {
  const present = findBrowser();
  if (present) return present;
  console.log("Getting a browser (once) …");
  run("node_modules/.bin/playwright", ["install", "chromium"], { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" });
  const downloaded = findBrowser();
  if (downloaded && run(downloaded, ["--version"])) return downloaded;
  installFromDebian(["chromium", HEADLESS_SHELL, "fonts-liberation"]);
  const installed = findBrowser();
  if (installed && run(installed, ["--version"])) return installed;
  throw new Error("There is no browser for the tests: please install Chromium, or say where it is in CHROMIUM_PATH.");
}

/** As `ensureBrowser`, with the headless shell from Debian where it can be had. */
export function ensureBrowsers(): void {
  ensureBrowser();
  if (!process.env.CHROMIUM_PATH && !inPath([HEADLESS_SHELL]).some(isProgram)) installFromDebian([HEADLESS_SHELL]);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
