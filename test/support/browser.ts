import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { installFromDebian, run } from "./debian";

/** The whole browser takes two thirds more processor for the same tests. */
const SHELL = "chromium-headless-shell";
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The browser for tests: CHROMIUM_PATH, else the system's headless shell, Chromium or Chrome, else the one Playwright
 * downloaded.
 */
export function findBrowser(names = NAMES): string | undefined {
  return process.env.CHROMIUM_PATH || [...names.flatMap(inPath), MAC, chromium.executablePath()].find(isProgram);
}

/** A browser that keeps pages for Back, as the headless shell does not. */
export function findWholeBrowser(): string | undefined {
  return findBrowser(NAMES.filter((name) => name !== SHELL));
}

/** Gets the headless shell from Debian where that is possible, and Playwright's where there is no browser at all. */
export function ensureBrowser(): string {
  if (!process.env.CHROMIUM_PATH && !inPath(SHELL).some(isProgram)) installFromDebian([SHELL, "fonts-liberation"]);
  const present = findBrowser();
  if (present) return present;
  console.log("Getting a browser (once) …");
  run("node_modules/.bin/playwright", ["install", "chromium"], { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" });
  const downloaded = findBrowser();
  if (!downloaded || !run(downloaded, ["--version"]))
    throw new Error("There is no browser for the tests: please install Chromium, or say where it is in CHROMIUM_PATH.");
  return downloaded;
}

function inPath(name: string): string[] {
  return (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
