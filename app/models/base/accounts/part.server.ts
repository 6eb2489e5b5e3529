import { readDb } from "~/db.server";
import { ALL, type OwnPage, ownRows } from "~/models/base/parts/own-rows.server";
import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { removeEndedKeys } from "./api-keys.server";
import { factorsOf } from "./factors.server";
import { removeExpiredTokens } from "./one-time-tokens.server";
import { removeEndedSessions } from "./sessions.server";

const SECRET = "not: secrets, or what leads into accounts";
const OWN = "stays: accounts are their owners', who delete them";
const factors = { exported: SECRET, dataset: NOT_PUBLIC, mine: "secondFactors" } as const;

export const accountsPart = {
  tables: {
    users: {
      key: ["id"],
      texts: { email: OWN, firstName: OWN, lastName: OWN },
      silent: ["role", "status", "passwordHash", "googleId", "waitingMail"],
      handedOut: { exported: "users", dataset: NOT_PUBLIC },
    },
    sessions: {
      key: ["idHash"],
      account: { userId: { end: "goes" } },
      texts: { data: OWN, userAgent: OWN, address: OWN },
      silent: ["idHash"],
      handedOut: { exported: SECRET, dataset: NOT_PUBLIC, mine: "sessions" },
    },
    oneTimeTokens: {
      key: ["hash"],
      account: { userId: { end: "goes" } },
      silent: ["hash", "purpose"],
      handedOut: { exported: SECRET, dataset: NOT_PUBLIC, mine: "not: secrets that end within days" },
    },
    totpSecrets: { key: ["userId"], account: { userId: { end: "goes" } }, silent: ["secret"], handedOut: factors },
    passkeys: {
      key: ["id"],
      account: { userId: { end: "goes" } },
      texts: { name: OWN },
      silent: ["publicKey", "transports"],
      handedOut: factors,
    },
    recoveryCodes: { key: ["hash"], account: { userId: { end: "goes" } }, silent: ["hash"], handedOut: factors },
    apiKeys: {
      key: ["id"],
      account: { userId: { end: "goes" } },
      texts: { name: OWN },
      silent: ["hash", "scope", "lastUsedOn"],
      handedOut: { exported: SECRET, dataset: NOT_PUBLIC, mine: "apiKeys" },
    },
  },
  hourly: { sessions: removeEndedSessions, tokens: removeExpiredTokens, keys: removeEndedKeys },
  mine: {
    sessions: ({ id }) => ownRows(sessionsOf(id), ALL),
    secondFactors: ({ id }) => ownRows(factorsOfUser(id), ALL),
    apiKeys: ({ id }) => ownRows(apiKeysOf(id), ALL),
  },
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
    const { totp, passkeys, codesLeft } = await factorsOf(userId);
    const own = passkeys.map(({ id: _, ...passkey }) => ({ kind: "passkey", ...passkey }));
    return [...(totp ? [{ kind: "app", ...totp }] : []), ...own, { kind: "recovery codes", left: codesLeft }];
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
