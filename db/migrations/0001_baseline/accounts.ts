import type { Kysely } from "kysely";

/** Creates accounts, their ways to sign in, and the keys of programs. */
export async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("email", "text", (c) => c.notNull().unique())
    .addColumn("emailVerifiedAt", "text")
    .addColumn("firstName", "text", (c) => c.notNull())
    .addColumn("lastName", "text", (c) => c.notNull())
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("passwordHash", "text")
    .addColumn("googleId", "text", (c) => c.unique())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .addColumn("lastSignInAt", "text")
    .addColumn("waitingMail", "text", (c) => c.notNull().defaultTo("daily"))
    .addColumn("waitingMailAt", "text")
    .execute();
  await db.schema.createIndex("usersByCreation").on("users").column("createdAt").execute();
  await db.schema.createIndex("usersByRole").on("users").column("role").execute();

  await db.schema
    .createTable("sessions")
    .addColumn("idHash", "text", (c) => c.primaryKey())
    .addColumn("userId", "text", (c) => c.references("users.id").onDelete("cascade"))
    .addColumn("data", "text", (c) => c.notNull())
    .addColumn("userAgent", "text", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("lastSeenAt", "text", (c) => c.notNull())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("sessionsByExpiry").on("sessions").column("expiresAt").execute();
  await db.schema.createIndex("sessionsOfUser").on("sessions").column("userId").execute();

  await db.schema
    .createTable("oneTimeTokens")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("purpose", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.references("users.id").onDelete("cascade"))
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addColumn("usedAt", "text")
    .execute();
  await db.schema.createIndex("oneTimeTokensByExpiry").on("oneTimeTokens").column("expiresAt").execute();
  await db.schema.createIndex("oneTimeTokensOfUser").on("oneTimeTokens").columns(["userId", "purpose"]).execute();

  await db.schema
    .createTable("totpSecrets")
    .addColumn("userId", "text", (c) => c.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("secret", "text", (c) => c.notNull())
    .addColumn("lastStep", "integer", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("confirmedAt", "text")
    .addColumn("lastUsedAt", "text")
    .execute();

  await db.schema
    .createTable("passkeys")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("publicKey", "text", (c) => c.notNull())
    .addColumn("counter", "integer", (c) => c.notNull())
    .addColumn("transports", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("lastUsedAt", "text")
    .execute();
  await db.schema.createIndex("passkeysOfUser").on("passkeys").column("userId").execute();

  await db.schema
    .createTable("recoveryCodes")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("usedAt", "text")
    .execute();
  await db.schema.createIndex("recoveryCodesOfUser").on("recoveryCodes").column("userId").execute();

  await db.schema
    .createTable("apiKeys")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull().unique())
    .addColumn("scope", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("lastUsedOn", "text")
    .addColumn("expiresAt", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await db.schema.createIndex("apiKeysInOrder").on("apiKeys").columns(["createdAt", "id"]).execute();
  await db.schema.createIndex("apiKeysOfUser").on("apiKeys").columns(["userId", "createdAt", "id"]).execute();
}
