import { z } from "zod";
import { readDb } from "~/db.server";
import { ALL_ROWS, type OwnPage, ownRows } from "~/models/base/parts/own-rows.server";
import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { FOUR_EYES } from "~/models/base/settings/settings.server";
import { removeExpiredKeys } from "./api-keys.server";
import { readFactors, SECOND_FACTOR_SETTING } from "./factors.server";
import { removeExpiredTokens } from "./one-time-tokens.server";
import { removeEndedSessions } from "./sessions.server";

const WHY_NOT_EXPORTED = "not: secrets, or what leads into accounts";
const OWNERS_DATA = "stays: the owner of an account deletes it";
const factors = { exported: WHY_NOT_EXPORTED, dataset: NOT_PUBLIC, mine: "secondFactors" } as const;

export const accountsPart = {
  tables: {
    users: {
      key: ["id"],
      texts: { email: OWNERS_DATA, firstName: OWNERS_DATA, lastName: OWNERS_DATA },
      silent: ["role", "status", "passwordHash", "googleId", "waitingMail"],
      handedOut: { exported: "users", dataset: NOT_PUBLIC },
    },
    sessions: {
      key: ["idHash"],
      account: { userId: { deletion: "deleted" } },
      texts: { data: OWNERS_DATA, userAgent: OWNERS_DATA, address: OWNERS_DATA },
      silent: ["idHash"],
      handedOut: { exported: WHY_NOT_EXPORTED, dataset: NOT_PUBLIC, mine: "sessions" },
    },
    oneTimeTokens: {
      key: ["hash"],
      account: { userId: { deletion: "deleted" } },
      silent: ["hash", "purpose"],
      handedOut: { exported: WHY_NOT_EXPORTED, dataset: NOT_PUBLIC, mine: "not: secrets that expire within days" },
    },
    totpSecrets: {
      key: ["userId"],
      account: { userId: { deletion: "deleted" } },
      silent: ["secret"],
      handedOut: factors,
    },
    passkeys: {
      key: ["id"],
      account: { userId: { deletion: "deleted" } },
      texts: { name: OWNERS_DATA },
      silent: ["publicKey", "transports"],
      handedOut: factors,
    },
    recoveryCodes: {
      key: ["hash"],
      account: { userId: { deletion: "deleted" } },
      silent: ["hash"],
      handedOut: factors,
    },
    apiKeys: {
      key: ["id"],
      account: { userId: { deletion: "deleted" } },
      texts: { name: OWNERS_DATA },
      silent: ["hash", "scope", "lastUsedOn"],
      handedOut: { exported: WHY_NOT_EXPORTED, dataset: NOT_PUBLIC, mine: "apiKeys" },
    },
  },
  hourly: { sessions: removeEndedSessions, tokens: removeExpiredTokens, keys: removeExpiredKeys },
  mine: {
    sessions: ({ id }) => ownRows(sessionsOf(id), ALL_ROWS),
    secondFactors: ({ id }) => ownRows(factorsOfUser(id), ALL_ROWS),
    apiKeys: ({ id }) => ownRows(apiKeysOf(id), ALL_ROWS),
  },
  mails: {
    passwordReset: { hasLink: true, toAccount: true },
    signInLink: { hasLink: true, toAccount: true },
    invitation: { hasLink: true, toAccount: true },
    confirmAddress: { hasLink: true, toAccount: true },
    passwordChanged: { toAccount: true },
    secondFactor: { toAccount: true },
    newAdmin: { toAccount: true },
  },
  privacy: () => ({
    "If you have an account": `We store your name, email address, a hash of your password (Argon2), when you signed in, and for each open session the IP address and browser, so that you can recognise it under [Sign-in and security](/account/security). If you set up a second factor, we also store the encrypted key of your app, the public keys of your passkeys, and hashes of your recovery codes. On your [account page](/account) you can download your data and delete the account. This also deletes its sessions, drafts and mails, and your name and address on your suggestions.

To prevent password guessing and floods of forms, attempts are counted under a hash of the account and the network, for at most 30 days.`,
  }),
  settings: [
    {
      name: FOUR_EYES,
      label: "A second person publishes texts written by AI",
      standard: "",
      choices: [
        { value: "", label: "Off: the person who generated a text may publish it" },
        { value: "on", label: "On: somebody else has to publish it" },
      ],
      schema: z.enum(["", "on"], "Please choose one of the two."),
    },
    {
      name: SECOND_FACTOR_SETTING,
      label: "Require a second factor of admins and editors",
      standard: "",
      choices: [
        { value: "", label: "Off: everybody decides for themselves" },
        { value: "on", label: "On: without one, admin pages do not open" },
      ],
      schema: z.enum(["", "on"], "Please choose one of the two."),
    },
  ],
  adminPages: [
    {
      to: "/admin/users",
      label: "User Management",
      purpose: "Accounts, roles and invitations",
      place: "User Management",
      rank: 1,
      isForAdmins: true,
    },
    { to: "/admin/api-keys", label: "API Keys", purpose: "Let programs work in your name", place: "Settings", rank: 4 },
  ],
} satisfies Part;

function sessionsOf(userId: string): OwnPage {
  const rows = readDb
    .selectFrom("sessions")
    .select(["createdAt", "lastSeenAt", "expiresAt", "address", "userAgent"])
    .where("userId", "=", userId)
    .orderBy("createdAt")
    .orderBy("idHash");
  return () => rows.execute();
}

function factorsOfUser(userId: string): OwnPage {
  return async () => {
    const { totp, passkeys, codesLeft } = await readFactors(userId);
    const passkeyFactors = passkeys.map(({ id: _, ...passkey }) => ({ kind: "passkey", ...passkey }));
    return [
      ...(totp ? [{ kind: "app", ...totp }] : []),
      ...passkeyFactors,
      { kind: "recovery codes", left: codesLeft },
    ];
  };
}

function apiKeysOf(userId: string): OwnPage {
  const rows = readDb
    .selectFrom("apiKeys")
    .select(["name", "scope", "createdAt", "expiresAt", "lastUsedOn"])
    .where("userId", "=", userId)
    .orderBy("createdAt")
    .orderBy("id");
  return () => rows.execute();
}
