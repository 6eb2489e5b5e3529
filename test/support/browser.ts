import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { installFromDebian, run } from "./debian";

const PROGRAM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC_PROGRAM = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

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

/** Returns the path of the browser for tests: CHROMIUM_PATH, or the system's Chromium or Chrome, or Playwright's download. */
export function findBrowser(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return [...pathsOf(PROGRAM_NAMES), MAC_PROGRAM, chromium.executablePath()].find(isProgram);
}

/** Chromium without its user interface, which halves the processor time of browser tests. */
const HEADLESS_SHELL = "chromium-headless-shell";

/** Returns the path of the browser for browser tests: the headless shell, or else the browser. */
export function findHeadlessShell(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return pathsOf([HEADLESS_SHELL]).find(isProgram) ?? findBrowser();
}

function pathsOf(names: string[]): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

/**
 * Returns the path of the browser for tests. Downloads Playwright's if there is none, and installs Debian's if that fails
 * or does not start. Throws when none can be had.
 */
export function ensureBrowser(): string {
  const presentBrowser = findBrowser();
  if (presentBrowser) return presentBrowser;
  console.log("Getting a browser (once) …");
  run("node_modules/.bin/playwright", ["install", "chromium"], { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" });
  const downloadedBrowser = findBrowser();
  if (downloadedBrowser && run(downloadedBrowser, ["--version"])) return downloadedBrowser;
  installFromDebian(["chromium", HEADLESS_SHELL, "fonts-liberation"]);
  const installedBrowser = findBrowser();
  if (installedBrowser && run(installedBrowser, ["--version"])) return installedBrowser;
  throw new Error("There is no browser for the tests: please install Chromium, or say where it is in CHROMIUM_PATH.");
}

/** Calls `ensureBrowser`, and installs Debian's headless shell where that is possible. */
export function ensureBrowsers(): void {
  ensureBrowser();
  if (!process.env.CHROMIUM_PATH && !pathsOf([HEADLESS_SHELL]).some(isProgram)) installFromDebian([HEADLESS_SHELL]);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
