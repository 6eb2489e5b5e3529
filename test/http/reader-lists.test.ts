/** Tests a reader's list of people: in the browser or in the account, shared, compared and downloaded. */
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signIn, signUp } from "../support/accounts";
import { signUpEditor } from "../support/admin";
import { fieldsOfForm } from "../support/form-fields";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let headers: Record<string, string>;
let personCount = 0;

beforeAll(async () => {
  site = await startSite({ env: { STARTER: "off", RATE_LIMIT: "off" } });
  headers = (await signUpEditor(site)).headers;
});
afterAll(() => site?.stop());

async function addPerson(name: string, changes: object = {}) {
  const record = { name, title: "Professor of water", ...changes };
  const { status, body } = await json(site, "POST", "/api/admin/experts", record, { headers });
  expect([status, body.message]).toEqual([201, undefined]);
  return body as { id: string; slug: string; updatedAt: string };
}

const addPeople = (count: number) =>
  Promise.all(Array.from({ length: count }, () => addPerson(`Person ${++personCount}`)));

/** Returns the list cookie that an answer sets, "" when it deletes the cookie, "none" without one. */
function listCookieOf(answer: { headers: Headers }): string {
  const listCookie = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("list="));
  return listCookie?.split(";")[0] === "list=" ? "" : (listCookie?.split(";")[0] ?? "none");
}

async function namesAt(path: string, headers: Record<string, string> = {}) {
  const document = parsePage(await (await get(site, path, { headers })).text());
  return Array.from(document.querySelectorAll("main li a"), ({ textContent }) => textContent);
}

const slugsOf = async (headers: Record<string, string>, path = "/api/my-list") =>
  (await getJson(site, path, { headers: headers })).body.people.map(({ slug }: { slug: string }) => slug);

describe("RC08 a reader's list", () => {
  test("is kept in the browser with plain links and buttons, and pages stay the same for everybody", async () => {
    const [ada, bo] = await addPeople(2);
    const pageBefore = await get(site, "/directory");
    const document = parsePage(await (await get(site, `/${ada?.slug}`)).text());
    // The profile itself has a button that saves.
    const button = document.querySelector<HTMLButtonElement>("main header button[name=add]");
    const target = button?.form?.getAttribute("action") ?? "";
    const back = button?.form?.querySelector<HTMLInputElement>("[name=back]")?.value ?? "";
    expect([button?.textContent, target, back]).toEqual(["Save", "/my-list", ada?.slug]);
    const sentFields = { add: button?.value ?? "", back };
    const addAnswer = await form(site, target, sentFields);
    // The reader stays on the profile, which shows that the person is saved.
    expect([addAnswer.status, addAnswer.headers.get("Location"), listCookieOf(addAnswer)]).toEqual([
      303,
      `/${ada?.slug}#saved`,
      `list=${ada?.slug}`,
    ]);
    const cookie = listCookieOf(
      await form(site, "/my-list", { add: bo?.slug ?? "" }, { headers: { Cookie: listCookieOf(addAnswer) } }),
    );
    expect(await slugsOf({ Cookie: cookie })).toEqual([ada?.slug, bo?.slug]);
    expect(await namesAt("/my-list", { Cookie: cookie })).toEqual(["Person 1", "Person 2"]);
    const response = await get(site, "/my-list", { headers: { Cookie: cookie } });
    expect(response.headers.get("Cache-Control")).toContain("no-store");
    // Everybody gets the same cached answer, whatever is on their lists.
    const pageAfter = await get(site, "/directory", { headers: { Cookie: cookie } });
    expect(pageAfter.headers.get("ETag")).toBe(pageBefore.headers.get("ETag"));
    expect(pageAfter.headers.get("Cache-Control")).toContain("public");
    const removeAnswer = await form(site, "/my-list", { remove: ada?.slug ?? "" }, { headers: { Cookie: cookie } });
    expect([removeAnswer.headers.get("Location"), listCookieOf(removeAnswer)]).toEqual([
      "/my-list",
      `list=${bo?.slug}`,
    ]);
  });

  test("moves into the account at sign-in, follows a merge and a new address, and is in the data download", async () => {
    const [ada, bo, cy] = await addPeople(3);
    const reader = await signUp(site);
    const Cookie = `list=${ada?.slug}.${bo?.slug}.gone-away`;
    const signInAnswer = await signIn(site, reader, { headers: { Cookie } });
    expect([signInAnswer.status, listCookieOf(signInAnswer)]).toEqual([200, ""]);
    const accountHeaders = { Cookie: signInAnswer.cookie };
    expect(await slugsOf(accountHeaders)).toEqual([ada?.slug, bo?.slug]);
    for (const slug of [cy?.slug, cy?.slug]) {
      expect(
        (await json(site, "POST", "/api/my-list", { slug, listed: true }, { headers: accountHeaders })).status,
      ).toBe(200);
    }
    const mergeAnswer = await form(
      site,
      `/admin/experts/${ada?.id}/merge?with=${bo?.id}`,
      { other: bo?.id ?? "" },
      { headers },
    );
    expect(mergeAnswer.status).toBe(303);
    expect(await slugsOf(accountHeaders)).toEqual([ada?.slug, cy?.slug]);
    // A browser's list holds slugs, whose redirects are followed.
    expect(await slugsOf({ Cookie: `list=${bo?.slug}.${ada?.slug}` })).toEqual([ada?.slug]);
    const download = await (await get(site, "/account/data", { headers: accountHeaders })).json();
    expect(download.list.map(({ name }: { name: string }) => name)).toEqual(["Person 3", "Person 5"]);
    await json(site, "POST", "/api/my-list", { slug: cy?.slug, listed: false }, { headers: accountHeaders });
    expect(await slugsOf(accountHeaders)).toEqual([ada?.slug]);
  });

  test("a person is removed where they were saved, and both lead back to the profile", async () => {
    const [ada] = await addPeople(1);
    const headers = { Cookie: `list=${ada?.slug}` };
    const path = `/my-list?people=${ada?.slug}`;
    const document = parsePage(await (await get(site, path, { headers })).text());
    const button = document.querySelector<HTMLButtonElement>("button[name=remove]");
    const back = document.querySelector<HTMLInputElement>("input[name=back]")?.value ?? "";
    expect([document.querySelector("h1")?.textContent, button?.value, back]).toEqual([
      `Saved: Person ${personCount}`,
      ada?.slug,
      ada?.slug,
    ]);
    const removeAnswer = await form(site, path, { remove: ada?.slug ?? "", back }, { headers });
    expect([removeAnswer.headers.get("Location"), listCookieOf(removeAnswer)]).toEqual([`/${ada?.slug}#taken-off`, ""]);
    const profile = parsePage(await (await get(site, `/${ada?.slug}`)).text());
    // Without a style sheet the profile does not claim what was not done.
    for (const id of ["saved", "taken-off"]) expect(profile.getElementById(id)?.textContent).toBe("");
    expect(profile.querySelector(".list-news")?.textContent?.trim()).toBe("See your list");
    const otherAnswer = await form(site, path, { add: ada?.slug ?? "", back: "//elsewhere.example" });
    expect(otherAnswer.headers.get("Location")).toBe("/my-list");
  });

  test("removes a person who was saved at a former address", async () => {
    const [ada, bo] = await addPeople(2);
    const { updatedAt } = (await getJson(site, `/api/experts/${ada?.slug}`)).body;
    const movedExpert = { ...ada, slug: `${ada?.slug}-moved`, updatedAt };
    expect((await json(site, "PUT", `/api/experts/${ada?.slug}`, movedExpert, { headers })).status).toBe(200);
    const Cookie = `list=${ada?.slug}.${bo?.slug}`;
    expect(await slugsOf({ Cookie })).toEqual([movedExpert.slug, bo?.slug]);
    for (const remove of [movedExpert.slug, ada?.slug ?? ""])
      expect(listCookieOf(await form(site, "/my-list", { remove }, { headers: { Cookie } }))).toBe(`list=${bo?.slug}`);
    // Adding the new address does not list the person twice.
    expect(listCookieOf(await form(site, "/my-list", { add: movedExpert.slug }, { headers: { Cookie } }))).toBe(
      `list=${movedExpert.slug}.${bo?.slug}`,
    );
  });

  test("loses people who leave the directory, and does not accept people who are not in it", async () => {
    const [ada, bo] = await addPeople(2);
    const cookie = `list=${ada?.slug}.${bo?.slug}`;
    expect((await json(site, "DELETE", `/api/experts/${ada?.slug}`, undefined, { headers })).status).toBeLessThan(300);
    expect(await slugsOf({ Cookie: cookie })).toEqual([bo?.slug]);
    const sharedQuery = `people=${ada?.slug},${bo?.slug}`;
    for (const path of [
      `/my-list?${sharedQuery}`,
      `/my-list?compare=${ada?.slug},${bo?.slug}`,
      `/api/my-list?format=csv&${sharedQuery}`,
      `/api/my-list?format=vcf&${sharedQuery}`,
    ]) {
      const text = await (await get(site, path)).text();
      expect([path, text.includes(`/${bo?.slug}`), text.includes(`Person ${personCount - 1}`)]).toEqual([
        path,
        true,
        false,
      ]);
    }
    const { status, body } = await json(site, "POST", "/api/my-list", { slug: ada?.slug, listed: true });
    expect([status, typeof body.message]).toEqual([404, "string"]);
  });

  test("has a limit, and says so; people who do not fit into the account at sign-in stay in the browser", async () => {
    const [ada, ...otherPeople] = await addPeople(62);
    const Cookie = `list=${otherPeople
      .slice(0, 60)
      .map(({ slug }) => slug)
      .join(".")}`;
    const refusal = await form(site, "/my-list", { add: ada?.slug ?? "" }, { headers: { Cookie } });
    expect([refusal.status, (await refusal.text()).includes("Your list is full")]).toEqual([409, true]);
    const reader = await signUp(site);
    await json(site, "POST", "/api/my-list", { slug: ada?.slug, listed: true }, { headers: reader.headers });
    const signInAnswer = await signIn(site, reader, { headers: { Cookie } });
    expect([signInAnswer.status, listCookieOf(signInAnswer)]).toEqual([200, "none"]);
    expect(await slugsOf({ Cookie: signInAnswer.cookie })).toHaveLength(60);
    const openShared = (people: string[]) => get(site, `/my-list?people=${people}`);
    const slugs = otherPeople.map(({ slug }) => slug);
    expect(await (await openShared(slugs)).text()).toContain("were left out");
    expect(await (await openShared(slugs.slice(1))).text()).not.toContain("were left out");
    // People who no longer exist take no place.
    const unknownPeople = `list=${Array.from({ length: 60 }, (_, index) => `somebody-${index}`).join(".")}`;
    const addAnswer = await form(site, "/my-list", { add: ada?.slug ?? "" }, { headers: { Cookie: unknownPeople } });
    expect([addAnswer.status, listCookieOf(addAnswer)]).toEqual([303, `list=${ada?.slug}`]);
    const brokenCookie = `list=${encodeURIComponent("<script>.")}..%00.${ada?.slug}.${"a".repeat(9_000)}`;
    expect(await slugsOf({ Cookie: brokenCookie })).toEqual([ada?.slug]);
    const unknownSlugs = Array.from({ length: 500 }, (_, index) => `nobody-${index}`).join(",");
    expect((await get(site, `/my-list?people=${unknownSlugs}`)).status).toBe(200);
  });

  test("is shared as an address, compared four at a time, and copied into one's own list", async () => {
    const people = await Promise.all([
      addPerson("Ida Reed", { languages: ["en"], availableFor: ["talks"] }),
      ...Array.from({ length: 4 }, () => addPerson(`Person ${++personCount}`)),
    ]);
    const slugs = people.map(({ slug }) => slug);
    expect(await namesAt(`/my-list?people=${slugs}`)).toEqual([
      "Ida Reed",
      ...slugs.slice(1).map((_, index) => `Person ${personCount - 3 + index}`),
    ]);
    const page = await get(site, `/my-list?${slugs.map((slug) => `compare=${slug}`).join("&")}`);
    const document = parsePage(await page.text());
    const rows = Array.from(document.querySelectorAll("tbody tr"), ({ children }) =>
      Array.from(children, (cell) => cell.textContent),
    );
    expect(document.querySelectorAll("thead th")).toHaveLength(4);
    expect(rows.find(([label]) => label === "Available for")?.slice(1)).toEqual([
      "Ida Reed: Talks",
      ...[3, 2, 1].map((offset) => `Person ${personCount - offset}: Unknown`),
    ]);
    const copyAnswer = await form(site, "/my-list", { all: slugs.join(",") });
    expect(listCookieOf(copyAnswer)).toBe(`list=${slugs.join(".")}`);
  });

  test("the Enter key removes nobody, and Compare without a tick says what to do and leads back to the list", async () => {
    const slugs = (await addPeople(2)).map(({ slug }) => slug);
    const read = async (path: string, headers = {}) => parsePage(await (await get(site, path, { headers })).text());
    const listPage = await read("/my-list", { Cookie: `list=${slugs.join(".")}` });
    // A browser presses the first button when the Enter key is pressed at a checkbox.
    const [firstButton, ...otherButtons] = listPage.querySelectorAll(".my-list form [type=submit]");
    expect([firstButton?.getAttribute("name"), otherButtons[0]?.getAttribute("name")]).toEqual([null, "remove"]);
    for (const [path, headers] of [
      ["/my-list", { Cookie: `list=${slugs.join(".")}` }],
      [`/my-list?people=${slugs}`, {}],
    ] as const) {
      const fields = fieldsOfForm(await read(path, headers), "form.list");
      const answer = await read(`/my-list?${new URLSearchParams(fields)}`, headers);
      expect(answer.querySelector("main")?.textContent).toContain("Tick the people that you want to compare");
      const back = answer.querySelector("main p a")?.getAttribute("href") ?? "";
      expect(await namesAt(back, headers)).toEqual(await namesAt(path, headers));
    }
  });

  test("is a CSV file and vCards that other programs read", async () => {
    const name = `Åsa, “the; tide” 李\\${"é".repeat(60)}`;
    const ada = await addPerson(name, {
      affiliation: "Sea; Ltd, Bergen",
      languages: ["nb", "en"],
      longevityContribution: "One.\nTwo, and: three.",
    });
    const path = `/api/my-list?format=vcf&people=${ada.slug},${(await addPeople(1))[0]?.slug}`;
    const answer = await get(site, path);
    expect(answer.headers.get("Content-Type")).toBe("text/vcard; charset=utf-8");
    expect(answer.headers.get("Content-Disposition")).toContain("attachment");
    const text = await answer.text();
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const lines = text.replaceAll("\r\n ", "").split("\r\n");
    expect(lines.filter((line) => line === "BEGIN:VCARD")).toHaveLength(2);
    expect(lines).toEqual(
      expect.arrayContaining([
        `FN:${name.replace(/[\\,]/g, "\\$&")}`,
        "ORG:Sea\\; Ltd\\, Bergen",
        "NOTE:One. Two\\, and: three.",
        "LANG:nb",
        `URL:${site.url}/${ada.slug}`,
      ]),
    );
    const csv = parse(await (await get(site, `/api/my-list?format=csv&people=${ada.slug}`)).text(), {
      columns: true,
    }) as {
      name: string;
    }[];
    expect(csv.map((row) => row.name)).toEqual([name]);
    for (const format of ["pdf", "constructor", ""]) {
      const { status, body } = await getJson(site, `/api/my-list?format=${format}`);
      expect([format, status, body.fieldErrors]).toEqual([
        format,
        400,
        { format: "Please use csv or vcf, or leave format out to get JSON." },
      ]);
    }
  });
});
