/** Sends many questions and answers through a site and a real mail server, and checks that no mail discloses an address. */
import { signUp, solveCaptcha } from "./accounts";
import { signUpAdmin } from "./admin";
import { inDatabase } from "./database";
import { headers as headerAttacks, markup, unicode } from "./hostile-strings";
import { type Mailbox, type ReceivedMail, refusal } from "./mailbox";
import { readMail } from "./read-mail";
import { form, json } from "./requests";
import type { Site } from "./site";

export interface RelayReport {
  conversations: number;
  mails: number;
  /** The number of readers whose mailbox does not exist. */
  bounced: number;
  /** Addresses of other people in a mail, in a header or a part, as sent or decoded. */
  leaks: string[];
  /** Recipients, headers and lines of the subject that a typed text added to a mail. */
  injected: string[];
  /** Recipients who neither asked a question nor accept questions. */
  uninvited: string[];
  /** Pairs of answers that differ, about a person who accepts no questions and a person whose profile is not claimed. */
  disclosures: string[];
}

const ADDRESS = /[a-z0-9.]+@(?:asks|expert)\.example/gi;
const TEXTS = [...headerAttacks, ...markup, ...unicode].filter((text) => text.trim() !== "");
/** The mails of a conversation: confirmation, question, answer, follow-up, answer. */
export const MAILS_PER_CONVERSATION = 5;
const BOUNCE_INTERVAL = 20;

/**
 * Lets readers ask `people` experts, who answer, are asked again and answer again. Every twentieth reader has a mailbox that
 * refuses mail. The site must send by `mailbox` and have no rate limits.
 */
export async function relayQuestions(
  site: Site,
  mailbox: Mailbox,
  { conversations, people = 10 }: Sizes,
): Promise<RelayReport> {
  const admin = (await signUpAdmin(site)).headers;
  const experts: Person[] = [];
  for (let index = 0; index < people; index++) experts.push(await addClaimedExpert(site, admin, index));
  const [withoutQuestions, unclaimed] = [
    await addClaimedExpert(site, admin, people, 0),
    await addExpert(site, admin, "Una Unclaimed"),
  ];
  const refusedAddresses = new Set<string>();
  mailbox.behaviour.onRecipient = (address) => {
    if (!/^bounce/.test(address)) return;
    refusedAddresses.add(address);
    throw refusal(550, "There is no such mailbox.");
  };
  const acceptedBefore = mailbox.accepted.length;
  const askers = new Set<string>();
  const disclosures: string[] = [];
  let bounced = 0;
  // Each person has one conversation at a time. All people converse at once.
  await Promise.all(
    experts.map(async (expert, firstConversation) => {
      for (let index = firstConversation; index < conversations; index += experts.length) {
        const email = `${index % BOUNCE_INTERVAL === 0 ? "bounce" : "reader"}.${index}@asks.example`;
        askers.add(email);
        const attackText = TEXTS[index % TEXTS.length] as string;
        const text = {
          name: attackText.slice(0, 90),
          subject: attackText.slice(0, 140),
          text: attackText.slice(0, 4_000),
        };
        const question = await askQuestion(site, expert.slug, email, text);
        if (question.status === 400) await askQuestion(site, expert.slug, email, PLAIN_QUESTION);
        if (email.startsWith("bounce")) bounced++;
        else await converse(site, mailbox, { expert, email, text: text.text });
        if (index % BOUNCE_INTERVAL !== 1) continue;
        const answers = [withoutQuestions.slug, unclaimed.slug].map((slug) =>
          askQuestion(site, slug, `nobody.${index}@asks.example`, PLAIN_QUESTION),
        );
        const [firstAnswer, otherAnswer] = (await Promise.all(answers)).map(({ status, body }) =>
          JSON.stringify([status, body]),
        );
        if (firstAnswer !== otherAnswer) disclosures.push(`${firstAnswer} ${otherAnswer}`);
      }
    }),
  );
  const mails = mailbox.accepted.slice(acceptedBefore).filter(({ text }) => text.includes("/question/"));
  const invited = new Set([...askers, ...experts.map(({ email }) => email)]);
  const inspections = await Promise.all(mails.map((mail) => inspectMail(mail)));
  const uninvited = mails.map(({ to }) => to).filter((to) => /@(asks|expert)\./.test(to) && !invited.has(to));
  return {
    conversations,
    mails: mails.length,
    bounced,
    leaks: inspections.flatMap(({ leaks }) => leaks),
    injected: inspections.flatMap(({ injected }) => injected),
    uninvited: [...uninvited, ...[...refusedAddresses].filter((address) => !invited.has(address))],
    disclosures,
  };
}

/** Runs a conversation from the confirmation to the second answer. */
async function converse(site: Site, mailbox: Mailbox, { expert, email, text }: Conversation): Promise<void> {
  const asker = await waitForLink(mailbox, email, 1);
  const mailsBefore = mailsTo(mailbox, expert.email).length;
  await post(site, asker, { intent: "confirm" });
  const path = await waitForLink(mailbox, expert.email, mailsBefore + 1);
  const answer = await form(site, path, { intent: "reply", text });
  // The site refuses blank and unreadable texts. The conversation then goes on with a plain text.
  if (answer.status === 400) await post(site, path, { intent: "reply", text: PLAIN_QUESTION.text });
  await waitForLink(mailbox, email, 2);
  await post(site, asker, { intent: "reply", text: PLAIN_QUESTION.text });
  await waitForLink(mailbox, expert.email, mailsBefore + 2);
  await post(site, path, { intent: "reply", text: PLAIN_QUESTION.text });
  await waitForLink(mailbox, email, 3);
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

const PLAIN_QUESTION = { name: "A reader", subject: "A talk in May", text: "Would you speak to us?" };

async function addExpert(site: Site, headers: Record<string, string>, name: string) {
  const { status, body } = await json(site, "POST", "/api/admin/experts", { name, title: "Professor" }, { headers });
  if (status !== 201) throw new Error(`${name} was not listed: ${status} ${JSON.stringify(body)}`);
  return body as { id: string; slug: string };
}

/** Adds a person to the directory, and an account that has claimed the profile. */
export async function addClaimedExpert(
  site: Site,
  admin: Record<string, string>,
  index: number,
  takesQuestions = 1,
): Promise<Person> {
  const email = `person.${index}@expert.example`;
  const { id, slug } = await addExpert(
    site,
    admin,
    `Relay Person ${"abcdefghijklmnopqrstuvwxyz"[index % 26]}${"x".repeat(index / 26)}`,
  );
  const { id: userId, headers } = await signUp(site, { email });
  const now = new Date().toISOString();
  await inDatabase(site.dataDir, async (db) => {
    const experts = db.selectFrom("experts").select("rowId").where("id", "=", id);
    const { rowId: expertRowId } = await experts.executeTakeFirstOrThrow();
    const proof = { proof: "mail" as const, page: "", isStrong: 1, evidence: "", tokenHash: null, requestId: null };
    const times = { createdAt: now, expiresAt: now, claimedAt: now, confirmedAt: now, remindedAt: null };
    const claim = { id: `relay${index}`, expertRowId, userId, ...proof, status: "confirmed" as const, ...times };
    await db
      .insertInto("claims")
      .values({ ...claim, takesQuestions })
      .execute();
  });
  return { slug, email, headers };
}

let networkCount = 0;

async function askQuestion(site: Site, slug: string, email: string, question: typeof PLAIN_QUESTION) {
  const body = { slug, email, ...question, ...(await solveCaptcha(site)) };
  const headers = { "X-Forwarded-For": `10.7.${++networkCount % 250}.${(networkCount >> 8) % 250}` };
  return json(site, "POST", "/api/questions", body, { headers });
}

async function post(site: Site, path: string, fields: Record<string, string>): Promise<void> {
  const { status } = await form(site, path, fields);
  if (status !== 303) throw new Error(`${JSON.stringify(fields)} answered ${status}`);
}

/** Waits for the n-th mail about a question to an address, and returns the path of its link. */
async function waitForLink(mailbox: Mailbox, to: string, number: number): Promise<string> {
  while (mailsTo(mailbox, to).length < number) await mailbox.next();
  const { text = "" } = mailsTo(mailbox, to)[number - 1] ?? {};
  return new URL(/https?:\/\/\S+\/question\/\S+/.exec(text)?.[0] ?? "").pathname;
}

function mailsTo(mailbox: Mailbox, address: string): ReceivedMail[] {
  return mailbox.accepted.filter(({ to, text }) => to === address && text.includes("/question/"));
}

const SINGLE_HEADERS = ["to", "from", "subject", "date", "message-id", "content-type", "mime-version"];

async function inspectMail(mail: ReceivedMail): Promise<{ leaks: string[]; injected: string[] }> {
  const { headerNames, to, subject, text, html } = await readMail(mail);
  const addresses = [mail.raw, subject, text, html].flatMap((part) => part.match(ADDRESS) ?? []);
  const leaks = addresses.filter((address) => address.toLowerCase() !== mail.to.toLowerCase());
  const repeated = SINGLE_HEADERS.filter((name) => headerNames.filter((headerName) => headerName === name).length > 1);
  const unexpected = headerNames.filter((name) => ["cc", "bcc", "reply-to", "sender"].includes(name));
  const hasOnlyRecipient = to.length === 1 && to[0] === mail.to;
  const isSingleLine = !/[\r\n\u2028\u2029\u0085]/.test(subject);
  const injected = [
    ...repeated,
    ...unexpected,
    ...(hasOnlyRecipient ? [] : [to.join(", ")]),
    ...(isSingleLine ? [] : [subject]),
  ];
  return { leaks, injected };
}
