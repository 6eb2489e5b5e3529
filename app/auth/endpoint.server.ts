/** Describes a call of the JSON interface as one value: its description, its access, and its work. */
import type { z } from "zod";
import type { UserRow } from "~/db.server";
import { api, type Call, json, publicApi } from "~/http/api.server";
import { type Access, type Method, type Operation, register } from "~/http/openapi/operation.server";
import type { Admin, Editor } from "~/models/base/accounts/admin.server";
import type { RecentUser } from "~/models/base/accounts/sessions.server";
import { parse } from "~/models/base/input/validation.server";
import { requireAdmin, requireEditor, requireRecent, requireUser } from "./session.server";

/** The name and type of the caller, by the access of a call. */
interface Callers {
  public: unknown;
  user: { user: UserRow };
  owner: { user: UserRow };
  editor: { editor: Editor };
  admin: { admin: Admin };
}

type RecentCaller<C> = { [name in keyof C]: C[name] extends UserRow ? RecentUser<C[name]> : C[name] };

export type EndpointCall<A extends Access, R extends true | undefined, B extends z.ZodType | undefined> = Omit<
  Call,
  "body"
> &
  (R extends true ? RecentCaller<Callers[A]> : Callers[A]) & {
    /** The body as it was sent, after its schema accepted it. */
    body: B extends z.ZodType ? z.input<B> : undefined;
  };

interface EndpointOperation<A extends Access, R extends true | undefined, B extends z.ZodType | undefined>
  extends Operation {
  access: A;
  recent?: R;
  body?: B;
  /** A Response goes out unchanged, any other value as JSON with the operation's status. */
  handler(call: EndpointCall<A, R, B>): Promise<unknown>;
}

type AnyOperation = Operation & { handler(call: never): Promise<unknown> };

/** Returns the operation unchanged; TypeScript infers the handler's argument from its access and body. */
export function call<
  A extends Access,
  R extends true | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(operation: EndpointOperation<A, R, B>): AnyOperation {
  return operation;
}

/**
 * Makes a resource route's loader and action of its calls, and registers them for the OpenAPI document, the guide and the
 * scopes of keys.
 *
 * @param path Such as "/api/experts/{slug}"; a test compares it with the route's.
 */
export function endpoint(path: string, calls: { [method in Method]?: AnyOperation }) {
  const handlers = Object.entries(calls).map(([method, { handler, ...operation }]) => {
    register(`${method} ${path}`, operation);
    return [method, async (call: Call) => toResponse(operation, await handler(await checkCall(operation, call)))];
  });
  const isShared = Object.values(calls).some(({ cors }) => cors);
  return (isShared ? publicApi : api)(Object.fromEntries(handlers));
}

/** Checks who may make the call, then reads and checks its body. */
async function checkCall(
  { access, recent, body: schema, isCheckedLater, limit }: Operation,
  call: Call,
): Promise<never> {
  const caller = await callerOf(access, Boolean(recent), call);
  const body = schema ? await call.body(limit) : undefined;
  if (schema && !isCheckedLater) parse(schema, body);
  return { ...call, ...caller, body } as never;
}

async function callerOf(access: Access, recent: boolean, { request, context }: Call) {
  const user = await GUARDS[access](request, context);
  const admittedUser = user && recent ? await requireRecent(request, user) : user;
  return { [access === "owner" ? "user" : access]: admittedUser };
}

const GUARDS = {
  public: async () => null,
  user: requireUser,
  owner: requireUser,
  editor: requireEditor,
  admin: requireAdmin,
};

function toResponse({ status = 200 }: Operation, answer: unknown): Response {
  if (answer instanceof Response) return answer;
  return status === 204 ? new Response(null, { status }) : json(answer, { status });
}
