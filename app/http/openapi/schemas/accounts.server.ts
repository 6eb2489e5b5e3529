import { z } from "zod";
import { named, time } from "../operation.server";

const text = z.string();
const role = z.enum(["user", "editor", "admin"]);

export const Account = named(
  "Account",
  z.object({ id: text, email: text, firstName: text, lastName: text, role, isAuthenticated: z.literal(true) }),
);

export const SignInAnswer = z.object({ user: Account, message: text });

export const Message = z.object({ message: text });

export const User = named(
  "User",
  z.object({
    id: text,
    email: text,
    firstName: text,
    lastName: text,
    role,
    status: z.enum(["active", "disabled"]),
    signInMethod: z.enum(["none", "password", "google", "password and google"]),
    emailVerified: z.boolean(),
    createdAt: time,
    lastSignInAt: time.nullable(),
    submissions: z.int(),
    secondFactor: z.boolean(),
  }),
);
