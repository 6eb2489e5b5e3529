/** Checks that the permission of a form's sender is checked again once the form is complete, because it may take long to arrive. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieOf, PASSWORD, signIn, signUp } from "../support/accounts";
import { signUpAdmin, signUpEditor } from "../support/admin";
import { query } from "../support/database";
import { createKey } from "../support/keys";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { testImageOf } from "../support/test-images";

type Headers = Record<string, string>;

let site: Site;
let admin: Awaited<ReturnType<typeof signUpAdmin>>;
let image: Buffer;
beforeAll(async () => {
  site = await startSite({ starter: false, env: { TRUST_PROXY: "on", RATE_LIMIT: "off" } });
  admin = await signUpAdmin(site);
  image = await testImageOf(20_000);
});
afterAll(() => site?.stop());

type Part = { name: string; filename?: string; content: string | Buffer };

/** Sends a form without its end. Returns a function that sends the end and returns the status of the answer. */
async function beginForm(path: string, parts: Part[], headers: Headers): Promise<() => Promise<number>> {
  const pieces = parts.map(({ name, filename, content }) => {
    const file = filename ? `; filename="${filename}"\r\nContent-Type: image/png` : "";
    const head = `--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from("\r\n")]);
  });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const type = { "Content-Type": "multipart/form-data; boundary=b", Origin: site.url };
  const init = { method: "POST", body: readable, duplex: "half", redirect: "manual", headers: { ...type, ...headers } };
  const answer = fetch(site.url + path, init as RequestInit);
  await writer.write(new Uint8Array(Buffer.concat(pieces)));
  // The permission may be checked now or at the end of the form; the test accepts both.
  for (let turn = 0; turn < 10; turn++) await get(site, "/healthz");
  return async () => {
    await writer.write(new TextEncoder().encode("--b--\r\n"));
    await writer.close();
    return (await answer).status;
  };
}

const countImages = async () =>
  Number((await query<{ n: number }>(site.dataDir, "SELECT count(*) AS n FROM images"))[0]?.n);
const countExperts = async () =>
  Number((await query<{ n: number }>(site.dataDir, "SELECT count(*) AS n FROM experts"))[0]?.n);

const UPLOADS: Record<string, { path: string; parts: () => Part[] }> = {
  "an image by a call": {
    path: "/api/admin/images",
    parts: () => [{ name: "file", filename: "a.png", content: image }],
  },
  "images by the form": {
    path: "/admin/uploader",
    parts: () => [{ name: "file", filename: "a.png", content: image }],
  },
  "a new profile": {
    path: "/admin/experts/new",
    parts: () => [
      { name: "name", content: "Late Arrival" },
      { name: "title", content: "Professor" },
    ],
  },
};

describe("reliability 37 a form is stored only if its sender is still an editor when it is complete:", () => {
  const changes: Record<string, (editor: { id: string; headers: Headers }) => Promise<unknown>> = {
    "signed out": ({ headers }) => form(site, "/logout", {}, { headers }),
    disabled: ({ id }) => json(site, "PATCH", `/api/admin/users/${id}`, { status: "disabled" }, admin),
    "no longer an editor": ({ id }) => json(site, "PATCH", `/api/admin/users/${id}`, { role: "user" }, admin),
  };
  for (const [name, { path, parts }] of Object.entries(UPLOADS))
    test.each(Object.keys(changes))(`${name}, %s meanwhile`, async (change) => {
      const editor = await signUpEditor(site);
      const countsBefore = [await countImages(), await countExperts()];
      const finish = await beginForm(path, parts(), editor.headers);
      await changes[change]?.(editor);
      expect(await finish()).toBeGreaterThanOrEqual(400);
      expect([await countImages(), await countExperts()]).toEqual(countsBefore);
    });

  test("an image by a call with a key that was revoked meanwhile; a valid key stores it", async () => {
    const editor = await signUpEditor(site);
    const { headers } = await createKey(site, editor.headers, ["library:write"]);
    const { path, parts } = UPLOADS["an image by a call"] as (typeof UPLOADS)[string];
    const imagesBefore = await countImages();
    expect(await (await beginForm(path, parts(), headers))()).toBe(201);
    const finish = await beginForm(
      path,
      [{ name: "file", filename: "b.png", content: await testImageOf(21_000) }],
      headers,
    );
    await query(site.dataDir, 'DELETE FROM "apiKeys" WHERE "userId" = ?', editor.id);
    expect(await finish()).toBe(401);
    expect(await countImages()).toBe(imagesBefore + 1);
  });
});

describe("a password that is changed during sign-ins with the former one", () => {
  test("AC07 leaves none of their sessions", async () => {
    const person = await signUp(site);
    const changePassword = () => {
      const fields = { intent: "password", currentPassword: PASSWORD, password: "amber saddle 58 comet" };
      return form(site, "/account", fields, person);
    };
    // Hashes are computed in turns, so that some sign-ins are still hashing when the change is stored.
    const earlySignIns = Array.from({ length: 12 }, () => signIn(site, person));
    await earlySignIns[0];
    const passwordChange = changePassword();
    const laterSignIns = Array.from({ length: 24 }, () => signIn(site, person));
    const answer = await passwordChange;
    expect(answer.status).toBe(303);
    const cookies = (await Promise.all([...earlySignIns, ...laterSignIns])).map(({ cookie }) => cookie).filter(Boolean);
    expect(cookies.length).toBeGreaterThan(0);
    const statuses = cookies.map((Cookie) => getJson(site, "/api/auth/user", { headers: { Cookie } }));
    expect(new Set((await Promise.all(statuses)).map(({ status }) => status))).toEqual(new Set([401]));
    const newCookie = { Cookie: cookieOf(answer.headers) };
    expect((await getJson(site, "/api/auth/user", { headers: newCookie })).status).toBe(200);
  });
});
