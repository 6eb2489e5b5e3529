import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";

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
} satisfies Part;
