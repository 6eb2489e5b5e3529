/** Measures how long an editor waits for each admin page and action, with a directory of ordinary size. */
import { GAPS } from "~/models/editing/experts/gaps";
import { query } from "../support/database";
import { type Figure, median } from "../support/figures";
import { form, getJson, json } from "../support/requests";
import { createWorld, pagesOf, submission, type World } from "../support/world";

const COUNTS = { experts: 3_000, works: 3_000, submissions: 1_000, articles: 1_000, library: 1_000 };
const MISSED_SEARCHES = 100;
const [WARM_UP, ROUNDS, TOGETHER] = [2, 9, 20];
/** The longest wait in milliseconds that people feel as none (Nielsen, "Response Times: The 3 Important Limits"). */
const MAX_MS = 100;

/** Sends the requests of a round; returns the last answer that an editor waits for. */
type Action = (round: number) => Promise<{ status: number }>;

/**
 * Measures every admin page and JSON list, and the most frequent actions of editors. Prints the median times, the slowest
 * first.
 */
export async function adminTimes(): Promise<Figure[]> {
  const world = await createWorld(COUNTS);
  try {
    await addMissedSearches(world);
    const figures: Figure[] = [];
    for (const [name, action] of [...pages(world), ...(await actions(world))]) {
      const times: number[] = [];
      for (let round = 0; round < WARM_UP + ROUNDS; round++) {
        const startedAt = performance.now();
        const { status } = await action(round);
        times.push(performance.now() - startedAt);
        if (status >= 400) throw new Error(`${name} was answered with ${status}.`);
      }
      figures.push({ name, value: median(times.slice(WARM_UP)), unit: "ms", most: MAX_MS, raw: times });
    }
    return figures.toSorted((a, b) => b.value - a.value);
  } finally {
    await world.site.stop();
  }
}

/** The site sends these while it reads their rows, so an editor waits only until they begin. */
const STREAMED = ["/admin/experts.csv", "/api/admin/submissions"];
const CALLS = `/api/admin/submissions/paginated /api/admin/articles /api/admin/users /api/admin/images /api/admin/topics
  /api/admin/requests /api/admin/missing /api/admin/portraits /api/admin/statistics /api/admin/sources /api/library/content
  /api/library/images /api/experts/paginated?limit=20`.split(/\s+/);
/** A copy of the database takes as long as it is large, and for the other addresses this directory has no record. */
const LEFT_OUT = /export-database|something|\/preview$|\/library\/delete$|\/promote\/\w+\/images\//;

function pages(world: World): [string, Action][] {
  const gaps = Object.keys(GAPS).map((gap) => `/admin/experts?gap=${gap}`);
  const lists = ["experts", "submissions", "articles", "library"].map(
    (list) => `/admin/${list}?search=research&page=2`,
  );
  const paths = pagesOf(world).flatMap(({ path }) => (path.startsWith("/admin") && !LEFT_OUT.test(path) ? [path] : []));
  const allPaths = [...new Set([...paths, ...gaps, ...lists, ...CALLS])].filter((path) => !STREAMED.includes(path));
  return [
    ...allPaths.map((path): [string, Action] => [path, () => openPage(world, path)]),
    ...STREAMED.map((path): [string, Action] => [`${path}, the first byte`, () => beginAnswer(world, path)]),
  ];
}

function ask({ site, cookies }: World, path: string): Promise<Response> {
  return fetch(site.url + path, { headers: { Cookie: cookies.admin } });
}

/** Opens a page and reads it whole. Follows redirects, as a browser does. */
async function openPage(world: World, path: string): Promise<Response> {
  const answer = await ask(world, path);
  await answer.arrayBuffer();
  return answer;
}

async function beginAnswer(world: World, path: string): Promise<Response> {
  const answer = await ask(world, path);
  const reader = answer.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  return answer;
}

async function actions(world: World): Promise<[string, Action][]> {
  const { site, ids: recordIds, cookies } = world;
  const headers = { Cookie: cookies.admin };
  const call = (method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown) =>
    json(site, method, path, body, { headers });
  /** Sends a form and reads the page that follows it. */
  const sendForm = async (path: string, fields: [string, string][]) => {
    const answer = await form(site, path, fields, { headers });
    await answer.arrayBuffer();
    const nextPath = answer.headers.get("Location");
    return nextPath ? openPage(world, nextPath.replace(site.url, "")) : answer;
  };
  const list = async (path: string) => (await getJson(site, path, { headers })).body;
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
  const ids = idsOf((await list("/api/experts/paginated?limit=100&page=3")).experts);
  const waitingIds = idsOf((await list("/api/admin/submissions/paginated?limit=100&page=2")).submissions);
  const isEven = (round: number) => round % 2 === 0;
  const sendWithTicked = (...fields: [string, string][]) => {
    const tickedFields = ids.slice(0, TOGETHER).map((id): [string, string] => ["ids[]", id]);
    return sendForm("/admin/experts?index", [...tickedFields, ...fields]);
  };
  const changeTicked = (choice: string) => sendWithTicked(["intent", "change"], ["choice", choice]);
  const newPerson = (round: number) => ({ name: `Nora New ${round}`, title: "Professor", categories: ["academic"] });
  return [
    [
      `${TOGETHER} get or lose a category`,
      (round) => changeTicked(`${isEven(round) ? "add" : "remove"}Category:author`),
    ],
    [`${TOGETHER} get or lose a topic`, (round) => changeTicked(`${isEven(round) ? "add" : "remove"}Topic:frailty`)],
    [`${TOGETHER} are featured or not`, (round) => changeTicked(isEven(round) ? "feature" : "unfeature")],
    [`${TOGETHER} are deleted or restored`, (round) => sendWithTicked(["intent", isEven(round) ? "delete" : "undo"])],
    ["a profile is saved", (round) => call("PUT", `/api/experts/${ids[30]}`, { biography: `She measures ${round}.` })],
    [
      "one is featured or not",
      (round) => call("PATCH", `/api/experts/${ids[31]}/featured`, { featured: isEven(round) }),
    ],
    ["a profile is added", (round) => call("POST", "/api/admin/experts", newPerson(round))],
    ["a profile is deleted", (round) => call("DELETE", `/api/experts/${ids[40 + round]}`)],
    ["somebody is suggested", (round) => call("POST", "/api/submissions", submission(`Sina Sent ${round}`))],
    ["a submission is approved", (round) => call("POST", `/api/admin/submissions/${waitingIds[round]}/approve`, {})],
    ["one is rejected", (round) => call("POST", `/api/admin/submissions/${waitingIds[20 + round]}/reject`, {})],
    [
      "an article is saved",
      (round) => call("PUT", `/api/admin/articles/${recordIds.article}`, { excerpt: `Or ${round}.` }),
    ],
    [
      "an article is featured or not",
      (round) => call("PATCH", `/api/admin/articles/${recordIds.article}/featured`, { featured: !isEven(round) }),
    ],
    [
      "a text is saved to the library",
      (round) => call("POST", "/api/library/content", { content: `# Note ${round}\n\nText.`, expert: { id: ids[0] } }),
    ],
  ];
}

async function addMissedSearches({ site }: World): Promise<void> {
  for (let i = 0; i < MISSED_SEARCHES; i++)
    await query(
      site.dataDir,
      "INSERT INTO missedSearches (words, typed, count, firstDay, lastDay, isDismissed) VALUES (?, ?, ?, ?, ?, 0)",
      ...[`zora zenith ${i}`, `Zora Zenith ${i}`, 1 + (i % 7), "2026-01-01", "2026-11-01"],
    );
}
