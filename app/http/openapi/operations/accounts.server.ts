import { z } from "zod";
import { named, type Operations, paged, Success, search, time } from "../operation.server";

const text = z.string();
const role = z.enum(["user", "editor", "admin"]);
const Account = named(
  "Account",
  z.object({ id: text, email: text, firstName: text, lastName: text, role, isAuthenticated: z.literal(true) }),
);
const signedIn = z.object({ user: Account, message: text });
const message = z.object({ message: text });

export const accounts: Operations = {
  "GET /api/auth/captcha": {
    summary: "A new security question; its token goes back as captchaExpected",
    access: "public",
    answer: z.object({ question: text, expected: text }),
  },
  "POST /api/auth/register": {
    summary: "Makes an account and signs in",
    access: "public",
    answer: signedIn,
    status: 201,
    problems: [409],
  },
  "POST /api/auth/login": {
    summary:
      "Signs in; the answer sets the session cookie. 401 with the code second_factor_required asks for the same call with a code",
    access: "public",
    answer: signedIn,
    problems: [401],
  },
  "GET /api/auth/passkey": {
    summary: "What a browser needs to sign in with a passkey (WebAuthn)",
    access: "public",
    query: z.object({ step: text.optional() }),
    answer: z.looseObject({ challenge: text, rpId: text }),
    problems: [503],
  },
  "POST /api/auth/passkey": {
    summary: "Signs in with a passkey alone",
    access: "public",
    answer: signedIn,
    problems: [401, 403, 503],
  },
  "GET /api/account/passkeys": {
    summary: "What a browser needs to make a passkey, within ten minutes of the sign-in",
    access: "user",
    answer: z.looseObject({ challenge: text }),
    problems: [403, 503],
  },
  "POST /api/account/passkeys": {
    summary: "Adds a passkey; the first second factor comes with recovery codes",
    access: "user",
    answer: z.object({ recoveryCodes: z.array(text) }),
    status: 201,
    problems: [403, 409, 503],
  },
  "POST /api/auth/logout": { summary: "Signs out", access: "public", answer: message },
  "POST /api/auth/forgot-password": {
    summary: "Mails a link to choose a new password; the answer is the same for an unknown address",
    access: "public",
    answer: message,
  },
  "POST /api/auth/reset-password": {
    summary: "Chooses a new password with the token of a mailed link",
    access: "public",
    answer: message,
  },
  "GET /api/auth/user": { summary: "Who is signed in", access: "user", answer: Account },
  "GET /api/auth/google": {
    summary: "A browser's way to Google",
    access: "public",
    query: z.object({ returnTo: text.optional() }),
    answer: null,
    status: 302,
  },
  "GET /api/auth/google/callback": {
    summary: "Where Google sends browsers",
    access: "public",
    answer: null,
    status: 302,
  },
  "GET /api/auth/orcid": {
    summary: "A browser's way to ORCID, to claim a profile",
    access: "public",
    query: z.object({ profile: text.describe("Its slug.") }),
    answer: null,
    status: 302,
    problems: [401, 404, 410],
  },
  "GET /api/auth/orcid/callback": {
    summary: "Where ORCID sends browsers",
    access: "public",
    answer: null,
    status: 302,
    problems: [400, 401],
  },
};

const User = named(
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

const Webhook = named(
  "Webhook",
  z.object({
    id: text,
    url: text,
    events: z.array(text),
    status: z.enum(["active", "off"]).describe("off after days of failed deliveries."),
    createdAt: time,
    nextAttemptAt: time.nullable().describe("null unless a delivery failed and waits."),
    deliveries: z.array(
      z.object({
        id: text,
        event: text,
        recordId: text,
        at: time,
        triedAt: time,
        attempts: z.int(),
        status: z.enum(["delivered", "failed", "given up"]),
        answer: text,
      }),
    ),
  }),
);

export const administration: Operations = {
  "GET /api/admin/users": {
    summary: "One page of the accounts",
    access: "admin",
    query: z.object({ ...paged(20), ...search }),
    answer: z.object({ users: z.array(User), total: z.int(), totalPages: z.int() }),
  },
  "POST /api/admin/users": { summary: "Invites somebody by mail", access: "admin", answer: User, status: 201 },
  "PATCH /api/admin/users/{id}": { summary: "Changes role and status", access: "admin", answer: User },
  "DELETE /api/admin/users/{id}": { summary: "Deletes an account", access: "admin", answer: Success },
  "GET /api/admin/webhooks": {
    summary: "The webhooks, each with its latest ten deliveries",
    access: "admin",
    answer: z.object({ webhooks: z.array(Webhook) }),
  },
  "POST /api/admin/webhooks": {
    summary: "Makes a webhook; its secret is given this once",
    access: "admin",
    answer: Webhook.extend({ secret: text }),
    status: 201,
  },
  "DELETE /api/admin/webhooks/{id}": { summary: "Deletes a webhook", access: "admin", answer: Success },
  "POST /api/admin/webhooks/{id}/test": {
    summary: "Sends the event ping at once; success switches a webhook on again",
    access: "admin",
    answer: z.object({ delivered: z.boolean(), answer: text }),
  },
  "GET /api/admin/export-database": {
    summary: "The whole database as a JSON file, without passwords",
    access: "admin",
    answer: z.looseObject({}),
  },
};

export const interfaceItself: Operations = {
  "GET /api/openapi.json": {
    summary: "The description of all calls by OpenAPI 3.1",
    access: "public",
    answer: z.looseObject({ openapi: z.string() }),
  },
};
