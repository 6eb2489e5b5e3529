/** A disk that is full, and one that takes no writes, while the site runs (reliability.md 6 and 30). */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { signUpAdmin } from "../../test/support/curator";
import { picture } from "../../test/support/pictures";
import { get, getJson, json } from "../../test/support/requests";
import { type Site, startSite } from "../../test/support/site";
import type { Figure } from "../bench/figures";
import { inFolder, never } from "./parts";

type Headers = Record<string, string>;

/** What goes wrong with the disk, and back. */
interface Fault {
  statuses: number[];
  begin(): void;
  end(): void;
}

/** A full disk (a small one of its own) and one that takes no writes, each while the site runs, and back again. */
export async function disks(): Promise<Figure[]> {
  return [...(await full()), ...(await unwritable())];
}

function full(): Promise<Figure[]> {
  const name = "full disk";
  if (!can("unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt")) return notHere(name, "no disk can be made");
  return inFolder(async (folder) => {
    const [source, dataDir] = [join(folder, "source"), join(folder, "disk")];
    const headers = await preparedIn(source);
    const mount = `mkdir -p "${dataDir}" && mount -t tmpfs -o size=24m none "${dataDir}" && cp -a "${source}/." "${dataDir}" && exec "$@"`;
    const site = await startSite({ dataDir, within: ["unshare", "-rm", "sh", "-c", mount, "sh"], allowErrors: true });
    const filler = `/proc/${site.pid}/root${dataDir}/filler`;
    return measured(name, site, headers, {
      statuses: [507],
      begin: () => void spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k"], { stdio: "ignore" }),
      end: () => rmSync(filler),
    });
  });
}

/**
 * Every file and folder takes no writes, also from who has it open: what a disk that fails is put into by the system. The
 * index of the WAL is left out, as it is memory that is shared and not a file that is written.
 */
function unwritable(): Promise<Figure[]> {
  const name = "unwritable disk";
  return inFolder(async (folder) => {
    if (!can("chattr", "+i", folder))
      return notHere(name, "chattr +i is not possible (no root, or another file system)");
    can("chattr", "-i", folder);
    const dataDir = join(folder, "site");
    const headers = await preparedIn(dataDir);
    const site = await startSite({ dataDir, allowErrors: true });
    const all = () => [
      dataDir,
      ...(readdirSync(dataDir, { recursive: true }) as string[])
        .filter((path) => !path.endsWith("-shm"))
        .map((path) => join(dataDir, path)),
    ];
    const fault = {
      statuses: [503],
      begin: () => void spawnSync("chattr", ["+i", ...all()]),
      end: () => void spawnSync("chattr", ["-i", ...all()]),
    };
    return measured(name, site, headers, fault).finally(fault.end);
  });
}

async function preparedIn(dataDir: string): Promise<Headers> {
  mkdirSync(dataDir, { recursive: true });
  const site = await startSite({ dataDir });
  const { headers } = await signUpAdmin(site);
  await site.stop();
  return headers;
}

async function measured(name: string, site: Site, headers: Headers, fault: Fault): Promise<Figure[]> {
  const wrong: string[] = [];
  const expert = (await getJson(site, "/api/experts?limit=1")).body[0];
  let round = 0;
  const writes: Record<string, () => Promise<{ status: number; body: { message?: string } }>> = {
    "an edit": () =>
      json(site, "PUT", `/api/experts/${expert.id}`, { biography: `${++round} `.repeat(20_000) }, { headers }),
    "an article": () =>
      json(site, "POST", "/api/admin/articles", { title: `T${++round}`, body: "x ".repeat(40_000) }, { headers }),
    "a picture": async () => {
      const body = new FormData();
      body.append("file", new Blob([new Uint8Array(await picture("png", 500, 400))]), "a.png");
      const answer = await fetch(`${site.url}/api/admin/images`, {
        method: "POST",
        body,
        headers: { Origin: site.url, ...headers },
      });
      return { status: answer.status, body: await answer.json() };
    },
  };
  const health = async () => (await get(site, "/healthz")).status;
  for (const [what, write] of Object.entries(writes)) {
    const { status } = await write();
    if (status >= 300) wrong.push(`before: ${what} answers ${status}`);
  }
  if ((await health()) !== 200) wrong.push("before: /healthz is red");

  fault.begin();
  const began = performance.now();
  let red = Number.NaN;
  // The last room is in pages that are there already: after some writes there is none.
  for (let times = 0; times < 200 && Number.isNaN(red); times++) {
    const { status, body } = await (writes["an edit"] as (typeof writes)[string])();
    if (![200, ...fault.statuses].includes(status)) wrong.push(`an edit answers ${status}`);
    if (status !== 200 && !/\.$/.test(body.message ?? "")) wrong.push(`an edit says ${body.message}`);
    if ((await health()) === 503) red = performance.now() - began;
  }
  for (const [what, write] of Object.entries(writes)) {
    const { status, body } = await write();
    if (!fault.statuses.includes(status)) wrong.push(`${what} answers ${status}: ${body.message}`);
    else if (!/^[A-Z].*\.$/.test(body.message ?? "")) wrong.push(`${what} says ${body.message}`);
  }
  for (const path of ["/", `/${expert.slug}`, "/directory?search=a", "/articles", "/admin", "/admin/experts"]) {
    const { status } = await get(site, path, { headers });
    if (status !== 200) wrong.push(`${path} answers ${status}`);
  }
  if ((await health()) !== 503) wrong.push("/healthz is green again too early");

  fault.end();
  const ended = performance.now();
  for (const [what, write] of Object.entries(writes)) {
    const { status, body } = await write();
    if (status >= 300) wrong.push(`the next ${what} answers ${status}: ${body.message}`);
  }
  while ((await health()) !== 200 && performance.now() - ended < 10_000)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const green = performance.now() - ended;
  await site.stop();
  return [
    never(`${name}: answers that were not asked for`, wrong),
    { name: `${name}: until /healthz is red`, value: red, unit: "ms", most: 5_000 },
    { name: `${name}: until it is green again, by itself`, value: green, unit: "ms", most: 5_000 },
  ];
}

/** Where it cannot be tried it is said so, and counts as missed. */
async function notHere(name: string, why: string): Promise<Figure[]> {
  return [{ name: `${name}: cannot be tried here: ${why}`, value: Number.NaN, unit: "", most: 0 }];
}

function can(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}
