/** Checks one-time codes of an authenticator app (TOTP, RFC 6238): six digits, a new code every 30 seconds. */
import { z } from "zod";
import { db, type Queryable, readDb, type TotpRow, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { parse } from "~/models/base/input/validation.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { lazyPackage } from "~/services/lazy-package.server";
import { seal, unseal } from "~/services/secrets.server";
import { handleFactorAdded, handleFactorRemoved } from "./factor-changes.server";
import type { Caller } from "./input.server";
import { checkSession, type RecentUser } from "./sessions.server";

const otpauth = lazyPackage<typeof import("otpauth")>("otpauth");
const qrcode = lazyPackage<typeof import("qrcode")>("qrcode");

const PURPOSE = "totp";
/** Tolerates a clock that is wrong by so many steps (RFC 6238 §5.2). */
const WINDOW = 1;

/**
 * Creates a secret that becomes a second factor with the first code. Throws "conflict" if there is an app already.
 */
export async function beginTotp(user: RecentUser): Promise<void> {
  const now = new Date().toISOString();
  const row = { secret: seal(PURPOSE, new (otpauth().Secret)().base32), lastStep: 0, createdAt: now };
  const result = await db.transaction().execute(async (tx) => {
    await checkSession(tx, user);
    return tx
      .insertInto("totpSecrets")
      .values({ userId: user.id, ...row, confirmedAt: null, lastUsedAt: null })
      .onConflict((conflict) => conflict.column("userId").doUpdateSet(row).where("totpSecrets.confirmedAt", "is", null))
      .executeTakeFirstOrThrow();
  });
  if (result.numInsertedOrUpdatedRows === 0n) throw new AppError("conflict", "An authenticator app is set up already.");
}

export interface TotpSetup {
  secret: string; // In groups of four, for typing
  address: string; // otpauth://, for an app on the same device
  qr: { size: number; path: string }; // An SVG path over `size` squares each way
}

/** Returns the data that the app needs for its set-up; null before the set-up begins. */
export async function totpSetup(user: RecentUser): Promise<TotpSetup | null> {
  const row = await findTotp(readDb, user.id);
  const secret = row?.confirmedAt === null ? unseal(PURPOSE, row.secret)?.text : undefined;
  if (!secret) return null;
  const { siteName } = await siteSettings();
  const { TOTP } = otpauth();
  const address = new TOTP({ issuer: siteName, label: user.email, secret }).toString();
  return { secret: (secret.match(/.{1,4}/g) as string[]).join(" "), address, qr: qrCode(address) };
}

function qrCode(text: string): TotpSetup["qr"] {
  const { size, data } = qrcode().create(text).modules;
  const lines = Array.from({ length: size }, (_, y) => data.slice(y * size, (y + 1) * size).join(""));
  const runs = lines.flatMap((line, y) =>
    Array.from(line.matchAll(/1+/g), ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  );
  return { size, path: runs.join("") };
}

const Code = z.object({ code: z.string("Please enter the code that the app shows") });

/**
 * Makes the app a second factor with its first code. Returns recovery codes if there were none. Throws "invalid",
 * "conflict".
 */
export async function confirmTotp(user: RecentUser, input: unknown, caller: Caller): Promise<string[]> {
  const code = digitsOf(parse(Code, input).code);
  return db.transaction().execute(async (tx) => {
    const row = await findTotp(tx, user.id);
    if (row?.confirmedAt !== null) throw new AppError("conflict", "Please begin again: nothing is being set up.");
    const secret = unseal(PURPOSE, row.secret)?.text;
    const step = code && secret ? timeStep(secret, code) : null;
    if (step === null) {
      const message =
        "This is not the code that the app shows now. Please check that the clock of your device is right.";
      throw new AppError("invalid", message, { code: message });
    }
    await tx
      .updateTable("totpSecrets")
      .set({ confirmedAt: new Date().toISOString(), lastStep: step })
      .where("userId", "=", user.id)
      .execute();
    return handleFactorAdded(tx, user, "An authenticator app was added", caller);
  });
}

/** Removes the authenticator app. Throws "missing". */
export async function removeTotp(user: RecentUser, caller: Caller): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("totpSecrets")
      .where("userId", "=", user.id)
      .where("confirmedAt", "is not", null)
      .executeTakeFirstOrThrow();
    if (!numDeletedRows) throw new AppError("missing", "There is no authenticator app.");
    await handleFactorRemoved(tx, user, "The authenticator app was removed", caller);
  });
}

/** Returns the six digits of a typed text; null for any other text. */
export function digitsOf(typedText: string): string | null {
  const digits = typedText.replace(/[\s-]/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}

export type CodeResult = "right" | "wrong" | "used" | "unreadable";

/** Checks a code of six digits and uses it up. Of several simultaneous callers, only one gets "right". */
export async function consumeTotpCode(tx: Queryable, user: UserRow, code: string): Promise<CodeResult> {
  const row = await findTotp(tx, user.id);
  if (!row?.confirmedAt) return "wrong";
  const unsealedSecret = unseal(PURPOSE, row.secret);
  if (!unsealedSecret) return "unreadable";
  const step = timeStep(unsealedSecret.text, code);
  if (step === null) return "wrong";
  const secretChange = unsealedSecret.isOld ? { secret: seal(PURPOSE, unsealedSecret.text) } : {};
  const update = await tx
    .updateTable("totpSecrets")
    .set({ lastStep: step, lastUsedAt: new Date().toISOString(), ...secretChange })
    .where("userId", "=", user.id)
    .where("lastStep", "<", step)
    .executeTakeFirstOrThrow();
  return Number(update.numUpdatedRows) === 1 ? "right" : "used";
}

/** Returns the time step of a code; null if it belongs to none of the current steps. */
function timeStep(secret: string, token: string): number | null {
  const { TOTP } = otpauth();
  const timestamp = Date.now();
  const delta = new TOTP({ secret }).validate({ token, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ timestamp }) + delta;
}

function findTotp(tx: Queryable, userId: string): Promise<TotpRow | undefined> {
  return tx.selectFrom("totpSecrets").selectAll().where("userId", "=", userId).executeTakeFirst();
}
