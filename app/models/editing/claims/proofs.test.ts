import { afterAll, describe, expect, test, vi } from "vitest";

const pages = await vi.hoisted(async () => (await import("../../../../test/support/pages")).startPageServer());
afterAll(() => pages.stop());

import { asciiAddress, checkAddress, hasManyAuthors } from "./address-rules.server";
import { namesAddress, readListedPage, readVisibleText } from "./listed-page.server";

const ownPage = (url: string) => ({ url, kind: "own" as const });
const profilePage = (url: string) => ({ url, kind: "profile" as const });

describe("CL02 an address at the domain of a listed page", () => {
  test.each([
    ["ada@lovelace.example", ownPage("https://lovelace.example/"), true],
    ["ada@lovelace.example", ownPage("https://www.lovelace.example/"), true],
    ["ada+claim@lovelace.example", ownPage("https://www.lovelace.example/"), true],
    ["ada@x.edu", ownPage("https://lab.x.edu/"), true],
    ["ada@lab.x.edu", ownPage("https://lab.x.edu/"), true],
    ["ada@lab.x.edu", ownPage("https://www.x.edu/"), false],
    ["ada@x.edu", ownPage("https://www.x.edu/~ada"), false],
    ["ada@x.edu", profilePage("https://www.x.edu/"), false],
    ["ada@lab.x.edu", profilePage("https://www.x.edu/people/ada"), false],
    ["ada@ox.ac.uk", profilePage("https://cs.ox.ac.uk/ada"), false],
    ["ada@xn--lovelce-dwa.example", ownPage("https://lovelàce.example/"), true],
  ])("%s may be used for %o; it alone is enough: %s", (email, page, isOwnersAddress) => {
    expect(checkAddress(email, page)).toEqual({ refusal: "", isOwnersAddress });
  });

  test.each([
    ["another domain that ends with the page's", "ada@evil-x.edu", ownPage("https://x.edu/")],
    ["a domain below an attacker's", "ada@evil.x.edu.attacker.com", ownPage("https://x.edu/")],
    ["the page's domain as a local part", "x.edu@attacker.com", ownPage("https://x.edu/")],
    ["a public mail provider", "ada@gmail.com", ownPage("https://gmail.com/")],
    ["a host of many sites", "ada@wordpress.com", ownPage("https://ada.wordpress.com/")],
    ["a public suffix", "ada@github.io", ownPage("https://ada.github.io/")],
    ["a public suffix of a country", "ada@ac.uk", ownPage("https://ox.ac.uk/")],
    ["the owner of a host where many write", "ada@google.com", ownPage("https://sites.google.com/view/ada")],
    ["a network of professionals", "ada@linkedin.com", ownPage("https://www.linkedin.com/in/ada")],
    ["a sibling site", "eve@eve.github.io", ownPage("https://ada.github.io/")],
    ["a number", "ada@127.0.0.1", ownPage("http://127.0.0.1/")],
    ["a letter of another alphabet", "ada@xn--lovelce-4fg.example", ownPage("https://lovelace.example/")],
  ])("is refused if it is %s", (_, email, page) => {
    expect(checkAddress(email, page).refusal).not.toBe("");
  });

  test("is compared in ASCII, and refused if it mixes scripts", () => {
    expect(asciiAddress(" Ada@Lovelàce.Example ")).toBe("ada@xn--lovelce-dwa.example");
    expect(asciiAddress("ada@ｘ.edu")).toBe("ada@x.edu");
    expect(asciiAddress("ada@lovelаce.example"), "a Cyrillic letter").toBeNull();
    expect(asciiAddress("ada")).toBeNull();
    expect(asciiAddress("@x.edu")).toBeNull();
    expect(asciiAddress('"ada@x.edu"@attacker.com'), "the last @ counts").toMatch(/@attacker\.com$/);
  });
});

describe("CL04 the text of a page", () => {
  const TOKEN = "longevity-claim-0123456789abcdef";
  const showsToken = async (html: string, page = {}) => (await readVisibleText(html, page)).text.includes(TOKEN);

  test.each([
    ["in a paragraph", `<p class="a">Text ${TOKEN}</p>`],
    ["after quoted attributes", `<a title='>"' href="x>">x</a> ${TOKEN}`],
    ["after scripts and comments", `<script>"</p>"</script><!-- a --><p>${TOKEN}`],
    ["above the comments", `<p>${TOKEN}</p><section id="comments">Hello</section>`],
    ["in a page whose body says that comments are open", `<body class="comments-open"><p>${TOKEN}</p>`],
  ])("includes a token %s", async (_, html) => expect(await showsToken(html)).toBe(true));

  test.each([
    ["a comment", `<!-- ${TOKEN} -->`],
    ["a comment without an end", `<p>a</p><!-- ${TOKEN}`],
    ["a script", `<script>var a = "${TOKEN}"</script>`],
    [
      "a style, a template, a form",
      `<style>${TOKEN}</style><template>${TOKEN}</template><textarea>${TOKEN}</textarea>`,
    ],
    ["an attribute", `<p title="${TOKEN}">a</p><meta name="description" content="${TOKEN}"><input value='> ${TOKEN}'>`],
    ["a tag without an end", `<p title="> ${TOKEN}`],
    ["the comments of readers", `<article>Post</article><ol class="comment-list"><li>${TOKEN}</li></ol>`],
    ["an embedded page", `<iframe srcdoc="<p>${TOKEN}</p>"><p>${TOKEN}</p></iframe>`],
    ["an element within another of its name", `<template><template></template>${TOKEN}</template>`],
    ["an attribute with character references", `<p id="&#99;omments">${TOKEN}</p>`],
    ["what would be text in XML", `<p><![CDATA[${TOKEN}]]></p>`],
    ["a declaration", `<!DOCTYPE ${TOKEN}><? ${TOKEN} >`],
  ])("excludes a token in %s", async (_, html) => expect(await showsToken(html)).toBe(false));

  test("is read as XML if the page is XML", async () => {
    const page = `<script src="a.js"/><svg/><p>${TOKEN}</p>`;
    expect([await showsToken(page, { isXml: true }), await showsToken(page)]).toEqual([true, false]);
    expect(await showsToken(`<p><![CDATA[<b> ${TOKEN}]]></p>`, { isXml: true })).toBe(true);
    expect(await showsToken(`<svg/><p>${TOKEN}</p>`)).toBe(true);
  });

  test("names an address as a whole word or by a link", async () => {
    const namesAda = async (html: string) => namesAddress(await readVisibleText(html), "ada@x.edu");
    expect(await namesAda("<p>Write to Ada@X.edu.</p>")).toBe(true);
    expect(await namesAda('<a href="mailto:ada%40x.edu?subject=a">Mail</a>')).toBe(true);
    expect(await namesAda("<p>canada@x.edu, ada@x.education, ada@x.edu.attacker.com</p>")).toBe(false);
    expect(await namesAda("<!-- ada@x.edu -->")).toBe(false);
    // A link that is no address hides nothing that follows.
    expect(await namesAda('<a href="mailto:%zz@x.edu">Mail</a><a href="mailto:ada@x.edu">Mail</a>')).toBe(true);
    expect(await namesAda('<p>a</p><div id="comments">ada@x.edu</div>')).toBe(false);
  });

  test("is not read from another host, from a file or from a page that fails; plain text has no links", async () => {
    const respond =
      (type: string, body: string): (typeof pages.answers)[string] =>
      (_, response) =>
        response.writeHead(200, { "Content-Type": type }).end(body);
    Object.assign(pages.answers, {
      "/away": (_: unknown, response: import("node:http").ServerResponse) =>
        response.writeHead(302, { Location: `http://elsewhere.example:${pages.port}/page` }).end(),
      "/moved": (_: unknown, response: import("node:http").ServerResponse) =>
        response.writeHead(302, { Location: "/page" }).end(),
      "/page": `<p>${TOKEN}</p>`,
      "/feed": respond("application/json", `"${TOKEN}"`),
      "/plain": respond("text/plain", `<a href="mailto:ada@x.edu">${TOKEN}</a>`),
    });
    const readPage = (path: string) => readListedPage(pages.url + path, { lookup: async () => ["127.0.0.1"] });
    expect(await readPage("/away")).toEqual({ reason: "it leads to another host, elsewhere.example" });
    expect(await readPage("/feed")).toEqual({ reason: "it is not a page of text" });
    expect(await readPage("/gone")).toEqual({ reason: "it answers 404" });
    expect(await readPage("/moved")).toEqual({ text: `\n${TOKEN}\n`, addresses: [] });
    expect(await readPage("/plain")).toEqual({ text: `<a href="mailto:ada@x.edu">${TOKEN}</a>`, addresses: [] });
  });

  test.each([
    ["https://www.linkedin.com/in/ada", true],
    ["https://en.wikipedia.org/wiki/Ada", true],
    ["https://medium.com/@ada", true],
    ["https://wordpress.com/ada", true],
    ["https://ada.wordpress.com/", false],
    ["https://ada.github.io/", false],
    ["https://ada.example/", false],
  ])("%s has many authors: %s", (url, expected) => expect(hasManyAuthors(url)).toBe(expected));
});
