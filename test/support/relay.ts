/** Many questions and answers through a site and a real mail server, and what the mails betray. */
import { answered, signUp } from "./accounts";
import { signUpAdmin } from "./admin";
import { inDatabase } from "./database";
import { headers as headerAttacks, markup, unicode } from "./hostile-strings";
import { type Mailbox, type ReceivedMail, refusal } from "./mailbox";
import { readMail } from "./read-mail";
import { form, json } from "./requests";
import type { Site } from "./site";

export interface Relayed {
  conversations: number;
  mails: number;
  /** Mails that the mail server refused for good, as a full or missing mailbox does. */
  bounced: number;
  /** Mails in which an address of somebody else stands, in a header or a part, as sent or decoded. */
  leaks: string[];
  /** Mails with a recipient, a header or a line of the subject that somebody typed. */
  injected: string[];
  /** Recipients who neither asked nor take questions. */
  uninvited: string[];
  /** Answers to a question to who takes none that differ from those about somebody whom nobody claimed. */
  telling: string[];
}

const ADDRESS = /[a-z0-9.]+@(?:asks|expert)\.example/gi;
const TEXTS = [...headerAttacks, ...markup, ...unicode].filter((text) => text.trim() !== "");
/** Each conversation ends with one answer more than it began with: confirmation, question, answer, follow-up, answer. */
export const MAILS_EACH = 5;
const EVERY_TWENTIETH = 20;

/**
 * Lets readers ask `people` experts, who answer, are asked again and answer again; every twentieth reader has a mailbox that
 * refuses. The site sends by `mailbox`, without limits.
 */
export async function relay(site: Site, mailbox: Mailbox, { conversations, people = 10 }: Sizes): Promise<Relayed> {
  const admin = (await signUpAdmin(site)).headers;
  const experts: Person[] = [];
  for (let at = 0; at < people; at++) experts.push(await claimed(site, admin, at));
  const [quiet, unclaimed] = [await claimed(site, admin, people, 0), await listed(site, admin, "Una Unclaimed")];
  const refused = new Set<string>();
  mailbox.behaviour.onRecipient = (address) => {
    if (!/^bounce/.test(address)) return;
    refused.add(address);
    throw refusal(550, "There is no such mailbox.");
  };
  const before = mailbox.accepted.length;
  const askers = new Set<string>();
  const telling: string[] = [];
  let bounced = 0;
  // Each person has one conversation at a time, and all of them at once.
  await Promise.all(
    experts.map(async (expert, lane) => {
      for (let at = lane; at < conversations; at += experts.length) {
        const email = `${at % EVERY_TWENTIETH === 0 ? "bounce" : "reader"}.${at}@asks.example`;
        askers.add(email);
        const typed = TEXTS[at % TEXTS.length] as string;
        const text = { name: typed.slice(0, 90), subject: typed.slice(0, 140), text: typed.slice(0, 4_000) };
        const asked = await ask(site, expert.slug, email, text);
        if (asked.status === 400) await ask(site, expert.slug, email, PLAIN);
        if (email.startsWith("bounce")) bounced++;
        else await converse(site, mailbox, { expert, email, text: text.text });
        if (at % EVERY_TWENTIETH !== 1) continue;
        const answers = [quiet.slug, unclaimed.slug].map((slug) => ask(site, slug, `nobody.${at}@asks.example`, PLAIN));
        const [first, other] = (await Promise.all(answers)).map(({ status, body }) => JSON.stringify([status, body]));
        if (first !== other) telling.push(`${first} ${other}`);
      }
    }),
  );
  const mails = mailbox.accepted.slice(before).filter(({ text }) => text.includes("/question/"));
  const invited = new Set([...askers, ...experts.map(({ email }) => email)]);
  const looked = await Promise.all(mails.map((mail) => look(mail)));
  const uninvited = mails.map(({ to }) => to).filter((to) => /@(asks|expert)\./.test(to) && !invited.has(to));
  return {
    conversations,
    mails: mails.length,
    bounced,
    leaks: looked.flatMap(({ leaks }) => leaks),
    injected: looked.flatMap(({ injected }) => injected),
    uninvited: [...uninvited, ...[...refused].filter((address) => !invited.has(address))],
    telling,
  };
}

/** From the confirmation to the second answer. */
async function converse(site: Site, mailbox: Mailbox, { expert, email, text }: Conversation): Promise<void> {
  const asker = await linkIn(mailbox, email, 1);
  const seen = mailsTo(mailbox, expert.email).length;
  await post(site, asker, { intent: "confirm" });
  const path = await linkIn(mailbox, expert.email, seen + 1);
  const answer = await form(site, path, { intent: "reply", text });
  // Blank and unreadable texts are refused: the conversation goes on in plain words.
  if (answer.status === 400) await post(site, path, { intent: "reply", text: PLAIN.text });
  await linkIn(mailbox, email, 2);
  await post(site, asker, { intent: "reply", text: PLAIN.text });
  await linkIn(mailbox, expert.email, seen + 2);
  await post(site, path, { intent: "reply", text: PLAIN.text });
  await linkIn(mailbox, email, 3);
}

interface Conversation {
  expert: Person;
  email: string;
  text: string;
}

interface Sizes {
  conversations: number;
  people?: number;
}

interface Person {
  slug: string;
  email: string;
  headers: Record<string, string>;
}

const PLAIN = { name: "A reader", subject: "A talk in May", text: "Would you speak to us?" };

async function listed(site: Site, headers: Record<string, string>, name: string) {
  const { status, body } = await json(site, "POST", "/api/admin/experts", { name, title: "Professor" }, { headers });
  if (status !== 201) throw new Error(`${name} was not listed: ${status} ${JSON.stringify(body)}`);
  return body as { id: string; slug: string };
}

/** A listed person whose profile is claimed by an account of that number. */
export async function claimed(
  site: Site,
  admin: Record<string, string>,
  at: number,
  takesQuestions = 1,
): Promise<Person> {
  const email = `person.${at}@expert.example`;
  const { id, slug } = await listed(
    site,
    admin,
    `Relay Person ${"abcdefghijklmnopqrstuvwxyz"[at % 26]}${"x".repeat(at / 26)}`,
  );
  const { id: userId, headers } = await signUp(site, { email });
  const now = new Date().toISOString();
  await inDatabase(site.dataDir, async (db) => {
    const experts = db.selectFrom("experts").select("rowId").where("id", "=", id);
    const { rowId: expertRowId } = await experts.executeTakeFirstOrThrow();
    const proof = { proof: "mail" as const, page: "", isStrong: 1, evidence: "", tokenHash: null, requestId: null };
    const times = { createdAt: now, expiresAt: now, claimedAt: now, confirmedAt: now, remindedAt: null };
    const claim = { id: `relay${at}`, expertRowId, userId, ...proof, status: "confirmed" as const, ...times };
    await db
      .insertInto("claims")
      .values({ ...claim, takesQuestions })
      .execute();
  });
  return { slug, email, headers };
}

let networks = 0;

async function ask(site: Site, slug: string, email: string, more: typeof PLAIN) {
  const body = { slug, email, ...more, ...(await answered(site)) };
  const headers = { "X-Forwarded-For": `10.7.${++networks % 250}.${(networks >> 8) % 250}` };
  return json(site, "POST", "/api/questions", body, { headers });
}

async function post(site: Site, path: string, fields: Record<string, string>): Promise<void> {
  const { status } = await form(site, path, fields);
  if (status !== 303) throw new Error(`${JSON.stringify(fields)} answered ${status}`);
}

/** The path of the link in the mail about a question with that number to an address, once it is there. */
async function linkIn(mailbox: Mailbox, to: string, number: number): Promise<string> {
  while (mailsTo(mailbox, to).length < number) await mailbox.next();
  const { text = "" } = mailsTo(mailbox, to)[number - 1] ?? {};
  return new URL(/https?:\/\/\S+\/question\/\S+/.exec(text)?.[0] ?? "").pathname;
}

function mailsTo(mailbox: Mailbox, address: string): ReceivedMail[] {
  return mailbox.accepted.filter(({ to, text }) => to === address && text.includes("/question/"));
}

const ONCE = ["to", "from", "subject", "date", "message-id", "content-type", "mime-version"];

async function look(mail: ReceivedMail): Promise<{ leaks: string[]; injected: string[] }> {
  const { headerNames, to, subject, text, html } = await readMail(mail);
  const addresses = [mail.raw, subject, text, html].flatMap((part) => part.match(ADDRESS) ?? []);
  const leaks = addresses.filter((address) => address.toLowerCase() !== mail.to.toLowerCase());
  const twice = ONCE.filter((name) => headerNames.filter((headerName) => headerName === name).length > 1);
  const strange = headerNames.filter((name) => ["cc", "bcc", "reply-to", "sender"].includes(name));
  const isTo = to.length === 1 && to[0] === mail.to;
  const isOneLine = !/[\r\n\u2028\u2029\u0085]/.test(subject);
  const injected = [...twice, ...strange, ...(isTo ? [] : [to.join(", ")]), ...(isOneLine ? [] : [subject])];
  return { leaks, injected };
}
