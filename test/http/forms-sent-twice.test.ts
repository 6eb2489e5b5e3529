/** Sends each form that creates something twice, as a reload, the back button or a double click without scripts does. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { query } from "../support/database";
import { fieldsOfForm } from "../support/form-fields";
import { type Mailbox, startMailbox } from "../support/mailbox";
import { parsePage } from "../support/parse-page";
import { get, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let mailbox: Mailbox;
let site: Site;
let admin: { headers: Record<string, string> };
let expertId: string;
beforeAll(async () => {
  mailbox = await startMailbox();
  site = await startSite({ env: { SMTP_URL: mailbox.url, STARTER: "off", RATE_LIMIT: "off" } });
  admin = await signUpAdmin(site);
  const record = { name: "Ada Ebb", title: "Professor of water", biography: "She measures the tides." };
  expertId = (await json(site, "POST", "/api/admin/experts", record, admin)).body.id;
});
afterAll(async () => {
  await site?.stop();
  await mailbox?.stop();
});

const CONFLICT = 409;
const REFUSED = 400;
const SEE_OTHER = 303;
const OK = 200;

interface CreatingForm {
  /** The page of the form; the form is the one with the first of `fields`. */
  page: () => string;
  fields: Record<string, string>;
  file?: string;
  table: string;
  /** The statuses of both answers. Two redirects lead to the same place. */
  statuses: [number, number];
}

const adminPage = (path: string) => () => `/admin/${path}`;
const LIST_OF_PEOPLE = "Name,Title\nAda Flood,Professor\n";
const SENTENCE = "She measures the tides.";

/** A name, address or email that only one thing can have refuses the second form. */
const FORMS: Record<string, CreatingForm> = {
  article: {
    page: adminPage("articles/new"),
    fields: { title: "On water" },
    table: "articles",
    statuses: [SEE_OTHER, SEE_OTHER],
  },
  topic: { page: adminPage("topics"), fields: { name: "Tides" }, table: "topics", statuses: [SEE_OTHER, CONFLICT] },
  page: {
    page: adminPage("settings/pages/new"),
    fields: { title: "Our aims", body: "We list people.", position: "9" },
    table: "pages",
    statuses: [SEE_OTHER, REFUSED],
  },
  project: {
    page: adminPage("library/projects"),
    fields: { name: "Spring", description: "" },
    table: "libraryProjects",
    statuses: [SEE_OTHER, SEE_OTHER],
  },
  expert: {
    page: adminPage("experts/new"),
    fields: { name: "Bea Brook", title: "Limnologist" },
    table: "experts",
    statuses: [SEE_OTHER, SEE_OTHER],
  },
  webhook: {
    page: adminPage("webhooks"),
    fields: { url: "https://example.org/hook", "events[]": "expert.created" },
    table: "webhooks",
    statuses: [OK, CONFLICT],
  },
  "API key": {
    page: adminPage("api-keys"),
    fields: { name: "Nightly", days: "30" },
    table: "apiKeys",
    statuses: [OK, CONFLICT],
  },
  letter: {
    page: () => `/admin/experts/${expertId}/inform`,
    fields: { email: "ada@sea.example", intent: "send" },
    table: "mails",
    statuses: [SEE_OTHER, SEE_OTHER],
  },
  import: {
    page: adminPage("import?index"),
    fields: {},
    file: LIST_OF_PEOPLE,
    table: "imports",
    statuses: [SEE_OTHER, SEE_OTHER],
  },
  source: {
    page: () => `/admin/experts/${expertId}/sources`,
    fields: {
      title: "Tide tables",
      isbn: "978-0-306-40615-7",
      sentence: SENTENCE,
      field: "biography",
      intent: "refer",
    },
    table: "evidence",
    statuses: [SEE_OTHER, SEE_OTHER],
  },
};

test.each(Object.entries(FORMS))(
  "D60 the form of a new %s creates one although it is sent twice",
  async (_name, row) => {
    const { page, fields, file, table, statuses } = row;
    const count = async () => Number((await query(site.dataDir, `SELECT count(*) AS count FROM ${table}`))[0]?.count);
    const body = async (content: string | undefined) => {
      const document = parsePage(await (await get(site, page(), admin)).text());
      const control = file === undefined ? Object.keys(fields)[0] : "file";
      const shownFields = fieldsOfForm(document, `form:has([name="${control}"])`);
      const sentFields = new Map([...shownFields, ...Object.entries(fields)]);
      const data = new FormData();
      for (const [name, value] of sentFields) data.append(name, value);
      if (content !== undefined) data.append("file", new File([content], "people.csv", { type: "text/csv" }));
      return data;
    };
    const send = (data: FormData) =>
      fetch(site.url + page(), {
        method: "POST",
        body: data,
        headers: { Origin: site.url, ...admin.headers },
        redirect: "manual",
      });
    const sentForm = await body(file);
    const countBefore = await count();
    const firstAnswer = await send(sentForm);
    expect([firstAnswer.status, await count()]).toEqual([statuses[0], countBefore + 1]);
    const secondAnswer = await send(sentForm);
    expect([secondAnswer.status, await count()]).toEqual([statuses[1], countBefore + 1]);
    if (statuses[1] === SEE_OTHER) {
      const place = ({ headers }: Response) => new URL(headers.get("Location") ?? "", site.url).pathname;
      expect(place(secondAnswer)).toBe(place(firstAnswer));
    }
  },
);
