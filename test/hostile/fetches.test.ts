/** Addresses that others chose and the server opens: none of them leads into the private network. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { startAiProvider } from "../support/ai-provider";
import { type Pages, startPages } from "../support/pages";
import { getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let headers: Record<string, string>;
let inside: Pages;
let outside: Pages;
let ai: Awaited<ReturnType<typeof startAiProvider>>;
let port: number;

beforeAll(async () => {
  [inside, outside, ai] = [await startPages(), await startPages(), await startAiProvider()];
  port = inside.port;
  // Stands for the public web: the only local address that may be opened.
  const env = { ...ai.env, RATE_LIMIT: "off", FETCH_PRIVATE: `127.0.0.1:${outside.port}` };
  site = await startSite({ starter: false, env });
  headers = (await signUpAdmin(site)).headers;
  for (const status of [301, 302, 303, 307, 308])
    outside.at[`/to-inside-${status}`] = (_, response) =>
      response.writeHead(status, { Location: `${inside.url}/picture.png` }).end();
  outside.at["/to-metadata"] = (_, response) =>
    response.writeHead(302, { Location: "http://169.254.169.254/latest/meta-data/" }).end();
  outside.at["/to-file"] = (_, response) => response.writeHead(302, { Location: "file:///etc/passwd" }).end();
  outside.at["/endless"] = (_, response) => response.writeHead(302, { Location: "/endless" }).end();
});
afterAll(() => Promise.all([site, inside, outside, ai].map((one) => one?.stop())));

/** Ways to write an address on this machine, in its network, or of a cloud's metadata service. */
const hosts = () => [
  ...[
    "127.0.0.1",
    "localhost",
    "localhost.",
    "127.1",
    "127.0.1",
    "0x7f.1",
    "0177.0.0.1",
    "2130706433",
    "0x7f000001",
    "0.0.0.0",
    "0",
  ],
  ...[
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:127.0.0.1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
  ],
  ...[
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "user:password@127.0.0.1",
    "127.0.0.1%2f@localhost",
    "10.0.0.1",
    "192.168.0.1",
    "172.16.0.1",
  ],
  ...["169.254.169.254", "[fd00:ec2::254]", "[fe80::1]", "100.64.0.1", "224.0.0.1", "255.255.255.255"],
];
const addresses = () => [
  ...hosts().flatMap((host) => [`http://${host}:${port}/picture.png`, `https://${host}:${port}/picture.png`]),
  ...[301, 302, 303, 307, 308].map((status) => `${outside.url}/to-inside-${status}`),
  ...["/to-metadata", "/to-file", "/endless"].map((path) => outside.url + path),
  ...["file:///etc/passwd", `ftp://127.0.0.1:${port}/`, `gopher://127.0.0.1:${port}/`, `unix:/var/run/docker.sock`],
];

test("reliability 17 pictures of profiles", { timeout: 300_000 }, async () => {
  const fields = ["imageUrl", "longevityInterviewImageUrl", "productImageUrl"];
  const expert = await json(
    site,
    "POST",
    "/api/admin/experts",
    { name: "Ida", title: "x", categories: ["academic"] },
    { headers },
  );
  const all = addresses();
  for (let at = 0; at < all.length; at += fields.length) {
    const body = Object.fromEntries(fields.map((field, offset) => [field, all[at + offset] ?? ""]));
    const { status } = await json(site, "PUT", `/api/experts/${expert.body.id}`, body, { headers });
    expect(status).toBeLessThan(500);
  }
  expect(inside.asked).toEqual([]);
  expect(outside.asked.length).toBeGreaterThan(5);
});

test("reliability 17 links that a model names", { timeout: 300_000 }, async () => {
  const links = addresses().map((url, at) => ({ label: `Link ${at}`, url }));
  ai.answers.references = () => JSON.stringify({ links });
  const { status } = await json(site, "POST", "/api/ai/find-references", { expertName: "Ida" }, { headers });
  expect(status).toBeLessThan(500);
  expect(inside.asked).toEqual([]);
  expect((await getJson(site, "/healthz")).status).toBe(200);
});
