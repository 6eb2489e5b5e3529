import { parse as parseCsv } from "csv-parse/sync";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { db, engine, migrate, readDb, searchExperts } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { hashPassword } from "~/models/base/accounts/password-hashing.server";
import type { RecentUser } from "~/models/base/accounts/sessions.server";
import { sessionRows } from "~/models/base/accounts/sessions.server";
import { provePassword } from "~/models/base/accounts/sign-in.server";
import { abandonJobs, markInterruptedJobs } from "~/models/base/jobs/jobs.server";
import { expertHistory } from "~/models/editing/experts/history.server";
import { restoreExpert, trashExpert } from "~/models/editing/experts/trash.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { changeSources } from "~/models/editing/sources/sources.server";
import { createTopic } from "~/models/editing/topics/edit.server";
import { csvOf } from "~/models/readers/dataset/dataset.server";
import { publishListings } from "~/models/records/directory/publish.server";
import { toExpert } from "~/models/records/experts/expert.server";
import { creditsOf, waitingCredit } from "~/models/records/images/credits.server";
import { storeImage } from "~/models/records/images/images.server";
import { FACETS, facetIn, facetsOf } from "~/models/records/listings/facets";
import { publish } from "~/models/records/publish/publish.server";
import { unsupportedTexts } from "~/models/records/sources/unsupported.server";
import { changeSettings } from "~/models/whole/settings/settings.server";
import type { SentFile } from "~/services/storage.server";
import { fileSender, waitForImport } from "../../../../test/support/imports";
import { addMember, withSession } from "../../../../test/support/members";
import { adaFull, makeCrowd } from "../../../../test/support/people";
import { testImage } from "../../../../test/support/test-images";
import { acceptCopies } from "./copied-pictures.server";
import {
  applyImport,
  changeReading,
  checkImport,
  chooseColumns,
  findImport,
  type ImportView,
  importColumns,
  resumeImports,
  startImport,
  stopImport,
  undoImport,
} from "./import.server";
import { chooseAll, chooseRows, importReview, reviewPage } from "./import-review.server";
import { BatchSize } from "./import-rows.server";
import { importsPart } from "./part.server";

let admin: RecentUser<Admin>;
beforeAll(async () => {
  await migrate(db);
});
beforeEach(async () => {
  await deleteAll();
  await db.deleteFrom("users").execute();
  admin = await withSession(asAdmin(await addMember({ role: "admin", email: "root@mail.example" })));
});

async function deleteAll(): Promise<void> {
  await db.deleteFrom("submissions").execute();
  await db.deleteFrom("articles").execute();
  await db.deleteFrom("imports").execute();
  await db.deleteFrom("settings").execute();
  await db.deleteFrom("cursors").execute();
  const rows = await db.selectFrom("experts").select("rowId").execute();
  await db.deleteFrom("listing").execute();
  for (const { rowId } of rows) await db.deleteFrom("experts").where("rowId", "=", rowId).execute();
}

const file = fileSender();

const settle = (id: string) => waitForImport(admin, id);

async function importFile(sentFile: SentFile): Promise<ImportView> {
  const id = await startImport(admin, sentFile);
  await settle(id);
  await chooseAll(admin, id, { outcome: "changed", isTaken: true });
  await applyImport(admin, id, { compared: true });
  return settle(id);
}

async function detailsOf(id: string, outcome: "new" | "changed"): Promise<string> {
  const { rows } = await reviewPage(admin, id, { show: outcome, page: 1 });
  return rows.map(({ detail }) => detail).join("\n");
}

async function readNames(): Promise<string[]> {
  const rows = await db.selectFrom("experts").select("name").where("deletedAt", "is", null).orderBy("rowId").execute();
  return rows.map(({ name }) => name);
}

describe("D70 an export", () => {
  test("puts people into the same lists as a later change of their profiles", async () => {
    const { slug: broaderSlug } = await createTopic(admin, { name: "Listed subjects" });
    const { slug: narrowerSlug } = await createTopic(admin, { name: "Narrow subject", broader: broaderSlug });
    const people = [
      { name: "Ada Holm", categories: ["author", "academic"], country: "DE", ror: "05gqaka33", topics: [narrowerSlug] },
      { name: "Bo Lind", languages: ["de", "en"], availableFor: ["media", "talks"], topics: [broaderSlug] },
      { name: "Cy Berg", status: "historical", featured: true },
    ];
    const { id } = await importFile(file("export.json", JSON.stringify({ format: 1, experts: people })));
    const readLists = () => db.selectFrom("listing").selectAll().orderBy("category").orderBy("expertRowId").execute();
    const listsAfterImport = await readLists();
    const lists = listsAfterImport.map(({ category }) => category);
    expect(lists).toEqual(expect.arrayContaining(["*", "author", "academic"]));
    // Sources come later, so nobody is on the list of fully sourced profiles yet.
    for (const facet of FACETS.filter((name) => name !== "sourced")) {
      const [value] = lists.flatMap((list) => (facetIn(list)?.facet === facet ? (facetIn(list)?.value ?? []) : []));
      expect([facet, value], "give one of the people a value of it").toEqual([facet, expect.any(String)]);
      const address = new URLSearchParams({ [facet]: value ?? "" });
      expect([facet, facetsOf(address)[facet]], "its values are no keys, so no address finds them").toEqual([
        facet,
        [value],
      ]);
    }
    const rows = await db.selectFrom("experts").select("rowId").execute();
    await publishListings(
      db,
      rows.map(({ rowId }) => rowId),
    );
    expect(listsAfterImport).toEqual(await readLists());
    // One statement puts all people into their lists, before the search has them one after another.
    await db.deleteFrom("listing").execute();
    await db.updateTable("importRows").set({ state: "hidden" }).execute();
    await engine.listHiddenExperts(db, id);
    expect(await readLists()).toEqual(listsAfterImport);
  });

  test("imports hundreds of people with namesakes and former addresses, starts their history, and reports progress", async () => {
    const people = Array.from({ length: 260 }, (_, index) => ({
      name: index % 2 ? `Múltiple Person${index}` : "Wei Zhang",
      title: `Number ${index}`,
      categories: ["author"],
      referenceLinks: [`https://person${index}.example/`],
      formerSlugs: index % 5 ? [] : [`former-${index}`],
    }));
    const id = await startImport(admin, file("export.json", JSON.stringify({ format: 1, experts: people })));
    await settle(id);
    await applyImport(admin, id);
    const progress = new Set<number>();
    let job = await findImport(admin, id);
    for (; job.status === "running"; job = await findImport(admin, id)) {
      progress.add(job.done);
      await new Promise(setImmediate);
    }
    expect(job).toMatchObject({ status: "completed", done: 260, message: "260 records were written." });
    expect(progress.size).toBeGreaterThan(4);

    const rows = await db.selectFrom("experts").selectAll().orderBy("rowId").execute();
    expect(rows.map(({ title }) => title)).toEqual(people.map(({ title }) => title));
    expect(new Set(rows.map(({ slug }) => slug)).size).toBe(260);
    expect(rows[258]?.slug).toBe("wei-zhang-130");
    const { rowIds, total } = await searchExperts(readDb, { text: "multiple person101", offset: 0, limit: 24 });
    expect([rowIds, total]).toEqual([[rows[101]?.rowId], 1]);
    const listedCounts = await db.selectFrom("listingCounts").selectAll().orderBy("category").execute();
    expect(listedCounts).toEqual(expect.arrayContaining([{ category: "author", experts: 260 }]));
    const formerSlug = await db
      .selectFrom("slugs")
      .select("expertRowId")
      .where("slug", "=", "former-255")
      .executeTakeFirst();
    expect(formerSlug?.expertRowId).toBe(rows[255]?.rowId);
    const hosts = await db
      .selectFrom("websiteHosts")
      .select("expertRowId")
      .where("host", "=", "person7.example")
      .execute();
    expect(hosts).toEqual([{ expertRowId: rows[7]?.rowId }]);

    const expert = rows[250] as (typeof rows)[number];
    const { revisions } = await expertHistory(admin, expert, 1);
    expect(revisions).toEqual([expect.objectContaining({ action: "imported", isPresent: true })]);
    expect(revisions[0]?.changes.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["Name", "Title", "Page address"]),
    );
    const { n } = await db
      .selectFrom("expertRevisions")
      .select((eb) => eb.fn.countAll().as("n"))
      .executeTakeFirstOrThrow();
    expect(n).toBe(260);
  });

  test("is refused with a reason if the file is no export or is cut off, and reports invalid records", async () => {
    const importOf = (text: string) => startImport(admin, file("x.json", text)).then(settle);
    expect(await importOf('{"format":1,"experts":[{"name":')).toMatchObject({ status: "error" });
    await expect(importOf('{"people":[]}')).rejects.toThrow("no people in this file");
    const { id, counts } = await importOf('{"format":1,"experts":[{"name":"Fine"},{"name":""},{"name":7},null]}');
    expect(counts).toEqual({ new: 1, changed: 0, question: 0, same: 0, error: 3 });
    const { rows } = await reviewPage(admin, id, { show: "refused", page: 1 });
    expect(rows).toContainEqual(expect.objectContaining({ row: 2, detail: "Please enter a name." }));
  });
});

describe("D70 a table", () => {
  const table = [
    "Full name;Position;Category;Website",
    "Zoë Ærø;Professor, University of Ålborg;Academic Researchers, author;https://zoe.example/",
    "Wei Zhang;Physician;clinician;htp:/broken",
    "Wei Zhang;Economist;;",
    ";Nobody;;",
    "Bad Category;X;astrologers;",
    "Wei Zhang;Physician;clinician;",
  ].join("\r\n");

  test("ID09 imports the credit of portraits, both of stored portraits and of portraits yet to be copied", async () => {
    const { url, id } = await storeImage(admin, await testImage("png", 43, 33), { name: "a.png", origin: "upload" });
    await importExperts([{ name: "Pia Here", imageUrl: url }], { origin: "editor" });
    const externalUrl = "https://pictures.example/ada.jpg";
    const tableWithLicence = (licence: string) =>
      [
        "name,title,imageUrl,imageAuthor,imageLicence,imageLicenceUrl,imageSource",
        `Pia Here,,https://site.example${url},Fay Photo,${licence},https://creativecommons.org/licenses/by/4.0/,`,
        `Ada There,T,${externalUrl},Bea Lens,with permission of Example Institute,,https://press.example/`,
      ].join("\n");
    const firstCheck = await checkAsGuessed(tableWithLicence("CC BY 4.0"));
    expect(firstCheck.counts).toMatchObject({ new: 1, changed: 1 });
    expect(await detailsOf(firstCheck.id, "changed")).toBe("who made the portrait");
    await applyImport(admin, firstCheck.id, {});
    await settle(firstCheck.id);
    expect((await creditsOf([id])).get(id)).toMatchObject({ author: "Fay Photo", licence: "CC BY 4.0", file: "" });
    expect(await waitingCredit(externalUrl)).toMatchObject({
      author: "Bea Lens",
      licence: "with permission of Example Institute",
      source: "https://press.example/",
    });
    expect((await checkAsGuessed(tableWithLicence("CC BY 4.0"))).counts).toMatchObject({ changed: 1, same: 1 });
    await db.updateTable("imageCredits").set({ file: "File:Pia.jpg" }).where("imageId", "=", id).execute();
    // The credit of Wikimedia Commons stays.
    expect((await checkAsGuessed(tableWithLicence("CC0 1.0"))).counts).toMatchObject({ same: 1 });
  });

  test("from our own dataset changes nothing here, and on an empty site restores each column", async () => {
    for (const name of ["Autophagy, and what it clears", "Senolytics"]) await createTopic(admin, { name });
    const fullPerson = {
      ...adaFull,
      imageUrl: "",
      categories: ["academic", "author"],
      scienceHighlights: [],
      sources: ["Smith J; Jones K. A paper, 2020", "A book on paper"],
      affiliation: '=Institute; for "quotes"',
      orcid: "0000-0002-1825-0097",
      wikidata: "Q424242",
      openalex: "A5023888391",
      ror: "03vek6s52",
      topics: ["autophagy-and-what-it-clears", "senolytics"],
      city: "Köln",
      country: "DE",
      languages: ["de", "en"],
      availableFor: ["talks", "media"],
      status: "living",
    };
    const singlePerson = { name: "Sina Single", sources: ["Smith J; Jones K. Another paper"], topics: ["senolytics"] };
    const dashPerson = {
      name: "Dora Dash",
      title: "- and so on",
      affiliation: "'=quoted",
      biography: "=1+2\n\nA second paragraph\nand a line.",
    };
    await importExperts([fullPerson, singlePerson, dashPerson, ...makeCrowd(3)], { origin: "editor" });
    const writeDataset = async () => {
      const people = await db.selectFrom("experts").selectAll().orderBy("rowId").execute();
      let text = "";
      for await (const line of csvOf(asBatch(people.map(toExpert)), "https://site.example")) text += line;
      return text;
    };
    const text = await writeDataset();
    // A parser that also accepts LF as a line end reads the same number of columns in each row.
    const rows = parseCsv(text, { record_delimiter: ["\r\n", "\n"] }) as string[][];
    expect(new Set(rows.map(({ length }) => length)).size).toBe(1);
    const secondImport = await checkAsGuessed(text);
    expect(secondImport.counts).toMatchObject({
      new: 0,
      changed: 0,
      question: 0,
      same: 6,
      error: 0,
    });
    await db.deleteFrom("experts").execute();
    const { id, counts } = await checkAsGuessed(text);
    expect(counts).toMatchObject({ new: 6, changed: 0, question: 0, same: 0, error: 0 });
    await applyImport(admin, id, { compared: true });
    await settle(id);
    const comparableRecords = ([headings = [], ...records]: string[][]) =>
      records.map((record) =>
        Object.fromEntries(
          headings.map((name, index) => [name, /^(id|updatedAt|reviewedAt)$/.test(name) ? "" : record[index]]),
        ),
      );
    expect(comparableRecords(parseCsv(await writeDataset()) as string[][])).toEqual(comparableRecords(rows));
  });

  async function* asBatch<T>(batch: T[]) {
    yield batch;
  }

  async function checkAsGuessed(text: string): Promise<ImportView> {
    const id = await startImport(admin, file("people.csv", text));
    const { columns } = (await importColumns(admin, id)).mapping;
    await chooseColumns(admin, id, { fields: columns, state: "public" });
    return settle(id);
  }

  async function check(text: string | Uint8Array): Promise<ImportView> {
    const id = await startImport(admin, file("people.csv", text));
    expect((await findImport(admin, id)).phase).toBe("columns");
    await chooseColumns(admin, id, { fields: ["name", "title", "categories", "referenceLinks"], state: "public" });
    return settle(id);
  }

  test("shows new rows and problems row by row, writes the valid rows, and adds none when repeated", async () => {
    const { id, counts } = await check(`\ufeff${table}`);
    expect(counts).toEqual({ new: 4, changed: 0, question: 0, same: 1, error: 1 });
    expect(await readNames()).toEqual([]);
    const { rows } = await reviewPage(admin, id, { show: "all", page: 1 });
    expect(rows.map(({ row, detail, problems }) => [row, detail, ...problems].filter(Boolean).join(" "))).toEqual([
      "2",
      "3 Website: “htp:/broken” is not a web address.",
      "4 Row 3 has the same name.",
      "5 A person needs a name, of at most 200 characters. it has no name.",
      "6 Category: “astrologers” is no category of this site.",
      "7 As row 3.",
    ]);
    expect(await findImport(admin, id)).toMatchObject({
      notes: { "2": { category: 1 }, "3": { url: 1 } },
      unknown: [{ column: 2, value: "astrologers", count: 1 }],
    });
    await applyImport(admin, id);
    expect(await settle(id)).toMatchObject({ status: "completed" });
    expect(await readNames()).toEqual(["Zoë Ærø", "Wei Zhang", "Wei Zhang", "Bad Category"]);
    const secondCheck = await check(table);
    expect(secondCheck.counts).toMatchObject({ new: 0, same: 5, error: 1 });
  });

  test("D81 a match by name alone becomes a question, which shows what would change", async () => {
    await importExperts([{ name: "Zoe Aero", biography: "Kept." }], { origin: "editor" });
    const zoe = await db.selectFrom("experts").selectAll().where("slug", "=", "zoe-aero").executeTakeFirstOrThrow();
    const { id, counts } = await check("n,t,c,w\nDr. Zoë Ærø,Director,,");
    expect(counts).toMatchObject({ question: 1, changed: 0, new: 0 });
    expect(await importReview(admin, id)).toMatchObject({ taken: 0, unanswered: 1 });
    const [row] = (await reviewPage(admin, id, { show: "question", page: 1 })).rows;
    expect(row?.candidates).toMatchObject([{ id: zoe.id, name: "Zoe Aero" }]);
    expect(row?.candidates[0]?.changes.map(({ label }) => label)).toEqual(["Name", "Title"]);

    const answerWith = (value: string) =>
      chooseRows(admin, id, { shown: [String(row?.position)], [`answer-${row?.position}`]: value });
    await expect(answerWith("somebody-else")).rejects.toMatchObject({ problem: "invalid" });
    await answerWith(zoe.id);
    await applyImport(admin, id);
    await settle(id);
    const rows = await db.selectFrom("experts").selectAll().execute();
    expect(rows).toMatchObject([{ id: zoe.id, slug: "zoe-aero", title: "Director", biography: "Kept." }]);
    const revisions = await db.selectFrom("expertRevisions").select("action").where("expertRowId", "=", zoe.rowId);
    expect(await revisions.execute()).toEqual([{ action: "imported" }]);
  });

  test("D81 a question shows the fields of the person by name, and topics that the import makes", async () => {
    const id = await startImport(
      admin,
      file("people.csv", "n,t,x,e\nZoë Ærø,Director,,\nAero Zoe,,植物分類学,Met in Oslo"),
    );
    await chooseColumns(admin, id, { fields: ["name", "title", "topics", "note"], state: "draft" });
    await settle(id);
    const [row] = (await reviewPage(admin, id, { show: "question", page: 1 })).rows;
    expect(row?.values).toEqual([
      { label: "Name", text: "Aero Zoe" },
      { label: "Topics", text: "植物分類学" },
      { label: "Notes for editors", text: "e: Met in Oslo" },
    ]);
  });

  test("D81 people with a listed person's name can be added as new people", async () => {
    await importExperts([{ name: "Wei Zhang", title: "Physician" }], { origin: "editor" });
    const { id } = await check("n,t,c,w\nWei Zhang,Economist,,\nWei Zhang,Painter,,");
    await chooseAll(admin, id, { outcome: "question", isTaken: true });
    await applyImport(admin, id);
    await settle(id);
    const rows = await db.selectFrom("experts").select(["slug", "title"]).orderBy("rowId").execute();
    expect(rows).toEqual([
      { slug: "wei-zhang", title: "Physician" },
      { slug: "wei-zhang-2", title: "Economist" },
      { slug: "wei-zhang-3", title: "Painter" },
    ]);
  });

  test("D81 an identifier, or a website with the name, matches a person; a website alone is a question", async () => {
    await importExperts(
      [
        { name: "Ida Orcid", referenceLinks: ["ORCID|https://orcid.org/0000-0001-2345-6789"] },
        { name: "Paula Page", referenceLinks: ["https://paula.example/"] },
      ],
      { origin: "editor" },
    );
    const lines = [
      "Ida Newname,Professor,,https://orcid.org/0000-0001-2345-6789",
      "Dr Paula Page,Writer,,https://www.paula.example/about",
      "Somebody Else,Writer,,https://paula.example/",
    ];
    const { id, counts } = await check(`n,t,c,w\n${lines.join("\n")}`);
    expect(counts).toMatchObject({ new: 0, changed: 2, question: 1 });
    const { rows } = await reviewPage(admin, id, { show: "changed", page: 1 });
    expect(rows.map(({ changes }) => changes[0]?.label)).toEqual(["Name", "Name"]);
  });

  test("D81 an identifier written as an address matches its holder", async () => {
    await importExperts(
      [
        { name: "Josiah Carb", orcid: "0000-0002-1825-0097", affiliation: "OurResearch" },
        { name: "Wilma Data", wikidata: "Q424242" },
        { name: "Olaf Alex", openalex: "A5023888391" },
      ],
      { origin: "editor" },
    );
    const { counts } = await checkAsGuessed(
      [
        "name,orcid,wikidata,openalex,affiliation",
        "Josiah Carb,https://orcid.org/0000-0002-1825-0097,,,University X",
        "Wilma Data,,http://www.wikidata.org/entity/Q424242,,University X",
        "Olaf Alex,,,https://openalex.org/A5023888391,University X",
      ].join("\n"),
    );
    expect(counts).toMatchObject({ new: 0, changed: 3, question: 0 });
  });

  test("D81 a listed name with another affiliation or site is a question, with another identifier a new person", async () => {
    await importExperts(
      [
        { name: "Ines Quade", affiliation: "Massachusetts Institute of Technology" },
        { name: "Ann Lee", referenceLinks: ["https://annlee.example"] },
        { name: "Bo Berg", orcid: "0000-0002-1825-0097" },
      ],
      { origin: "editor" },
    );
    const lines = ["Ines Quade,MIT,,", "Ann Lee,,https://leelab.example,", "Bo Berg,Institute,,0000-0001-5109-3700"];
    const { id, counts } = await checkAsGuessed(`name,affiliation,website,orcid\n${lines.join("\n")}`);
    expect(counts).toMatchObject({ new: 1, changed: 0, question: 2 });
    const { rows } = await reviewPage(admin, id, { show: "question", page: 1 });
    expect(rows.map(({ name, candidates, detail }) => [name, candidates.map(({ name }) => name), detail])).toEqual([
      [
        "Ines Quade",
        ["Ines Quade"],
        "Somebody here has the same name. Ines Quade, who is here, has another affiliation.",
      ],
      ["Ann Lee", ["Ann Lee"], "Somebody here has the same name. Ann Lee, who is here, has another site."],
    ]);
  });

  test("D81 an address of a profile in another site's export is a question, unless the person agrees", async () => {
    await importExperts(
      [
        { name: "Wei Zhang", title: "Physician" },
        { name: "Sina Site", title: "Physician", referenceLinks: ["https://sina.example"] },
        { name: "Ada Known" },
      ],
      { origin: "editor" },
    );
    const people = [
      { id: "other-site-1", name: "Wei Zhang", slug: "wei-zhang", title: "Economist" },
      {
        id: "other-site-2",
        name: "Sina Site",
        slug: "sina-site",
        title: "Doctor",
        referenceLinks: ["https://sina.example"],
      },
      { id: "other-site-3", name: "Bo Berg", slug: "ada-known", biography: "Sings." },
      { name: "Ada Known", slug: "ada-known", biography: "Flies." },
    ];
    const id = await startImport(admin, file("people.json", JSON.stringify({ format: 1, experts: people })));
    const { counts } = await settle(id);
    expect(counts).toMatchObject({ new: 0, changed: 2, question: 2, error: 0 });
  });

  test("ID05 an identifier belongs to one profile, also within a file, and is written after an editor compared it", async () => {
    const [takenOrcid, repeatedOrcid, freeOrcid] = [
      "0000-0002-1825-0097",
      "0000-0001-5109-3700",
      "0000-0002-1694-233X",
    ];
    await importExperts(
      [
        { name: "Hilda Holder", orcid: takenOrcid },
        { name: "Ada Known", slug: "ada" },
      ],
      { origin: "editor" },
    );
    const people = [
      { name: "Ada Known", slug: "ada", orcid: `https://orcid.org/${takenOrcid}` },
      { name: "Bo Twice", orcid: repeatedOrcid },
      { name: "Cy Twice", orcid: repeatedOrcid },
      { name: "Di Free", orcid: freeOrcid, biography: 'Said "orcid":"x".' },
    ];
    const id = await startImport(admin, file("people.json", JSON.stringify({ format: 1, experts: people })));
    await settle(id);
    expect(await detailsOf(id, "new")).toContain("Without the ORCID identifier, which Bo Twice has.");
    expect((await importReview(admin, id)).withIdentifiers).toBe(2);
    await expect(applyImport(admin, id)).rejects.toMatchObject({
      problem: "invalid",
      fieldErrors: { compared: expect.any(String) },
    });
    // Another profile gets the identifier between the check and the writing.
    await importExperts([{ name: "Eve Faster", orcid: freeOrcid }], { origin: "editor" });
    await applyImport(admin, id, { compared: "on" });
    await settle(id);
    const rows = await db.selectFrom("experts").select(["name", "orcid"]).orderBy("rowId").execute();
    expect(rows.map(({ name, orcid }) => `${name} ${orcid}`)).toEqual([
      `Hilda Holder ${takenOrcid}`,
      "Ada Known ",
      `Eve Faster ${freeOrcid}`,
      `Bo Twice ${repeatedOrcid}`,
      "Cy Twice ",
    ]);
  });

  test("writes only selected rows", async () => {
    const people = ["One", "Two", "Three"].map((name) => ({ name, referenceLinks: [`https://${name}.example/`] }));
    await importExperts(people, { origin: "editor" });
    const lines = people.map(({ name, referenceLinks }) => `${name},Director,,${referenceLinks}`);
    const { id, counts } = await check(`n,t,c,w\n${lines.join("\n")}`);
    expect(counts).toMatchObject({ changed: 3 });
    const { rows } = await reviewPage(admin, id, { show: "changed", page: 1 });
    const positions = rows.map(({ position }) => String(position));
    await chooseRows(admin, id, { shown: positions, taken: [positions[1]] });
    expect(await importReview(admin, id)).toMatchObject({ taken: 1 });
    await applyImport(admin, id);
    expect(await settle(id)).toMatchObject({ message: "1 record was written." });
    const titles = await db.selectFrom("experts").select(["name", "title"]).orderBy("rowId").execute();
    expect(titles.map(({ title }) => title)).toEqual(["", "Director", ""]);
    await expect(chooseRows(admin, id, { shown: positions, taken: positions })).rejects.toMatchObject({
      problem: "conflict",
    });
  });

  test("in another encoding keeps its diacritics", async () => {
    const { id } = await check(Buffer.from("n,t,c,w\nJosé Müller,X,,", "latin1"));
    expect((await reviewPage(admin, id, { show: "new", page: 1 })).rows[0]?.name).toBe("José Müller");
  });

  test("is not written if somebody changed a matched profile meanwhile", async () => {
    await importExperts([{ name: "Zoe Aero", referenceLinks: ["https://zoe.example/"] }], { origin: "editor" });
    const rows = makeCrowd(100).map(({ name }) => `${name},X,,`);
    const { id } = await check(`n,t,c,w\n${rows.join("\n")}\nZoe Aero,Director,,https://zoe.example/`);
    expect(await importReview(admin, id)).toMatchObject({ taken: 101, leftOut: 0 });
    const { rowId } = await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow();
    await db
      .transaction()
      .execute((tx) => publish(tx, admin, "experts", { rowId, record: { title: "X" }, cause: "edited" }));
    await expect(applyImport(admin, id)).rejects.toMatchObject({ problem: "conflict" });
    expect(await readNames()).toEqual(["Zoe Aero"]);
    await checkImport(admin, id);
    await settle(id);
    // The file's title would replace the title written meanwhile, so the row is not selected.
    expect(await importReview(admin, id)).toMatchObject({ taken: 100, leftOut: 1 });
    expect(await detailsOf(id, "changed")).toBe("Title. Title: Replaces what the profile says.");
    await chooseAll(admin, id, { outcome: "changed", isTaken: true });
    await applyImport(admin, id);
    expect(await settle(id)).toMatchObject({ message: "101 records were written." });
  });

  test("refuses a step that does not fit its state, and changes nothing", async () => {
    const { id } = await check(table);
    for (const outcome of ["error", "same"] as const)
      await expect(chooseAll(admin, id, { outcome, isTaken: true })).rejects.toMatchObject({
        problem: "invalid",
        message: "These rows cannot be imported.",
      });
    await expect(stopImport(admin, id)).rejects.toMatchObject({
      problem: "conflict",
      message: "Only the check of a table can be stopped, and this import is not being checked.",
    });
    await applyImport(admin, id);
    await settle(id);
    await expect(changeReading(admin, id, { headerRow: 2 })).rejects.toMatchObject({
      problem: "conflict",
      message: "This import was written already.",
    });
    expect(await readNames()).toEqual(["Zoë Ærø", "Wei Zhang", "Wei Zhang", "Bad Category"]);
    expect(await findImport(admin, id)).toMatchObject({ status: "completed" });
  });

  test("D81 leaves out a row whose answer names a person who was deleted meanwhile, and says so", async () => {
    await importExperts([{ name: "Zoe Aero", title: "Chair" }], { origin: "editor" });
    const zoe = await db.selectFrom("experts").select("id").executeTakeFirstOrThrow();
    const { id } = await check("n,t,c,w\nPia Holm,Nurse,,\nDr. Zoë Ærø,Director,,");
    const [row] = (await reviewPage(admin, id, { show: "question", page: 1 })).rows;
    await chooseRows(admin, id, { shown: [String(row?.position)], [`answer-${row?.position}`]: zoe.id });
    await trashExpert(admin, zoe.id);
    await applyImport(admin, id);
    expect(await settle(id)).toMatchObject({ status: "completed", message: "1 record was written." });
    expect((await reviewPage(admin, id, { show: "question", page: 1 })).rows).toMatchObject([
      { isTaken: false, state: "out", detail: "This person is no longer in the directory." },
    ]);
    const rows = db.selectFrom("experts").select(["name", "title"]).orderBy("rowId");
    expect(await rows.execute()).toEqual([
      { name: "Zoe Aero", title: "Chair" },
      { name: "Pia Holm", title: "Nurse" },
    ]);
  });

  test("can be stopped during the check, and imports nothing then", async () => {
    const rows = makeCrowd(500).map(({ name }) => `${name},X,,`);
    const id = await startImport(admin, file("people.csv", `n,t,c,w\n${rows.join("\n")}`));
    await chooseColumns(admin, id, { fields: ["name", "title", "categories", "referenceLinks"], state: "public" });
    await stopImport(admin, id);
    expect(await settle(id)).toMatchObject({ status: "stopped", message: "Stopped. Nothing was imported." });
    await expect(applyImport(admin, id)).rejects.toMatchObject({ problem: "conflict" });
    expect(await readNames()).toEqual([]);
  });
});

const VISITOR = { address: "192.0.2.1", origin: "" };

describe("reliability 11 writing", () => {
  const makePeople = (count: number) => makeCrowd(count).map((person) => ({ ...person, categories: ["author"] }));
  const countListed = async () => {
    const row = await readDb
      .selectFrom("listingCounts")
      .select("experts")
      .where("category", "=", "*")
      .executeTakeFirst();
    return row?.experts ?? 0;
  };

  test("does not block other writes and sign-ins, and publishes all people at once", async () => {
    const count = 500;
    const id = await startImport(admin, file("x.json", JSON.stringify({ format: 1, experts: makePeople(count) })));
    await settle(id);
    const password = await hashPassword("a long enough password");
    const user = await addMember({ email: "reader@mail.example", passwordHash: password });
    await applyImport(admin, id);
    const listedCounts = new Set<number>();
    let writes = 0;
    for (; (await findImport(admin, id)).status === "running"; writes++) {
      await changeSettings(admin, { copyright: `© ${writes}` }, null);
      // Stays below the hourly limit of an address, even if the test is repeated.
      if (writes < 5) await provePassword(user, { password: "a long enough password" }, VISITOR);
      await sessionRows.createData({ user });
      listedCounts.add(await countListed());
      await new Promise(setImmediate);
    }
    expect(await settle(id)).toMatchObject({ status: "completed" });
    expect([...listedCounts].filter((number) => number !== 0 && number !== count)).toEqual([]);
    expect(await countListed()).toBe(count);
    // At least one write began and ended during the import, also on a slow machine.
    expect(writes).toBeGreaterThan(1);
  });

  test("continues after a process ended, with the same result", async () => {
    // More people than two batches have.
    const PEOPLE_COUNT = 200;
    const id = await startImport(
      admin,
      file("x.json", JSON.stringify({ format: 1, experts: makePeople(PEOPLE_COUNT) })),
    );
    await settle(id);
    // The process ends in the second batch, however fast the machine is.
    const { runTimed } = BatchSize.prototype;
    let batchCount = 0;
    const batches = vi.spyOn(BatchSize.prototype, "runTimed").mockImplementation(function (this: BatchSize, ...args) {
      batchCount++;
      if (batchCount === 2) abandonJobs();
      return runTimed.apply(this, args);
    });
    onTestFinished(() => batches.mockRestore());
    await applyImport(admin, id);
    await expect.poll(() => batchCount).toBe(2);
    // Makes the heartbeat old, because other nodes may be running: a job counts as ended only after a while without a heartbeat.
    await db
      .updateTable("jobs")
      .set({ updatedAt: "2026-01-01T00:00:00.000Z" })
      .where("status", "=", "running")
      .execute();
    await markInterruptedJobs();
    expect(await findImport(admin, id)).toMatchObject({ status: "interrupted", phase: "writing" });
    expect(await countListed()).toBe(0);
    const setRole = (role: "admin" | "editor") =>
      db.updateTable("users").set({ role }).where("id", "=", admin.id).execute();
    // An import does not continue in the name of somebody who may no longer import.
    await setRole("editor");
    await resumeImports();
    const otherAdmin = await withSession(asAdmin(await addMember({ role: "admin" })));
    expect((await findImport(otherAdmin, id)).message).toContain("no longer an admin. The rest is written when you");
    expect(await importsPart.attention(otherAdmin)).toMatchObject([{ key: "imports", isOpen: true }]);
    await setRole("admin");
    expect(await importsPart.attention(otherAdmin)).toEqual([]);
    expect(await findImport(admin, id)).toMatchObject({ status: "interrupted", phase: "writing" });
    await resumeImports();
    expect(await settle(id)).toMatchObject({ status: "completed", message: `${PEOPLE_COUNT} records were written.` });
    expect(await countListed()).toBe(PEOPLE_COUNT);
    expect(new Set(await readNames())).toEqual(new Set(makePeople(PEOPLE_COUNT).map(({ name }) => name)));
    const lastName = makePeople(PEOPLE_COUNT)[PEOPLE_COUNT - 1]?.name as string;
    expect((await searchExperts(readDb, { text: lastName, offset: 0, limit: 24 })).total).toBeGreaterThan(0);
    await resumeImports();
    expect((await readNames()).length).toBe(PEOPLE_COUNT);
  });
});

test("D70 a check that another process left unfinished counts as interrupted, and can be repeated", async () => {
  const { id } = await settle(await startImport(admin, file("x.json", '{"format":1,"experts":[{"name":"Fine"}]}')));
  await db.updateTable("imports").set({ phase: "checking", jobId: "gone" }).where("id", "=", id).execute();
  expect(await findImport(admin, id)).toMatchObject({ status: "interrupted", phase: "checking" });
  await checkImport(admin, id);
  await settle(id);
  await applyImport(admin, id);
  expect(await settle(id)).toMatchObject({ status: "completed" });
  await expect(applyImport(admin, id)).rejects.toMatchObject({ problem: "conflict" });
  expect(await readNames()).toEqual(["Fine"]);
});

test("the review shows a short change in full, and the beginning of a long one", async () => {
  await importExperts([{ name: "Ida Imported" }], { origin: "editor" });
  const biography = "She swims far. ".repeat(100).trim();
  const experts = [{ name: "Ida Imported", slug: "ida-imported", title: "Swimmer", biography }];
  const id = await startImport(admin, file("people.json", JSON.stringify({ format: 1, experts })));
  await settle(id);
  const { rows } = await reviewPage(admin, id, { show: "changed", page: 1 });
  expect(rows.map(({ changes }) => changes)).toEqual([
    [
      { label: "Title", pieces: [{ kind: "added", text: "Swimmer" }] },
      { label: "Biography", pieces: [{ kind: "added", text: `${biography.slice(0, 1_000)}…` }] },
    ],
  ]);
});

test("EV08 the dashboard lists imported AI texts until they have sources", async () => {
  const at = "2026-01-02T03:04:05.000Z";
  const authorship = { provider: "openai", model: "m", generatedAt: at, acceptedAt: at, acceptedBy: "Ada" };
  const provenance = [{ ...authorship, field: "biography", textHash: "0".repeat(64) }];
  const commonFields = {
    quote: "",
    source: null,
    keptBy: "Ada",
    reason: "Known",
    status: "supported",
    checkedAt: at,
    createdAt: at,
  };
  const evidence = [{ ...commonFields, field: "biography", sentence: "She sings." }];
  const experts = [
    { name: "Ida Imported", slug: "ida", biography: "She sings.", provenance, evidence },
    { name: "Uma Unsupported", slug: "uma", biography: "She flies.", provenance, evidence },
    { name: "Hanna Human", slug: "hanna", biography: "She walks." },
  ];
  await importFile(file("ai.json", JSON.stringify({ format: 1, experts })));
  const namesWithOpenTexts = async () => (await unsupportedTexts(admin)).map(({ name }) => name).sort();
  expect(await namesWithOpenTexts()).toEqual(["Uma Unsupported"]);
  await changeSources(admin, "experts", "uma", { intent: "accept", key: "", reason: "I saw it" });
  expect(await namesWithOpenTexts()).toEqual([]);

  // A second file changes the text, so that its evidence no longer fits.
  await importFile(
    file(
      "people.json",
      JSON.stringify({ format: 1, experts: [{ name: "Ida Imported", slug: "ida", biography: "She swims." }] }),
    ),
  );
  expect(await namesWithOpenTexts()).toEqual(["Ida Imported"]);
  await trashExpert(admin, "ida");
  expect(await namesWithOpenTexts(), "in the trash").toEqual([]);
  await restoreExpert(admin, "ida");
  expect(await namesWithOpenTexts()).toEqual(["Ida Imported"]);
});

const AT = "2026-01-02T03:04:05.000Z";
const SENTENCE = { quote: "", source: null, keptBy: "Ada", reason: "Known", status: "supported", context: "" } as const;
const sourceOf = (sentence: string) => ({ ...SENTENCE, field: "biography", sentence, checkedAt: AT, createdAt: AT });
const AI_MARK = { provider: "openai", model: "m", generatedAt: AT, acceptedAt: AT, acceptedBy: "Ada" };

test("an older export takes sources and AI marks away only if an editor ticks its row; the history has them, and an undo brings them back", async () => {
  const person = { name: "Ida Imported", slug: "ida", biography: "She sings. She swims." };
  const provenance = [{ ...AI_MARK, field: "biography", textHash: "0".repeat(64) }];
  const evidence = [sourceOf("She sings."), sourceOf("She swims.")];
  await importFile(file("new.json", JSON.stringify({ format: 1, experts: [{ ...person, provenance, evidence }] })));
  const readStored = async () => {
    const { rowId } = await db
      .selectFrom("experts")
      .select("rowId")
      .where("slug", "=", "ida")
      .executeTakeFirstOrThrow();
    const sources = await db.selectFrom("evidence").select("sentence").where("expertRowId", "=", rowId).execute();
    const marks = await db.selectFrom("provenance").select("field").where("expertRowId", "=", rowId).execute();
    return [sources.map(({ sentence }) => sentence).toSorted(), marks.map(({ field }) => field)];
  };
  const storedBefore = await readStored();
  expect(storedBefore).toEqual([["She sings.", "She swims."], ["biography"]]);

  const olderFile = { format: 1, experts: [{ ...person, provenance: [], evidence: evidence.slice(0, 1) }] };
  const id = await startImport(admin, file("old.json", JSON.stringify(olderFile)));
  await settle(id);
  expect(await detailsOf(id, "changed")).toContain(
    "Takes away 1 of 2 sources of sentences. Takes away 1 of 1 mark of a text that AI wrote.",
  );
  const { rows } = await reviewPage(admin, id, { show: "changed", page: 1 });
  expect(rows.map(({ isTaken }) => isTaken)).toEqual([false]);
  await chooseAll(admin, id, { outcome: "changed", isTaken: true });
  await applyImport(admin, id);
  await settle(id);
  expect(await readStored()).toEqual([["She sings."], []]);
  const expert = await db.selectFrom("experts").selectAll().where("slug", "=", "ida").executeTakeFirstOrThrow();
  const { revisions } = await expertHistory(admin, expert, 1);
  expect(revisions).toMatchObject([
    { action: "imported", changes: [], isOnlySources: true },
    { action: "imported", isOnlySources: false },
  ]);

  await changeSources(admin, "experts", "ida", { intent: "accept", key: "", reason: "I saw it" });
  await undoImport(admin, id);
  expect(await readStored()).toEqual(storedBefore);
});

test("an undo reverts former addresses, works, rejected topics and credits, and says that new topics stay", async () => {
  await createTopic(admin, { name: "Frailty" });
  const image = await storeImage(admin, await testImage("png", 44, 33), { name: "a.png", origin: "upload" });
  const { url, id: imageId } = image;
  const person = { name: "Rita Related", slug: "rita", imageUrl: url };
  await importFile(file("first.json", JSON.stringify({ format: 1, experts: [person] })));
  const { rowId } = await db.selectFrom("experts").select("rowId").where("slug", "=", "rita").executeTakeFirstOrThrow();
  await db
    .insertInto("works")
    .values({
      expertRowId: rowId,
      openalex: "W2",
      doi: "",
      title: "Proposed",
      year: 2020,
      venue: "",
      citations: 0,
      retracted: 0,
      retractionSeenAt: null,
      subjects: "[]",
      status: "suggested",
      highlightedAt: null,
      checkedAt: AT,
    })
    .execute();
  const readRelated = async () => ({
    slugs: await db.selectFrom("slugs").select("slug").where("expertRowId", "=", rowId).orderBy("slug").execute(),
    works: await db
      .selectFrom("works")
      .select(["openalex", "status", "highlightedAt"])
      .where("expertRowId", "=", rowId)
      .orderBy("openalex")
      .execute(),
    rejected: await db.selectFrom("rejectedTopics").select("topicRowId").where("expertRowId", "=", rowId).execute(),
    credits: await db.selectFrom("imageCredits").select("author").where("imageId", "=", imageId).execute(),
  });
  const relatedBefore = await readRelated();
  const changedPerson = {
    ...person,
    title: "Director",
    topics: ["sunlight"],
    formerSlugs: ["rita-former"],
    works: [
      { openalex: "W1", title: "Added" },
      { openalex: "W2", title: "Proposed", highlighted: true },
    ],
    dismissedWorks: [{ openalex: "W3", title: "Not hers" }],
    rejectedTopics: ["frailty"],
    imageCredit: { author: "Ann", licence: "CC0" },
  };
  const topics = [{ slug: "sunlight", name: "Sunlight" }];
  const content = JSON.stringify({ format: 1, topics, experts: [changedPerson] });
  const { id } = await importFile(file("related.json", content));
  expect(await readRelated()).toMatchObject({
    slugs: [{ slug: "rita" }, { slug: "rita-former" }],
    works: [{ status: "accepted" }, { status: "accepted" }, { status: "dismissed" }],
    rejected: [{}],
    credits: [{ author: "Ann" }],
  });
  await undoImport(admin, id);
  expect(await readRelated()).toEqual(relatedBefore);
  expect((await findImport(admin, id)).message).toBe(
    "This import was undone. The topics that it added stay: Sunlight.",
  );
});

test("an undo names no topic that somebody else added after the check", async () => {
  const topics = [
    { slug: "moonlight", name: "Moonlight" },
    { slug: "starlight", name: "Starlight" },
  ];
  const person = { name: "Rita Night", topics: ["moonlight", "starlight"] };
  const content = JSON.stringify({ format: 1, topics, experts: [person] });
  const { id } = await settle(await startImport(admin, file("night.json", content)));
  await createTopic(admin, { name: "Moonlight" });
  await applyImport(admin, id);
  await settle(id);
  await undoImport(admin, id);
  expect((await findImport(admin, id)).message).toBe(
    "This import was undone. The topics that it added stay: Starlight.",
  );
});

test("an undo also restores a person whose picture was copied after the import", async () => {
  await importFile(
    file("first.json", JSON.stringify({ format: 1, experts: [{ name: "Pia Portrait", slug: "pia", title: "One" }] })),
  );
  const { id } = await importFile(
    file("second.json", JSON.stringify({ format: 1, experts: [{ name: "Pia Portrait", slug: "pia", title: "Two" }] })),
  );
  // As if a picture had been copied, which counts as a part of the import.
  const { rowId } = await db.selectFrom("experts").select("rowId").where("slug", "=", "pia").executeTakeFirstOrThrow();
  const { url } = await storeImage(admin, await testImage("png", 45, 33), { name: "a.png", origin: "upload" });
  const { row } = await publish(db, admin, "experts", { cause: "edited", rowId, record: { imageUrl: url } });
  await db.updateTable("importRows").set({ writtenAt: row.updatedAt }).where("importId", "=", id).execute();
  await undoImport(admin, id);
  const expert = await db.selectFrom("experts").selectAll().where("rowId", "=", rowId).executeTakeFirstOrThrow();
  expect(expert.title).toBe("One");
});

test("the copy of a picture counts as a part of the import, unless somebody changed the person before it", async () => {
  const people = ["Pia Portrait", "Quin Quick"].map((name) => ({ name, slug: name.slice(0, 3).toLowerCase() }));
  const { id } = await importFile(file("people.json", JSON.stringify({ format: 1, experts: people })));
  const written = await db.selectFrom("importRows").select(["subjectRowId", "writtenAt"]).orderBy("name").execute();
  const [pia, quin] = written.map(({ subjectRowId }) => subjectRowId as number);
  const { url } = await storeImage(admin, await testImage("png", 46, 33), { name: "a.png", origin: "upload" });
  const edit = (rowId: number | undefined, record: object) =>
    publish(db, admin, "experts", { cause: "edited", rowId: rowId as number, record });
  await edit(quin, { title: "Edited" });
  for (const rowId of [pia, quin]) await edit(rowId, { imageUrl: url });
  await acceptCopies(admin, id, AT);
  const accepted = await db.selectFrom("importRows").select(["subjectRowId", "writtenAt"]).orderBy("name").execute();
  const copied = await db
    .selectFrom("experts")
    .select("updatedAt")
    .where("rowId", "=", pia as number)
    .execute();
  expect(accepted).toEqual([{ subjectRowId: pia, writtenAt: copied[0]?.updatedAt }, written[1]]);
  await expect(undoImport(admin, id)).rejects.toMatchObject({
    message: expect.stringContaining("One person was changed"),
  });
});

test("EM13 the rows with a problem in column 1 are not those with the same problem in column 11", async () => {
  const people = ["Ada One", "Bo Eleven"].map((name) => ({ name, title: "Old" }));
  const { id } = await importFile(file("people.json", JSON.stringify({ format: 1, experts: people })));
  for (const [name, marks] of [
    ["Ada One", " 1:year "],
    ["Bo Eleven", " 3:link 11:year "],
  ] as const) {
    const values = { marks } as never;
    await db.updateTable("importRows").set(values).where("importId", "=", id).where("name", "=", name).execute();
  }
  const namesWith = async (mark: string) =>
    (await reviewPage(admin, id, { show: "all", mark, page: 1 })).rows.map(({ name }) => name);
  expect([await namesWith("1:year"), await namesWith("11:year"), await namesWith("3:link")]).toEqual([
    ["Ada One"],
    ["Bo Eleven"],
    ["Bo Eleven"],
  ]);
});
