/** Defines the fields that the account forms share. */
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

/** Returns the schema of an email address, which is stored and compared trimmed and in lower case. */
export function emailField(message: string) {
  return z
    .string(message)
    .trim()
    .toLowerCase()
    .min(1, message)
    .max(254, "This email address is too long")
    .refine((email) => email === "" || z.email().safeParse(email).success, "Please enter a valid email address");
}

const personName = z
  .string(FILL_ALL)
  .trim()
  .min(1, FILL_ALL)
  .max(100, "At most 100 characters fit here")
  .refine((name) => !/[\p{Cc}\p{Cs}]/u.test(name), "This name contains characters that cannot be displayed");

export const Names = z.object({ firstName: personName, lastName: personName });

interface PasswordTexts {
  missing: string;
  short: string;
  different: string;
}

/** Returns the schemas of a new password and of its repetition, if a form asks for one. */
export function newPasswordFields({ missing, short, different }: PasswordTexts) {
  return {
    password: z
      .string(missing)
      .min(1, missing)
      .refine((password) => password === "" || [...password].length >= MIN_CHARACTERS, short),
    confirmPassword: z.string(different).optional(),
  };
}

const REGISTRATION_TEXTS: PasswordTexts = {
  missing: FILL_ALL,
  short: "Password must be at least 8 characters long",
  different: "Passwords do not match",
};

export const NewAccount = Names.extend({ email: emailField(FILL_ALL), ...newPasswordFields(REGISTRATION_TEXTS) });

export type NewAccountFields = z.output<typeof NewAccount>;

/** Parses the fields of a new account. Call `checkNewAccountPassword` afterwards. Throws "invalid". */
export function parseNewAccount(input: unknown): NewAccountFields {
  return parseFilled(NewAccount, input, FILL_ALL);
}

/** Checks a new password, which takes up to 0.1 s of processor time. Ask strangers the security question first. */
export async function checkNewAccountPassword(fields: NewAccountFields): Promise<void> {
  await checkNewPassword(fields, fields, REGISTRATION_TEXTS.different);
}

/** Checks that both entries of a new password are equal, and that it is hard to guess. Throws "invalid". */
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

/** Parses like `parse`, but reports missing fields before any other error. */
export function parseFilled<T extends z.ZodType>(schema: T, input: unknown, missing: string): z.output<T> {
  try {
    return parse(schema, input);
  } catch (error) {
    if (!(error instanceof AppError) || !Object.values(error.fieldErrors ?? {}).includes(missing)) throw error;
    throw new AppError("invalid", missing, error.fieldErrors);
  }
}
