/** Tests webhooks, which tell other programs about changes. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { query } from "../support/database";
import { parsePage } from "../support/parse-page";
import { type Delivery, type Receiver, startReceiver, verifyDelivery } from "../support/receiver";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

const CALL = "/api/admin/webhooks";
const ALL_EVENTS = ["expert.created", "expert.updated", "expert.removed", "article.published", "article.updated"];

let receiver: Receiver;
let site: Site;
let admin: { headers: Record<string, string> };
beforeAll(async () => {
  receiver = await startReceiver();
  site = await startSite({ env: { RATE_LIMIT: "off", TRUST_PROXY: "on", FETCH_PRIVATE: receiver.host } });
  admin = await signUpAdmin(site);
});
afterAll(async () => {
  await site?.stop();
  await receiver?.stop();
});

const createWebhook = async (path: string, events = ALL_EVENTS) =>
  (await json(site, "POST", CALL, { url: receiver.url + path, events }, admin)).body;
const findWebhook = async (id: string) =>
  (await getJson(site, CALL, admin)).body.webhooks.find((webhook: { id: string }) => webhook.id === id);
const deleteWebhook = (id: string) => json(site, "DELETE", `${CALL}/${id}`, undefined, admin);
const sendPing = async (id: string) => (await json(site, "POST", `${CALL}/${id}/test`, undefined, admin)).body;
const addExpert = async (name: string) => (await json(site, "POST", "/api/admin/experts", { name }, admin)).body;
/** Makes the next attempt due. */
const makeDue = (id: string) =>
  query(site.dataDir, "UPDATE webhooks SET nextAttemptAt = '2026-01-01T00:00:00.000Z' WHERE id = ?", id);

const requestsTo = (path: string) => receiver.deliveries.filter((request) => request.path === path);

describe("a webhook", () => {
  test("accepts only a public https address, and names its events", async () => {
    const answers = await Promise.all(
      [
        "http://example.org/hook",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://169.254.169.254/latest",
        "https://example.org:8443/",
        "https://me:secret@example.org/",
        "ftp://example.org/",
        "example.org",
        "",
        " \u0000",
        `https://example.org/${"x".repeat(600)}`,
      ].map((url) => json(site, "POST", CALL, { url, events: ALL_EVENTS }, admin)),
    );
    expect(answers.map(({ status, body }) => [status, Object.keys(body.fieldErrors)])).toEqual(
      answers.map(() => [400, ["url"]]),
    );
    for (const events of [[], ["expert.promoted"], "expert.created", undefined]) {
      const { status, body } = await json(site, "POST", CALL, { url: "https://example.org/", events }, admin);
      expect([status, Object.keys(body.fieldErrors)]).toEqual([400, ["events"]]);
    }
  });

  test("is created, tested and deleted by forms without scripts; its secret is shown once and stored encrypted", async () => {
    const fields: [string, string][] = [
      ["url", `${receiver.url}/form`],
      ...ALL_EVENTS.map((name): [string, string] => ["events[]", name]),
    ];
    const refusedPage = parsePage(
      await (await form(site, "/admin/webhooks", [["url", "https://example.org"]], admin)).text(),
    );
    expect(refusedPage.querySelector("#events-error")?.textContent).toContain("event");
    expect(refusedPage.querySelector<HTMLInputElement>("#url")?.value).toBe("https://example.org");
    const createdPage = await (await form(site, "/admin/webhooks", fields, admin)).text();
    const secret = parsePage(createdPage).querySelector("[role=status] code")?.textContent ?? "";
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const page = await (await get(site, "/admin/webhooks", admin)).text();
    expect(page).toContain(`${receiver.url}/form`);
    expect(page).not.toContain(secret);
    expect(JSON.stringify(await query(site.dataDir, "SELECT * FROM webhooks"))).not.toContain(secret);
    const [{ id = "" } = {}] = await query<{ id: string }>(site.dataDir, "SELECT id FROM webhooks");
    const testAnswer = await form(site, "/admin/webhooks", { test: id }, admin);
    expect(await testAnswer.text()).toContain("The test arrived");
    const ping = requestsTo("/form")[0] as Delivery;
    expect(verifyDelivery(ping, secret)).toEqual({ event: "ping", id, at: expect.any(String) });
    expect(ping.headers["user-agent"]).toBe("Longevity-Leaders-webhooks/1.0");
    expect(Object.keys(ping.headers).filter((name) => name.startsWith("x-"))).toEqual([]);
    expect(() => verifyDelivery({ ...ping, body: ping.body.replace("ping", "pong") }, secret)).toThrow("signature");
    const shiftedTime = { ...ping.headers, "webhook-timestamp": String(Number(ping.headers["webhook-timestamp"]) + 1) };
    expect(() => verifyDelivery({ ...ping, headers: shiftedTime }, secret)).toThrow("signature");
    const deletePage = `/admin/webhooks/${id}/delete`;
    expect(page).toContain(`href="${deletePage}"`);
    expect(await (await get(site, deletePage, admin)).text()).toContain("Delete this webhook?");
    expect(await findWebhook(id)).toBeDefined();
    expect((await form(site, deletePage, {}, admin)).status).toBe(303);
    expect(await findWebhook(id)).toBeUndefined();
    expect([(await form(site, deletePage, {}, admin)).status, (await get(site, deletePage, admin)).status]).toEqual([
      404, 404,
    ]);
    expect((await json(site, "POST", `${CALL}/${id}/test`, undefined, admin)).status).toBe(404);
  });

  test("is one of at most 20", async () => {
    const webhooks = await Promise.all(Array.from({ length: 20 }, (_, n) => createWebhook(`/many/${n}`)));
    const { status } = await json(site, "POST", CALL, { url: `${receiver.url}/more`, events: ALL_EVENTS }, admin);
    expect([webhooks.every(({ id }) => id), status]).toEqual([true, 409]);
    for (const { id } of webhooks) await deleteWebhook(id);
  });
});

describe("deliveries", () => {
  test("arrive in the order of the changes, signed, with addresses, and only for the chosen events", async () => {
    const { id, secret } = await createWebhook("/changes", ["expert.created", "expert.removed", "article.published"]);
    const person = await addExpert("Hilda Hooked");
    await expect.poll(() => requestsTo("/changes").length).toBe(1);
    await json(site, "PUT", `/api/experts/${person.id}`, { title: "Professor" }, admin);
    const article = { title: "Hooked", body: "Text.", status: "published" };
    const { id: articleId, slug } = (await json(site, "POST", "/api/admin/articles", article, admin)).body;
    await expect.poll(() => requestsTo("/changes").length).toBe(2);
    await json(site, "DELETE", `/api/experts/${person.id}`, undefined, admin);
    await expect.poll(() => requestsTo("/changes").length).toBe(3);
    const bodies = requestsTo("/changes").map(({ body }) => JSON.parse(body));
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(bodies).toEqual([
      {
        id: person.id,
        event: "expert.created",
        kind: "expert",
        slug: "hilda-hooked",
        at,
        url: `${site.url}/hilda-hooked`,
        api: `${site.url}/api/experts/hilda-hooked`,
      },
      {
        id: articleId,
        event: "article.published",
        kind: "article",
        slug,
        at,
        url: `${site.url}/articles/${slug}`,
        api: `${site.url}/api/articles/${slug}`,
      },
      { id: person.id, event: "expert.removed", kind: "expert", slug: null, at, url: null, api: null },
    ]);
    expect((await getJson(site, `/api/articles/${slug}`)).body).toMatchObject({
      id: articleId,
      body: "Text.",
      evidence: [],
    });
    for (const delivery of requestsTo("/changes")) {
      expect(verifyDelivery(delivery, secret)).toEqual(JSON.parse(delivery.body));
      expect(delivery.headers["content-type"]).toBe("application/json");
    }
    expect(new Set(requestsTo("/changes").map(({ headers }) => headers["webhook-id"])).size).toBe(3);
    await expect.poll(async () => (await findWebhook(id)).deliveries.length).toBe(3);
    expect((await findWebhook(id)).deliveries[0]).toMatchObject({
      event: "expert.removed",
      recordId: person.id,
      status: "delivered",
      attempts: 1,
      answer: "it answers 204",
    });
    expect(JSON.stringify(await query(site.dataDir, "SELECT * FROM webhooks"))).not.toMatch(/hilda/i);
    await deleteWebhook(id);
  });

  test("that fail are repeated later as the same delivery, and later ones wait for them", async () => {
    receiver.answers["/failing"] = 500;
    const { id } = await createWebhook("/failing");
    const firstExpert = await addExpert("Faye First");
    await addExpert("Sena Second");
    await expect.poll(async () => (await findWebhook(id)).deliveries[0]?.status).toBe("failed");
    const { nextAttemptAt, deliveries } = await findWebhook(id);
    expect(deliveries).toMatchObject([{ recordId: firstExpert.id, attempts: 1, answer: "it answers 500" }]);
    expect(Date.parse(nextAttemptAt)).toBeGreaterThan(Date.parse(deliveries[0].triedAt) + 29_000);
    expect(await (await get(site, "/admin/webhooks", admin)).text()).toContain("Later changes wait until then.");
    receiver.answers["/failing"] = 200;
    await makeDue(id);
    await expect.poll(() => requestsTo("/failing").length).toBe(3);
    const [initialDelivery, repeatedDelivery, nextDelivery] = requestsTo("/failing");
    expect([repeatedDelivery?.headers["webhook-id"], repeatedDelivery?.body]).toEqual([
      initialDelivery?.headers["webhook-id"],
      initialDelivery?.body,
    ]);
    expect(JSON.parse(nextDelivery?.body ?? "").slug).toBe("sena-second");
    await expect
      .poll(async () => (await findWebhook(id)).deliveries)
      .toMatchObject([
        { status: "delivered", attempts: 1 },
        { status: "delivered", attempts: 2 },
      ]);
    await deleteWebhook(id);
  });

  test("that fail wait for the next attempt, whose time the page has until one succeeds", async () => {
    receiver.answers["/later"] = 503;
    const { id } = await createWebhook("/later");
    const pageText = async () => (await get(site, "/admin/webhooks", admin)).text();
    expect(await pageText()).not.toContain("The next attempt is at");
    await addExpert("Lara Later");
    await expect.poll(async () => (await findWebhook(id)).deliveries[0]?.attempts).toBe(1);
    expect((await findWebhook(id)).status).not.toBe("off");
    expect(await pageText()).toContain("The next attempt is at");
    receiver.answers["/later"] = 200;
    await makeDue(id);
    await expect.poll(async () => (await findWebhook(id)).deliveries[0]?.status).toBe("delivered");
    expect(await pageText()).not.toContain("The next attempt is at");
    await deleteWebhook(id);
  });

  test("that fail for days switch the webhook off, the dashboard says so, and a successful test switches it on again", async () => {
    receiver.answers["/dead"] = 503;
    const { id } = await createWebhook("/dead");
    // The next attempt is the last of the third delivery.
    await query(site.dataDir, "UPDATE webhooks SET attempts = 7, givenUp = 2 WHERE id = ?", id);
    await addExpert("Gina Given");
    await expect.poll(async () => (await findWebhook(id)).status).toBe("off");
    expect((await findWebhook(id)).deliveries).toMatchObject([{ status: "given up", attempts: 8 }]);
    const dashboard = async () => (await get(site, "/admin", admin)).text();
    expect(await dashboard()).toContain("A webhook was");
    expect(await (await get(site, "/admin/webhooks", admin)).text()).toContain("Switched off");
    await addExpert("Mia Missed");
    expect(await sendPing(id)).toEqual({ delivered: false, answer: "it answers 503" });
    expect((await findWebhook(id)).status).toBe("off");
    receiver.answers["/dead"] = 200;
    expect(await sendPing(id)).toEqual({ delivered: true, answer: "it answers 200" });
    await expect.poll(async () => (await findWebhook(id)).deliveries[0]?.status).toBe("delivered");
    expect(requestsTo("/dead").at(-1)?.body).toContain("mia-missed");
    expect(await dashboard()).not.toContain("A webhook was");
    await deleteWebhook(id);
  });
});

describe("a misbehaving address", () => {
  test("gets no second request, has ten seconds to answer, and its answer is read only in part", async () => {
    receiver.answers["/redirect"] = (_, response) => void response.writeHead(307, { Location: "/elsewhere" }).end();
    receiver.answers["/slow"] = () => {};
    receiver.answers["/closed"] = (request) => void request.socket.destroy();
    receiver.answers["/garbage"] = (request) => void request.socket.end("nonsense\r\n\r\n");
    receiver.answers["/endless"] = (_, response) => {
      const writeMore = (error?: Error | null) => void (error || response.write(Buffer.alloc(64 * 1024), writeMore));
      writeMore();
    };
    const paths = ["/redirect", "/slow", "/closed", "/garbage", "/endless"];
    const webhooks = await Promise.all(paths.map((path) => createWebhook(path)));
    expect(await Promise.all(webhooks.map(({ id }) => sendPing(id)))).toEqual([
      { delivered: false, answer: "it answers 307" },
      { delivered: false, answer: "it does not answer in time" },
      { delivered: false, answer: "it does not answer" },
      { delivered: false, answer: "its answer cannot be read" },
      { delivered: true, answer: "it answers 200" },
    ]);
    expect(requestsTo("/elsewhere")).toEqual([]);
    for (const { id } of webhooks) await deleteWebhook(id);
  });

  test("is checked again at each delivery: private addresses are not reached, and closed ones not waited for", async () => {
    const { id } = await createWebhook("/checked");
    const turnTo = (url: string) => query(site.dataDir, "UPDATE webhooks SET url = ? WHERE id = ?", url, id);
    const otherReceiver = await startReceiver();
    const answers = [];
    for (const url of [
      "http://127.0.0.1/",
      "https://[::ffff:169.254.169.254]/",
      "https://localhost/",
      `${otherReceiver.url}/`,
    ]) {
      await turnTo(url);
      answers.push((await sendPing(id)).answer);
    }
    expect(answers).toEqual([
      "it leads to a private address",
      "it leads to a private address",
      "there is no such host",
      "it is at an unusual port",
    ]);
    expect(otherReceiver.deliveries).toEqual([]);
    await otherReceiver.stop();
    await query(site.dataDir, "UPDATE webhooks SET secret = 'x' WHERE id = ?", id);
    expect((await sendPing(id)).answer).toContain("SESSION_SECRET");
    await deleteWebhook(id);
  });
});
