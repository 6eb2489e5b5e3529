/** PDF.js runs in a thread, because external files may be slow or large. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import pLimit from "p-limit";

const TIME_MS = 8_000;
const MAX_TEXT_LENGTH = 2_000_000;
/** The heap limits of a thread exclude what PDF.js decompresses. */
const MAX_GROWTH_BYTES = 256 * 1024 * 1024;
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Evaluated, because the app's bundle has no file for the thread. */
const SOURCE = `
const { parentPort, workerData } = require("node:worker_threads");
let left = workerData.mostLength;
const tell = (text) => {
  parentPort.postMessage(text.slice(0, left) + "\\n");
  left -= text.length + 1;
};
import(workerData.unpdf).then(async ({ getDocumentProxy, getMeta }) => {
  const pdf = await getDocumentProxy(workerData.bytes, { verbosity: 0 });
  const { info } = await getMeta(pdf).catch(() => ({ info: {} }));
  tell([info.Title, info.Author, info.Subject, info.Keywords].filter(Boolean).join("\\n"));
  for (let number = 1; number <= pdf.numPages && left > 0; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    tell(items.map(({ str, hasEOL }) => str + (hasEOL ? "\\n" : "")).join(""));
    page.cleanup();
  }
});
`;

/** Each takes up to 250 MB. */
const reading = pLimit(1);

/**
 * Returns at most 2,000,000 characters, within 8 seconds and 256 MB. Throws the reason of `signal`, also while others are
 * read.
 */
export function pdfText(bytes: Uint8Array, signal?: AbortSignal): Promise<string> {
  if (!signal) return reading(() => readInThread(bytes));
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) return end();
    signal.addEventListener("abort", end, { once: true });
    reading(() => (signal.aborted ? "" : readInThread(bytes, signal)))
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", end));
  });
}

function readInThread(bytes: Uint8Array, signal?: AbortSignal): Promise<string> {
  const unpdf = pathToFileURL(createRequire(import.meta.url).resolve("unpdf")).href;
  const thread = new Worker(SOURCE, {
    eval: true,
    workerData: { unpdf, bytes: new Uint8Array(bytes), mostLength: MAX_TEXT_LENGTH },
    env: {},
    resourceLimits: MEMORY,
    stdout: true,
    stderr: true,
  });
  const ends = Date.now() + TIME_MS;
  const mostMemory = process.memoryUsage.rss() + MAX_GROWTH_BYTES;
  const watching = setInterval(() => {
    if (Date.now() > ends || signal?.aborted || process.memoryUsage.rss() > mostMemory) thread.terminate();
  }, 50);
  let text = "";
  thread.on("message", (page: string) => {
    text += page;
    if (text.length > MAX_TEXT_LENGTH) thread.terminate();
  });
  thread.on("error", () => {});
  return new Promise((resolve) =>
    thread.once("exit", () => {
      clearInterval(watching);
      resolve(text.slice(0, MAX_TEXT_LENGTH));
    }),
  );
}
