/** Extracts text from PDF files in a thread, because external files can be slow or large. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import pLimit from "p-limit";

const MAX_MS = 8_000;
const MAX_TEXT_LENGTH = 2_000_000;
/** Limits the growth of the process's memory, because a thread's heap limits exclude what PDF.js decompresses. */
const MAX_GROWTH_BYTES = 256 * 1024 * 1024;
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** The code of the thread as a string, because the app's bundle has no file for it. */
const THREAD_CODE = `
const { parentPort, workerData } = require("node:worker_threads");
let remainingLength = workerData.maxLength;
const send = (text) => {
  parentPort.postMessage(text.slice(0, remainingLength) + "\\n");
  remainingLength -= text.length + 1;
};
import(workerData.unpdf).then(async ({ getDocumentProxy, getMeta }) => {
  const pdf = await getDocumentProxy(workerData.bytes, { verbosity: 0 });
  const { info } = await getMeta(pdf).catch(() => ({ info: {} }));
  send([info.Title, info.Author, info.Subject, info.Keywords].filter(Boolean).join("\\n"));
  let number = 1;
  for (; number <= pdf.numPages && remainingLength > 0; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    send(items.map(({ str, hasEOL }) => str + (hasEOL ? "\\n" : "")).join(""));
    page.cleanup();
  }
  if (number > pdf.numPages && remainingLength > 0) parentPort.postMessage(null);
});
`;

/** Reads one file at a time, because each takes up to 250 MB. */
const readQueue = pLimit(1);

interface PdfText {
  text: string;
  /** The file has more text, or cannot be read to its end. */
  isCut: boolean;
}

/**
 * Returns up to 2,000,000 characters, within 8 seconds and 256 MB. Throws the reason of `signal`, also while it waits
 * for other files.
 */
export function pdfText(bytes: Uint8Array, signal?: AbortSignal): Promise<PdfText> {
  if (!signal) return readQueue(() => readInThread(bytes));
  return new Promise((resolve, reject) => {
    const rejectWithReason = () => reject(signal.reason);
    if (signal.aborted) return rejectWithReason();
    signal.addEventListener("abort", rejectWithReason, { once: true });
    readQueue(() => (signal.aborted ? { text: "", isCut: true } : readInThread(bytes, signal)))
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", rejectWithReason));
  });
}

function readInThread(bytes: Uint8Array, signal?: AbortSignal): Promise<PdfText> {
  const unpdf = pathToFileURL(createRequire(import.meta.url).resolve("unpdf")).href;
  const thread = new Worker(THREAD_CODE, {
    eval: true,
    workerData: { unpdf, bytes: new Uint8Array(bytes), maxLength: MAX_TEXT_LENGTH },
    env: {},
    resourceLimits: MEMORY_LIMITS,
    stdout: true,
    stderr: true,
  });
  const deadline = Date.now() + MAX_MS;
  const maxMemory = process.memoryUsage.rss() + MAX_GROWTH_BYTES;
  const watchdog = setInterval(() => {
    if (Date.now() > deadline || signal?.aborted || process.memoryUsage.rss() > maxMemory) thread.terminate();
  }, 50);
  let text = "";
  let isComplete = false;
  thread.on("message", (page: string | null) => {
    isComplete = page === null;
    text += page ?? "";
    if (text.length > MAX_TEXT_LENGTH) thread.terminate();
  });
  thread.on("error", () => {});
  return new Promise((resolve) =>
    thread.once("exit", () => {
      clearInterval(watchdog);
      resolve({ text: text.slice(0, MAX_TEXT_LENGTH), isCut: !isComplete });
    }),
  );
}
