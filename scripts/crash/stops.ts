/** SIGTERM under 50 concurrent requests (reliability.md 3). */
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { signUp } from "../../test/support/accounts";
import { startAiProvider } from "../../test/support/ai-provider";
import { signUpAdmin } from "../../test/support/curator";
import { suggestion } from "../../test/support/people";
import { photograph } from "../../test/support/pictures";
import { get, json } from "../../test/support/requests";
import { type Site, startSite } from "../../test/support/site";
import type { Figure } from "../bench/figures";
import { drawFrom } from "../seed-random";
import { type CrashOptions, inFolder, never, repetitions } from "./parts";

const STOPS = 20;
const STOPS_OF_WORKERS = 5;
const UPLOADS = 15;
const QUESTIONS = 10;
const PAGES = 15;
const SUBMISSIONS = 10;
const AI_MS = 3_000;

type Headers = Record<string, string>;
interface People {
  admin: { headers: Headers };
  reader: { headers: Headers };
}

/** 20 stops of one process and 5 of two workers, each with uploads that are half sent and questions to a model under way. */
export function stops(options: CrashOptions): Promise<Figure[]> {
  return inFolder(async (dataDir) => {
    const ai = await startAiProvider();
    const draw = drawFrom(options.seed);
    const env = { ...ai.env, RATE_LIMIT: "off", DOCUMENT_CACHE: "off" };
    const first = await startSite({ dataDir, env });
    const people: People = { admin: await signUpAdmin(first), reader: await signUp(first) };
    await first.stop();
    const bad: string[] = [];
    const ends: number[] = [];
    try {
      for (const [workers, promised] of [
        ["1", STOPS],
        ["2", STOPS_OF_WORKERS],
      ] as const) {
        for (let round = repetitions(promised, options); round > 0; round--) {
          const site = await startSite({ dataDir, env: { ...env, WEB_CONCURRENCY: workers } });
          const under = await begin(site, people, ai, `${workers}-${round}`);
          await pause(draw.number(0, 200));
          const told = performance.now();
          const ended = site.stop().then(
            () => ends.push(performance.now() - told),
            (error: Error) => bad.push(`the server: ${error.message.slice(0, 300)}`),
          );
          await pause(draw.number(50, 1_000));
          bad.push(...(await under.finish()));
          await ended;
          ai.reset();
        }
      }
    } finally {
      await ai.stop();
    }
    return [
      { name: "stops under 50 requests each, one process", value: repetitions(STOPS, options), unit: "" },
      { name: "stops under 50 requests each, two workers", value: repetitions(STOPS_OF_WORKERS, options), unit: "" },
      never("requests that did not end normally", bad),
      { name: "longest from SIGTERM to exit 0", value: Math.max(...ends), unit: "ms", most: 10_000, raw: ends },
    ];
  });
}

/** Has 50 requests under way. `finish` sends the rest of the bodies, and gives what did not end as it should. */
async function begin(
  site: Site,
  { admin, reader }: People,
  ai: Awaited<ReturnType<typeof startAiProvider>>,
  mark: string,
) {
  const uploads = await Promise.all(Array.from({ length: UPLOADS }, () => beginUpload(site, admin.headers)));
  ai.failNext("held stream", QUESTIONS);
  const question = { expertName: "Ada Example", expertTitle: "", categories: ["academic"] };
  const questions = Array.from({ length: QUESTIONS }, () =>
    outcome(json(site, "POST", "/api/openai/generate-contribution", question, { headers: admin.headers })),
  );
  for (let asked = 0; asked < QUESTIONS; asked++) await ai.asked();
  const answered = pause(AI_MS).then(() => ai.release());

  const pages = Array.from({ length: PAGES }, (_, page) => outcome(wholePage(site, `/directory?page=${page + 2}`)));
  const { submitterName: _n, submitterEmail: _e, ...typed } = suggestion;
  const submissions = Array.from({ length: SUBMISSIONS }, (_, number) => {
    const referenceLinks = [`https://stop-${mark}-${number}.example/`];
    const body = { ...typed, name: `Stop ${mark} ${number}`, referenceLinks };
    return outcome(json(site, "POST", "/api/submissions", body, { headers: reader.headers }));
  });
  return {
    async finish() {
      for (const { finish } of uploads) finish();
      const kinds: [string, Promise<string>[], string[]][] = [
        ["upload", uploads.map(({ answer }) => outcome(answer)), ["201"]],
        ["question to a model", questions, ["200"]],
        // A page after the last one is not there, and says so.
        ["page", pages, ["200", "404"]],
        ["submission", submissions, ["201"]],
      ];
      const bad: string[] = [];
      for (const [kind, answers, good] of kinds) {
        for (const answer of await Promise.all(answers)) if (!good.includes(answer)) bad.push(`${kind}: ${answer}`);
      }
      await answered;
      return bad;
    },
  };
}

async function wholePage(site: Site, path: string): Promise<{ status: number }> {
  const answer = await get(site, path);
  if (!(await answer.text()).includes("</html>")) throw new Error("half a page");
  return answer;
}

/** The status, or why there was none. */
function outcome(answer: Promise<{ status: number }>): Promise<string> {
  return answer.then(
    ({ status }) => String(status),
    (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.message,
  );
}

/** An upload of which the first half is sent. */
async function beginUpload(site: Site, headers: Headers) {
  const boundary = "half-of-a-picture";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), await photograph(240, 180), Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const { hostname, port } = new URL(site.url);
  const request = httpRequest({
    hostname,
    port,
    path: "/api/admin/images",
    method: "POST",
    headers: {
      ...headers,
      Origin: site.url,
      "Content-Type": `multipart/form-data; boundary=${boundary}`,
      "Content-Length": body.length,
      Expect: "100-continue",
    },
  });
  const answer = new Promise<{ status: number }>((resolve, reject) => {
    request.once("error", reject);
    request.once("response", (response) => {
      response.resume().once("error", reject);
      response.once("end", () => resolve({ status: response.statusCode ?? 0 }));
    });
  });
  answer.catch(() => {}); // looked at in the end
  const half = body.length >> 1;
  request.flushHeaders();
  await once(request, "continue");
  request.write(body.subarray(0, half));
  return { answer, finish: () => void request.end(body.subarray(half)) };
}
