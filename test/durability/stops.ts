/** Stops the site by SIGTERM under 50 concurrent requests. */
import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../../scripts/seed-random";
import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { type AiProvider, startAiProvider } from "../support/ai-provider";
import { countFigure, type Figure } from "../support/figures";
import { get, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { photograph } from "../support/test-images";
import type { Options } from "./main";
import { inFolder, repetitions } from "./sites";
import { type HeaderFields, personNamed } from "./writers";

/** The number of stops, by number of processes. */
const STOPS = { "1": 20, "2": 5 };
const [UPLOADS, AI_CALLS, PAGES, SUBMISSIONS] = [15, 10, 15, 10];
const AI_MS = 3_000;

type People = Record<"admin" | "reader", { headers: HeaderFields }>;

/** Stops one process, and two workers, with half-sent uploads, calls to a model, pages and submissions under way. */
export function stops(options: Options): Promise<Figure[]> {
  return inFolder(async (dataDir) => {
    const ai = await startAiProvider();
    const random = seededRandom(options.seed);
    const env = { ...ai.env, RATE_LIMIT: "off", DOCUMENT_CACHE: "off" };
    const firstSite = await startSite({ dataDir, env });
    const people = { admin: await signUpAdmin(firstSite), reader: await signUp(firstSite) };
    await firstSite.stop();
    const failures: string[] = [];
    const times: number[] = [];
    for (const [WEB_CONCURRENCY, promisedCount] of Object.entries(STOPS)) {
      for (let round = repetitions(promisedCount, options); round > 0; round--) {
        const site = await startSite({ dataDir, env: { ...env, WEB_CONCURRENCY } });
        const finish = await begin(site, people, ai, `${WEB_CONCURRENCY} ${round}`);
        await pause(random.integer(0, 200));
        const stoppedAt = performance.now();
        const stopping = site.stop().then(
          () => times.push(performance.now() - stoppedAt),
          (error: Error) => failures.push(`the server: ${error.message.slice(0, 300)}`),
        );
        await pause(random.integer(50, 1_000));
        failures.push(...(await finish()));
        await stopping;
        ai.reset();
      }
    }
    await ai.stop();
    return [
      { name: "stops under 50 requests, one process and two workers", value: times.length, unit: "" },
      countFigure("requests that did not end normally", failures),
      { name: "longest from SIGTERM to exit 0", value: Math.max(...times), unit: "ms", most: 10_000, raw: times },
    ];
  });
}

/** Keeps 50 requests under way. Returns a function that sends the rest of the bodies, and returns the requests that did not end normally. */
async function begin(site: Site, { admin, reader }: People, ai: AiProvider, mark: string) {
  const uploads = await Promise.all(Array.from({ length: UPLOADS }, () => beginUpload(site, admin.headers)));
  ai.failNext("held stream", AI_CALLS);
  const question = { expertName: "Ada Example", expertTitle: "", categories: ["academic"] };
  const aiCalls = sendSeveral(AI_CALLS, () => json(site, "POST", "/api/openai/generate-contribution", question, admin));
  for (let callCount = 0; callCount < AI_CALLS; callCount++) await ai.nextRequest();
  const release = pause(AI_MS).then(() => ai.release());
  // The first page and those behind the last one are redirects.
  const pages = sendSeveral(PAGES, () => completePage(site, "/directory?page=2"));
  const submissions = sendSeveral(SUBMISSIONS, (number) =>
    json(site, "POST", "/api/submissions", personNamed(`Stop ${mark} ${number}`), reader),
  );
  return async () => {
    for (const { finish } of uploads) void finish();
    const kinds: [string, Promise<string>[], string[]][] = [
      ["upload", uploads.map(({ answer }) => answer), ["201"]],
      ["call to a model", aiCalls, ["200"]],
      ["page", pages, ["200"]],
      ["submission", submissions, ["201"]],
    ];
    const failures: string[] = [];
    for (const [kind, answers, goodStatuses] of kinds)
      for (const answer of await Promise.all(answers))
        if (!goodStatuses.includes(answer)) failures.push(`${kind}: ${answer}`);
    await release;
    return failures;
  };
}

function sendSeveral(count: number, send: (number: number) => Promise<{ status: number }>): Promise<string>[] {
  return Array.from({ length: count }, (_, number) => outcomeOf(send(number)));
}

/** Returns the status of a request, or the reason for its failure. */
function outcomeOf(answer: Promise<{ status: number }>): Promise<string> {
  return answer.then(
    ({ status }) => String(status),
    (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.message,
  );
}

async function completePage(site: Site, path: string): Promise<Response> {
  const answer = await get(site, path);
  if (!(await answer.text()).includes("</html>")) throw new Error("a truncated page");
  return answer;
}

/** Sends the first half of an upload. */
async function beginUpload(site: Site, headers: HeaderFields) {
  const boundary = "half-of-an-image";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(head), await photograph(240, 180), Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const half = bytes.length >> 1;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  void writer.write(bytes.subarray(0, half));
  const answer = outcomeOf(
    fetch(`${site.url}/api/admin/images`, {
      method: "POST",
      body: readable,
      duplex: "half",
      headers: { ...headers, Origin: site.url, "Content-Type": `multipart/form-data; boundary=${boundary}` },
    } as RequestInit),
  );
  const finish = () =>
    writer.write(bytes.subarray(half)).then(
      () => writer.close(),
      () => {},
    ); // `answer` has the reason
  return { answer, finish };
}
