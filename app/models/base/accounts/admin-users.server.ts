/** Lists and changes accounts for admins. */
import type { ExpressionBuilder } from "kysely";
import { z } from "zod";
import { contains, type Database, db, type Queryable, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { findPage, type PageQuery, type Paging } from "~/models/base/input/paging.server";
import { parse } from "~/models/base/input/validation.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { invitationMail } from "~/models/base/mail/texts.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import type { Admin } from "./admin.server";
import { hasSecondFactor } from "./factors.server";
import { type Caller, emailField, Names } from "./input.server";
import { announceAdmin } from "./new-admins.server";
import { issueToken } from "./one-time-tokens.server";
import { queueReset } from "./password.server";
import { insertUser } from "./register.server";
import { checkSession, type RecentUser } from "./sessions.server";
import { auditUser, changeUser, roleField } from "./users.server";

export const USERS_PAGE_SIZE = 20;

export interface UserView {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  role: UserRow["role"];
  status: UserRow["status"];
  signInMethod: "password" | "google" | "password and google" | "none";
  emailVerified: boolean;
  createdAt: string;
  lastSignInAt: string | null; // null means never
  submissions: number;
  secondFactor: boolean;
}

export function listUsers(
  _admin: Admin,
  query: PageQuery & { search: string },
  options: { nearest?: boolean } = {},
): Promise<{ users: UserView[]; total: number } & Paging> {
  const matches = usersMatching(query.search);
  return findPage(query, options, async (offset) => {
    const { total } = await matches.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
    const rows = await matches
      .selectAll()
      .select(userCounts)
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .limit(query.limit)
      .offset(offset)
      .execute();
    return { users: rows.map(toUserView), total };
  });
}

function userCounts(eb: ExpressionBuilder<Database, "users">) {
  const submissions = eb.selectFrom("submissions").whereRef("submissions.userId", "=", "users.id");
  const apps = eb.selectFrom("totpSecrets").whereRef("totpSecrets.userId", "=", "users.id");
  const passkeys = eb.selectFrom("passkeys").whereRef("passkeys.userId", "=", "users.id");
  return [
    submissions.select(({ fn }) => fn.countAll<number>().as("count")).as("submissions"),
    apps.select("confirmedAt").as("appSince"),
    passkeys.select(({ fn }) => fn.countAll<number>().as("count")).as("passkeys"),
  ] as const;
}

type UserWithCounts = UserRow & { submissions: number | null; appSince: string | null; passkeys: number | null };

function toUserView({ submissions, appSince, passkeys, ...row }: UserWithCounts): UserView {
  return toView(row, Number(submissions), appSince !== null || Number(passkeys) > 0);
}

function usersMatching(search: string) {
  let users = readDb.selectFrom("users");
  for (const word of search.split(/\s+/).filter(Boolean).slice(0, 8)) {
    users = users.where(({ or }) => or(["firstName", "lastName", "email"].map((column) => contains(column, word))));
  }
  return users;
}

/** Returns one account. Throws "missing". */
export async function userForAdmin(_admin: Admin, id: string): Promise<UserView> {
  const row = await findRow(id);
  const { count } = await readDb
    .selectFrom("submissions")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("userId", "=", id)
    .executeTakeFirstOrThrow();
  return toView(row, Number(count), await hasSecondFactor(id));
}

export const Change = z
  .object({
    role: roleField.optional(),
    status: z.enum(["active", "disabled"], "Please choose a status.").optional(),
  })
  .refine(({ role, status }) => role || status, "Send a role or a status.");

/** Changes the role, the status, or both. Throws "invalid", "missing"; "conflict" for the last admin. */
export async function changeAccount(admin: RecentUser<Admin>, id: string, input: unknown): Promise<UserView> {
  const { role, status } = parse(Change, input);
  await changeUser(admin, id, { ...(role && { role }), ...(status && { status }) });
  return userForAdmin(admin, id);
}

/**
 * Mails a link for choosing a password, also to an account without one. Throws "missing"; "conflict" for a disabled
 * account.
 */
export async function sendReset(admin: RecentUser<Admin>, id: string, caller: Caller): Promise<void> {
  const user = await findRow(id);
  if (user.status !== "active") throw new AppError("conflict", "This account is disabled. Enable it first.");
  await db.transaction().execute(async (tx) => {
    await checkSession(tx, admin);
    await queueReset(tx, user, caller);
    await auditUser(tx, admin, "reset link sent", user);
  });
}

export const Invitation = Names.extend({
  email: emailField("Please enter an email address"),
  role: roleField.default("user"),
});

/**
 * Creates an account without a password, and mails its owner a link to choose one, valid for a week. Throws
 * "invalid"; "conflict" if the address has an account.
 */
export async function inviteUser(admin: RecentUser<Admin>, input: unknown, { origin }: Caller): Promise<UserView> {
  const person = parse(Invitation, input);
  const user = await db.transaction().execute(async (tx) => {
    await checkSession(tx, admin);
    const { user, link, until } = await insertInvitedUser(tx, admin, person, origin);
    const { siteName } = await siteSettings(tx);
    await queueMail(tx, { ...invitationMail({ siteName, link, until }), recipient: user.email });
    await auditUser(tx, admin, "user invited", user);
    return user;
  });
  return toView(user, 0, false);
}

/** Works like `inviteUser`, but returns the link to an operator at the command line instead of mailing it. */
export async function addUser(input: unknown, origin: string): Promise<{ user: UserView; link: string; until: Date }> {
  const person = parse(Invitation, input);
  return db.transaction().execute(async (tx) => {
    const { user, ...invitation } = await insertInvitedUser(tx, null, person, origin);
    await auditUser(tx, null, "user added", user);
    return { user: toView(user, 0, false), ...invitation };
  });
}

async function insertInvitedUser(
  tx: Queryable,
  inviter: Admin | null,
  person: z.output<typeof Invitation>,
  origin: string,
) {
  const user = await insertUser(tx, person);
  if (user.role === "admin") await announceAdmin(tx, user, inviter);
  const { token, until } = await issueToken(tx, { purpose: "reset", userId: user.id, minutes: 7 * 24 * 60 });
  return { user, link: `${origin}/reset-password?token=${token}`, until };
}

async function findRow(id: string): Promise<UserRow> {
  const row = await readDb.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("missing", "There is no such account.");
  return row;
}

function toView(row: UserRow, submissions: number, secondFactor: boolean): UserView {
  const { id, email, firstName, lastName, role, status, createdAt, lastSignInAt } = row;
  const methods = [row.passwordHash && "password", row.googleId && "google"].filter(Boolean).join(" and ");
  const signInMethod = (methods || "none") as UserView["signInMethod"];
  const emailVerified = row.emailVerifiedAt !== null;
  return {
    id,
    email,
    firstName,
    lastName,
    role,
    status,
    signInMethod,
    emailVerified,
    createdAt,
    lastSignInAt,
    submissions,
    secondFactor,
  };
}
