/** A user's own data, for download. */
import { type Database, readDb, type UserRow } from "~/db.server";
import { factorsOf } from "~/models/base/accounts/factors.server";
import { visitsOfOwnProfiles } from "~/models/readers/visits/statistics.server";
import { othersTurn } from "~/turns.server";

const BATCH = 20;
/** A record can be large, and its reader slow. */
const ONE = 1;
/** Sessions, second factors and keys are few. */
const ALL = Number.POSITIVE_INFINITY;

interface Own {
  tables: readonly (keyof Database)[];
  of(user: Pick<UserRow, "id" | "email">): AsyncGenerator<string>;
}

/** What is stored about a person, beside the account, by its name in the file. */
export const OWN: Record<string, Own> = {
  sessions: { tables: ["sessions"], of: ({ id }) => list(sessionsOf(id), ALL) },
  secondFactors: {
    tables: ["totpSecrets", "passkeys", "recoveryCodes"],
    of: ({ id }) => list(factorsOfUser(id), ALL),
  },
  apiKeys: { tables: ["apiKeys"], of: ({ id }) => list(apiKeysOf(id), ALL) },
  submissions: { tables: ["submissions"], of: ({ id }) => list(submissionsOf(id), ONE) },
  claims: { tables: ["claims", "requests"], of: ({ id }) => list(claimsOf(id)) },
  reports: { tables: ["requests"], of: ({ id, email }) => list(reportsOf(id, email), ALL) },
  worksNotTheirs: { tables: ["requests"], of: ({ id }) => list(worksNotOf(id), ALL) },
  visits: { tables: ["visits"], of: ({ id }) => list(() => visitsOfOwnProfiles({ id }), ALL) },
  drafts: { tables: ["drafts"], of: ({ id }) => list(draftsOf(id), ONE) },
  follows: { tables: ["followers", "follows"], of: ({ id }) => list(followsOfUser(id), ALL) },
  list: { tables: ["listEntries"], of: ({ id }) => list(listOfUser(id), ALL) },
  questions: { tables: ["questions", "questionTexts"], of: ({ id, email }) => list(questionsOf(id, email), ALL) },
  mails: { tables: ["mails"], of: ({ email }) => list(mailsTo(email)) },
  actions: { tables: ["auditLog"], of: ({ id }) => list(actionsOf(id)) },
};

/** Tables with accounts or addresses in them that are not for download, and why. */
export const NOT_OWN: Partial<Record<keyof Database, string>> = {
  oneTimeTokens: "secrets that end within days",
  articleDrafts: "the site's texts, which admins write",
  promotions: "the site's texts, which admins write",
  expertRevisions: "the past of the site's records; who changed them is in the audit log",
  articleRevisions: "the past of the site's records; who changed them is in the audit log",
  aiCalls: "what the site asked of a provider, for its costs",
  reviewPlaces: "which submission an editor has open, forgotten after a minute",
};

/**
 * Everything that is stored about a user, as JSON in pieces, with the names of the database and without secrets: no
 * password hash, no ids of sessions, no keys of second factors or programs, no texts of mails (they hold links that sign people in).
 */
export async function* downloadMyData({ passwordHash, googleId, ...account }: UserRow): AsyncGenerator<string> {
  const facts = { ...account, hasPassword: passwordHash !== null, hasGoogle: googleId !== null };
  yield `{"account":${JSON.stringify(facts, null, 2)}`;
  for (const [name, { of }] of Object.entries(OWN)) {
    yield `,\n"${name}":`;
    yield* of(account);
  }
  yield "\n}\n";
}

/** The rows after `last`, at most as many as a batch has. */
type Page<Row extends object = object> = (last: Row | undefined) => Promise<Row[]>;

async function* list<Row extends object>(page: Page<Row>, batch = BATCH): AsyncGenerator<string> {
  yield "[";
  for (let last: Row | undefined; ; ) {
    const rows = await page(last);
    for (const row of rows) {
      yield `${last ? "," : ""}\n${JSON.stringify(row, null, 2)}`;
      last = row;
    }
    if (rows.length < batch) break;
    await othersTurn();
  }
  yield "]";
}

function sessionsOf(userId: string): Page {
  const rows = readDb
    .selectFrom("sessions")
    .select(["createdAt", "lastSeenAt", "expiresAt", "address", "userAgent"])
    .where("userId", "=", userId)
    .orderBy("createdAt")
    .orderBy("idHash");
  return () => rows.execute();
}

function factorsOfUser(userId: string): Page {
  return async () => {
    const { totp, passkeys, codesLeft } = await factorsOf(userId);
    const own = passkeys.map(({ id: _, ...passkey }) => ({ kind: "passkey", ...passkey }));
    return [...(totp ? [{ kind: "app", ...totp }] : []), ...own, { kind: "recovery codes", left: codesLeft }];
  };
}

function apiKeysOf(userId: string): Page {
  const rows = readDb
    .selectFrom("apiKeys")
    .select(["name", "scope", "createdAt", "expiresAt", "lastUsedOn"])
    .where("userId", "=", userId)
    .orderBy("createdAt")
    .orderBy("id");
  return () => rows.execute();
}

function submissionsOf(userId: string): Page<{ submittedAt: string; id: string }> {
  const rows = readDb
    .selectFrom("submissions")
    .select(["id", "status", "name", "title", "record", "submitterName", "submitterEmail", "submitterReason"])
    .select(["submittedAt", "updatedAt", "reviewNotes", "reviewedAt"])
    .where("userId", "=", userId)
    .orderBy("submittedAt")
    .orderBy("id")
    .limit(ONE);
  return async (last) => {
    const { submittedAt = "", id = "" } = last ?? {};
    const found = await rows
      .where(({ eb, refTuple, tuple }) => eb(refTuple("submittedAt", "id"), ">", tuple(submittedAt, id)))
      .execute();
    return found.map(({ record, ...rest }) => ({ ...rest, record: JSON.parse(record) }));
  };
}

function claimsOf(userId: string): Page<{ createdAt: string; id: string }> {
  const rows = readDb
    .selectFrom("claims")
    .innerJoin("experts", "experts.rowId", "claims.expertRowId")
    .select(["claims.id", "experts.name", "proof", "claims.status", "page", "evidence", "claims.createdAt"])
    .select(["claimedAt", "confirmedAt", "remindedAt"])
    .where("userId", "=", userId)
    .orderBy("claims.createdAt")
    .orderBy("claims.id")
    .limit(BATCH);
  return (last) => {
    const { createdAt = "", id = "" } = last ?? {};
    return rows
      .where(({ eb, refTuple, tuple }) => eb(refTuple("claims.createdAt", "claims.id"), ">", tuple(createdAt, id)))
      .execute();
  };
}

/** Errors and removals that were reported from the user's address, once it was shown to be theirs. */
function reportsOf(userId: string, email: string): Page {
  const verified = readDb.selectFrom("users").select("email").where("id", "=", userId);
  const rows = readDb
    .selectFrom("requests")
    .leftJoin("experts", "experts.rowId", "requests.expertRowId")
    .select(["experts.name", "kind", "field", "says", "should", "requests.source", "message", "requests.status"])
    .select(["requests.notes", "requests.createdAt", "decidedAt"])
    .where("kind", "in", ["error", "removal"])
    .where("email", "=", email)
    .where("email", "in", verified.where("emailVerifiedAt", "is not", null))
    .orderBy("requests.rowId");
  return () => rows.execute();
}

/** What the user told the editors about works on a profile of theirs. */
function worksNotOf(userId: string): Page {
  const rows = readDb
    .selectFrom("requests")
    .leftJoin("experts", "experts.rowId", "requests.expertRowId")
    .select(["experts.name", "field as work", "says as title", "message as why", "requests.status", "requests.notes"])
    .select(["requests.createdAt", "decidedAt"])
    .where("userId", "=", userId)
    .where("kind", "=", "work")
    .orderBy("requests.rowId");
  return () => rows.execute();
}

function draftsOf(userId: string): Page<{ id: string }> {
  const rows = readDb
    .selectFrom("drafts")
    .select(["id", "fields", "updatedAt"])
    .where("userId", "=", userId)
    .orderBy("id")
    .limit(ONE);
  return async (last) => {
    const found = await rows.where("id", ">", last?.id ?? "").execute();
    return found.map(({ fields, ...rest }) => ({ ...rest, fields: JSON.parse(fields) }));
  };
}

/** Those that were put to the user, and those of the user's address once it was shown to be theirs. */
function questionsOf(userId: string, email: string): Page {
  const verified = readDb.selectFrom("users").select("email").where("id", "=", userId);
  const rows = readDb
    .selectFrom("questions")
    .innerJoin("questionTexts", "questionTexts.questionRowId", "questions.rowId")
    .innerJoin("experts", "experts.rowId", "questions.expertRowId")
    .select(["experts.name as expert", "questions.name as from", "subject", "purpose", "questions.status"])
    .select(["questionTexts.author", "questionTexts.text", "questionTexts.at"])
    .where((e) =>
      e.or([
        e("questions.userId", "=", userId).and("questions.status", "!=", "unconfirmed"),
        e("questions.email", "=", email).and(
          "questions.email",
          "in",
          verified.where("emailVerifiedAt", "is not", null),
        ),
      ]),
    )
    .orderBy("questionTexts.rowId");
  return () => rows.execute();
}

/** By the address, once it was shown to be theirs. */
function followsOfUser(userId: string): Page {
  const rows = readDb
    .selectFrom("users")
    .innerJoin("followers", "followers.email", "users.email")
    .innerJoin("follows", "follows.followerRowId", "followers.rowId")
    .leftJoin("experts", "experts.rowId", "follows.expertRowId")
    .select(["follows.kind", "follows.target", "experts.name", "rhythm", "follows.createdAt", "toldUntil"])
    .where("users.id", "=", userId)
    .where("emailVerifiedAt", "is not", null)
    .orderBy("follows.rowId");
  return () => rows.execute();
}

function listOfUser(userId: string): Page {
  const rows = readDb
    .selectFrom("listEntries")
    .innerJoin("experts", "experts.rowId", "listEntries.expertRowId")
    .select(["experts.name", "listEntries.addedAt"])
    .where("userId", "=", userId)
    .where("experts.deletedAt", "is", null)
    .orderBy("listEntries.addedAt")
    .orderBy("listEntries.expertRowId");
  return () => rows.execute();
}

function mailsTo(recipient: string): Page<{ createdAt: string; id: string }> {
  const rows = readDb
    .selectFrom("mails")
    .select(["id", "kind", "recipient", "subject", "status", "createdAt", "sentAt"])
    .where("recipient", "=", recipient)
    .orderBy("createdAt")
    .orderBy("id")
    .limit(BATCH);
  return (last) => {
    const { createdAt = "", id = "" } = last ?? {};
    return rows
      .where(({ eb, refTuple, tuple }) => eb(refTuple("createdAt", "id"), ">", tuple(createdAt, id)))
      .execute();
  };
}

/** What the user did here as an editor or with the account, and where from; not about whom. */
function actionsOf(userId: string): Page<{ rowId: number }> {
  const rows = readDb.selectFrom("auditLog").select(["rowId", "at", "action", "address"]).where("userId", "=", userId);
  return (last) =>
    rows
      .where("rowId", ">", last?.rowId ?? 0)
      .orderBy("rowId")
      .limit(BATCH)
      .execute();
}
