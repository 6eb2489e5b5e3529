/** Fields that the account forms share, and their rules. */
import { z } from "zod";
import type { UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { parse } from "~/models/base/input/validation.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { MIN_CHARACTERS, passwordProblem } from "./password-hashing.server";

export interface Caller {
  address: string;
  origin: string;
}

export const FILL_ALL = "Please fill in all required fields";

/** An e-mail address as it is stored and looked up: trimmed and lower case. */
export function emailField(missing: string) {
  return z
    .string(missing)
    .trim()
    .toLowerCase()
    .min(1, missing)
    .max(254, "This email address is too long")
    .refine((email) => email === "" || z.email().safeParse(email).success, "Please enter a valid email address");
}

const personName = z
  .string(FILL_ALL)
  .trim()
  .min(1, FILL_ALL)
  .max(100, "At most 100 characters fit here")
  .refine((name) => !/[\p{Cc}\p{Cs}]/u.test(name), "This name holds characters that cannot be shown");

export const Names = z.object({ firstName: personName, lastName: personName });

interface PasswordTexts {
  missing: string;
  short: string;
  different: string;
}

/** A new password and, where a form asks for it twice, its repetition. */
export function newPasswordFields({ missing, short, different }: PasswordTexts) {
  return {
    password: z
      .string(missing)
      .min(1, missing)
      .refine((password) => password === "" || [...password].length >= MIN_CHARACTERS, short),
    confirmPassword: z.string(different).optional(),
  };
}

const REGISTRATION: PasswordTexts = {
  missing: FILL_ALL,
  short: "Password must be at least 8 characters long",
  different: "Passwords do not match",
};

export const NewAccount = Names.extend({ email: emailField(FILL_ALL), ...newPasswordFields(REGISTRATION) });

export type NewAccountFields = z.output<typeof NewAccount>;

/** The fields of a new account; `checkNewAccountPassword` follows. Throws invalid. */
export function parseNewAccount(input: unknown): NewAccountFields {
  return parseFilled(NewAccount, input, FILL_ALL);
}

/** Takes up to 0.1 s of processor time: strangers answer the security question first. */
export async function checkNewAccountPassword(fields: NewAccountFields): Promise<void> {
  await checkNewPassword(fields, fields, REGISTRATION.different);
}

/** Checks what no schema can: both entries of a new password are equal, and a stranger would not guess it. */
export async function checkNewPassword(
  { password, confirmPassword }: { password: string; confirmPassword?: string },
  { email, firstName, lastName }: Pick<UserRow, "email" | "firstName" | "lastName">,
  different: string,
): Promise<void> {
  if (confirmPassword !== undefined && confirmPassword !== password) {
    throw new AppError("invalid", different, { confirmPassword: different });
  }
  const { siteName } = await siteSettings();
  const problem = await passwordProblem(password, [email, firstName, lastName, `${firstName} ${lastName}`, siteName]);
  if (problem) throw new AppError("invalid", problem, { password: problem });
}

/** `parse`, with the sentence for missing fields first: a form says that before anything else. */
export function parseFilled<T extends z.ZodType>(schema: T, input: unknown, missing: string): z.output<T> {
  try {
    return parse(schema, input);
  } catch (error) {
    if (!(error instanceof AppError) || !Object.values(error.fieldErrors ?? {}).includes(missing)) throw error;
    throw new AppError("invalid", missing, error.fieldErrors);
  }
}
