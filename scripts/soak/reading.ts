/** What readers ask for: addresses of everything that is public, and a way to ask that keeps its connections. */
import { Agent, request } from "node:http";
import { getJson } from "../../test/support/requests";
import type { Site } from "../../test/support/site";
import type { Draw } from "../seed-random";

/** Gives one address after the other, as readers would. */
export async function addressesOf(site: Site): Promise<(draw: Draw) => string> {
  const people: { name: string; slug: string }[] = [];
  const { totalPages } = (await getJson(site, "/api/experts/paginated?limit=100")).body;
  for (let part = 0; part < 20; part++) {
    const page = 1 + Math.floor((part * totalPages) / 20);
    people.push(...(await getJson(site, `/api/experts/paginated?limit=100&page=${page}`)).body.experts);
  }
  const pages = Math.ceil((totalPages * 100) / 24) - 5;
  const kinds: ((draw: Draw) => string)[] = [
    () => "/",
    (draw) => `/directory?page=${draw.number(2, pages)}`,
    (draw) => `/directory/academic-researchers?page=${draw.number(2, 100)}`,
    (draw) => `/directory?search=${encodeURIComponent(draw.one(people).name)}`,
    (draw) => `/directory?search=${encodeURIComponent(draw.one(people).name.slice(0, draw.number(2, 4)))}`,
    (draw) => `/${draw.one(people).slug}`,
    (draw) => `/${draw.one(people).slug}`,
    (draw) => `/api/experts/paginated?limit=24&page=${draw.number(1, totalPages)}`,
    (draw) => `/api/experts/${draw.one(people).slug}`,
    () => "/articles",
    () => "/submit",
    () => "/login",
    () => "/robots.txt",
  ];
  return (draw) => draw.one(kinds)(draw);
}

/** A way to read with so many connections. The status, or a word for why there is none. */
export function reader(site: Site, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const read = (path: string) =>
    new Promise<string>((resolve) => {
      const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
      request(site.url + path, { agent }, (response) => {
        response.resume().once("end", () => resolve(String(response.statusCode)));
        response.once("error", failed);
      })
        .once("error", failed)
        .end();
    });
  return { read, close: () => agent.destroy() };
}

/** How often each came, for a line of output. */
export class Tally {
  readonly counts: Record<string, number> = {};

  add(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  /** Those that are none of these, one entry each time. */
  except(good: RegExp): string[] {
    return Object.entries(this.counts).flatMap(([what, times]) =>
      good.test(what) ? [] : Array<string>(times).fill(what),
    );
  }

  toString(): string {
    return Object.entries(this.counts)
      .map(([what, times]) => `${times} × ${what}`)
      .join(", ");
  }
}
