/** Texts that take long: Markdown of which parsers despair (promises 13 and 14), and searches in a large directory (15). */
import { readFileSync } from "node:fs";
import { CORPUS, markdownBombs } from "./corpus";
import { headersOf } from "./forms";
import { quantile } from "./report";
import type { Sending } from "./sending";

const LONGEST = 100_000;

interface Shown {
  ms: number;
  /** What the server worked meanwhile, in milliseconds of a processor: the same however busy the machine is. */
  work: number;
  /** The beginning of the text. */
  text: string;
}

/** Saves each text as an article and as a biography, opens the pages, and compares page and preview. */
export async function sendMarkdown({
  world,
  client,
  report,
}: Sending): Promise<{ sent: number; saved: Shown[]; shown: Shown[] }> {
  const saved: Shown[] = [];
  const shown: Shown[] = [];
  const { known } = world;
  const headers = { "Content-Type": "application/json", ...headersOf(world, "admin") };
  let sent = 0;
  const write = async (path: string, body: Record<string, string>) => {
    const before = workOf(world.site.pid);
    const answer = await client.ask({ method: "PUT", path, door: `PUT ${path}`, headers, body: JSON.stringify(body) });
    const work = workOf(world.site.pid) - before;
    saved.push({ ms: answer.ms, work, text: Object.values(body)[0]?.slice(0, 20) ?? "" });
    sent++;
    return answer;
  };
  const open = async (path: string, text: string) => {
    const before = workOf(world.site.pid);
    const page = await client.ask({ method: "GET", path, door: "GET with Markdown", isSlow: true });
    shown.push({ ms: page.ms, work: workOf(world.site.pid) - before, text: text.slice(0, 20) });
    return page;
  };
  const article = `/api/admin/articles/${known.article}`;
  // Whatever the strings before made of it, it is to be read again.
  await write(article, { title: "A published article", status: "published", body: "Text." });
  for (const length of [LONGEST, 10_000]) {
    for (const text of markdownBombs(length)) {
      const written = await write(article, { body: text });
      if (written.status < 400) {
        const { slug, body } = JSON.parse(written.text) as { slug: string; body: string };
        if (body !== text.trim())
          report.broken("an article's text is stored as something else", "PUT article", text.slice(0, 100));
        const page = await open(`/articles/${slug}`, text);
        const asked = { method: "POST", path: "/api/admin/articles/preview", door: "POST preview", headers };
        const preview = await client.ask({ ...asked, body: JSON.stringify({ title: "x", body: text }) });
        if (preview.status === 200 && !page.text.includes((JSON.parse(preview.text) as { html: string }).html))
          report.broken("the preview is not what is shown (promise 14)", "POST preview", text.slice(0, 100));
      }
      const expert = await write(`/api/experts/${known.expert}`, { biography: text });
      if (expert.status < 400) await open(`/${(JSON.parse(expert.text) as { slug: string }).slug}`, text);
    }
  }
  return { sent, saved, shown };
}

/** Milliseconds of a processor that a process has used, in steps of 10. */
function workOf(pid: number): number {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10;
}

const DIACRITICS = /[\u0300-\u036f]/g;
/** Letters that are no letter with a mark, as people type them who have none. */
const LETTERS: Record<string, string> = {
  ł: "l",
  Ł: "L",
  ø: "o",
  Ø: "O",
  đ: "d",
  Đ: "D",
  ı: "i",
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ð: "d",
  þ: "th",
};

/** A name as it is typed on a keyboard without marks. */
export function plainlyTyped(name: string): string {
  return name
    .normalize("NFD")
    .replace(DIACRITICS, "")
    .replace(/[łŁøØđĐıßæÆœŒðþ]/g, (letter) => LETTERS[letter] ?? letter);
}

export interface Searched {
  sent: number;
  times: number[];
  /** Shares of names with marks found among the first ten, written with them and without. */
  exact: number;
  plain: number;
  names: number;
}

/** Searches for people by their names, and for everything that is no name. One at a time: the time is that of one search. */
export async function searchAll({ world, client, strings, each }: Sending): Promise<Searched> {
  const times: number[] = [];
  let sent = 0;
  const search = async (path: string) => {
    const answer = await client.ask({ method: "GET", path, door: `GET ${path.split("?")[0]}`, isSlow: true });
    times.push(answer.ms);
    sent++;
    return answer;
  };
  const marked = world
    .rows<{ name: string; slug: string }>(
      "SELECT name, slug FROM experts WHERE deletedAt IS NULL AND origin IN ('seed', 'starter') ORDER BY rowId",
    )
    .filter(({ name }) => plainlyTyped(name) !== name && /^[\p{Script=Latin}\p{P}\p{Z}\p{M}]+$/u.test(name));
  const step = Math.max(1, Math.floor(marked.length / 300));
  const sample = marked.filter((_, at) => at % step === 0);
  const found = async (typed: string, { slug, name }: { slug: string; name: string }) => {
    const { text } = await search(`/api/experts/paginated?limit=10&search=${encodeURIComponent(typed)}`);
    return (JSON.parse(text || '{"experts":[]}') as { experts: { slug: string; name: string }[] }).experts.some(
      // Of those who share a name only ten can be among the first ten.
      (one) => one.slug === slug || one.name === name,
    );
  };
  let exact = 0;
  let plain = 0;
  for (const person of sample) {
    if (await found(person.name, person)) exact++;
    if (await found(plainlyTyped(person.name), person)) plain++;
  }
  const doors = ["/api/experts/paginated", "/directory", "/api/articles", "/articles", "/"];
  const texts = [
    ...CORPUS.filter((text) => text.length < 4_000),
    ...Array.from({ length: each * 20 }, () => strings.upTo(2_000)),
  ];
  for (const [at, text] of texts.entries()) {
    const path = `${doors[at % doors.length]}?search=${encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"))}`;
    if (path.length < 14_000) await search(path);
  }
  return { sent, times, exact: exact / sample.length, plain: plain / sample.length, names: sample.length };
}

/** The highest, and the one below which 99 of 100 are. */
export function spread(times: number[]): { p99: number; max: number } {
  return { p99: quantile(times, 0.99), max: Math.max(0, ...times) };
}
