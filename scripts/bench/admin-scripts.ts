/** How much script the curators' pages load: for every page of the desk what its HTML names. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { signUpAdmin } from "../../test/support/curator";
import { startSite } from "../../test/support/site";
import type { Figure } from "./figures";
import { get } from "./server-times";

/** What the browser knows of the routes: as much of Remix's manifest as is needed here. */
interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, { id: string; parentId?: string; module: string; imports?: string[]; hasAction: boolean }>;
}

const DESK = "routes/admin";

/** The heaviest page of the desk. Also proves on some pages that the files counted are those that a browser is told of. */
export async function adminScripts(): Promise<Figure[]> {
  const site = await startSite();
  try {
    const { headers } = await signUpAdmin(site);
    const html = (await get(site, "/admin", headers)).body;
    const manifest = manifestIn(html);
    for (const [path, route] of [
      ["/admin", "routes/admin._index"],
      ["/admin/experts", "routes/admin.experts"],
      ["/admin/promote", "routes/admin.promote._index"],
      ["/admin/articles/new", "routes/admin.articles_.new"],
    ] as const) {
      const named = scriptsIn((await get(site, path, headers)).body);
      const missing = [...named].filter((file) => !filesOf(manifest, route).has(file));
      if (missing.length > 0) throw new Error(`${path} names scripts that were not counted: ${missing.join(", ")}`);
    }
    // Routes that are calls only have no component, and with it no module of any size; they are counted all the same.
    const pages = Object.keys(manifest.routes).filter((id) => id.startsWith(DESK));
    const weighed = pages.map((id) => ({ id, ...weigh(filesOf(manifest, id)) })).sort((a, b) => b.gzip - a.gzip);
    const heaviest = weighed[0] as (typeof weighed)[number];
    const kilobytes = (bytes: number) => bytes / 1024;
    return [
      {
        name: `script of the heaviest of ${pages.length} desk pages, gzip (${heaviest.id.replace("routes/", "")})`,
        value: kilobytes(heaviest.gzip),
        unit: "KB",
        most: 200,
        raw: Object.fromEntries(weighed.map(({ id, gzip }) => [id, kilobytes(gzip)])),
      },
      { name: "the same, brotli", value: kilobytes(heaviest.br), unit: "KB" },
      { name: "the same, before compression", value: kilobytes(heaviest.plain), unit: "KB" },
    ];
  } finally {
    await site.stop();
  }
}

/** Entry, root and the routes above a page with what they import, and the manifest itself. */
function filesOf({ entry, routes, file }: Manifest & { file: string }, page: string): Set<string> {
  const files = new Set([file, entry.module, ...entry.imports]);
  for (let id: string | undefined = page; id; id = routes[id]?.parentId) {
    const route = routes[id];
    if (!route) throw new Error(`There is no route ${id}`);
    for (const one of [route.module, ...(route.imports ?? [])]) files.add(one);
  }
  return files;
}

/** Every script of ours that a page has or announces. */
function scriptsIn(html: string): Set<string> {
  return new Set(html.match(/\/build\/[^"'\s]+\.js/g));
}

function manifestIn(html: string): Manifest & { file: string } {
  const file = /\/build\/manifest-[^"]+\.js/.exec(html)?.[0];
  if (!file) throw new Error("The page does not name the manifest");
  const text = readFileSync(join("public", file), "utf8");
  return { ...JSON.parse(text.replace(/^window\.__remixManifest=/, "").replace(/;\s*$/, "")), file };
}

interface Weight {
  plain: number;
  gzip: number;
  br: number;
}

function weigh(files: Set<string>): Weight {
  const weights = [...files].map(weightOf);
  const sum = (kind: keyof Weight) => weights.reduce((total, weight) => total + weight[kind], 0);
  return { plain: sum("plain"), gzip: sum("gzip"), br: sum("br") };
}

const weights = new Map<string, Weight>();

/** As the site sends it: compressed once, when it was built. */
function weightOf(file: string): Weight {
  const known = weights.get(file);
  if (known) return known;
  const path = join("public", file);
  const plain = statSync(path).size;
  // What would not get smaller has no compressed form.
  const sizeOf = (ending: string) => statSync(path + ending, { throwIfNoEntry: false })?.size ?? plain;
  const weight = { plain, gzip: sizeOf(".gz"), br: sizeOf(".br") };
  weights.set(file, weight);
  return weight;
}
