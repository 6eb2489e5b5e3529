/** JSON endpoints: one handler per method makes a resource route's loader and action. */
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { MEGABYTE, readJson } from "./body.server";
import { problemOf, statusOf } from "./problems.server";

/** A call of a JSON endpoint. */
export interface Call {
  request: Request;
  context: AppLoadContext;
  params: Record<string, string | undefined>;
  /** The address's `id`; "" where it has none. */
  id: string;
  url: URL;
  /** The address of the client. */
  address: string;
  /** Reads the JSON body, at most `limit` bytes (1 MB unless given). Throws AppError "tooLarge", "unsupported" or "invalid". */
  body(limit?: number): Promise<unknown>;
}

/** By method: each answers a call, a Response as it is, anything else as JSON with status 200. */
export type Handlers<C = Call> = {
  [method in "GET" | "POST" | "PUT" | "PATCH" | "DELETE"]?: (call: C) => Promise<unknown>;
};

/**
 * Makes loader and action of a resource route. Problems become `{ message, fieldErrors? }` with their status; an unexpected error
 * becomes a 500 without details.
 */
export function api(handlers: Handlers) {
  const answer = async (args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    try {
      const { method } = args.request;
      const handler = handlers[(method === "HEAD" ? "GET" : method) as keyof Handlers];
      if (!handler) throw new AppError("method", `This address does not answer ${method}.`);
      const result = await handler(callOf(args));
      return result instanceof Response ? result : json(result);
    } catch (error) {
      const response = problemResponse(error);
      if (response.status === 405) response.headers.set("Allow", Object.keys(handlers).join(", "));
      return response;
    }
  };
  return { loader: answer, action: answer };
}

function callOf({ request, context, params }: LoaderFunctionArgs | ActionFunctionArgs): Call {
  return {
    request,
    context,
    params,
    id: params.id ?? "",
    url: new URL(request.url),
    address: addressOf(context),
    body: (limit = MEGABYTE) => readJson(request, limit),
  };
}

export function json(value: unknown, init: ResponseInit = {}): Response {
  return Response.json(value ?? null, init);
}

export function created(value: unknown): Response {
  return json(value, { status: 201 });
}

function problemResponse(error: unknown): Response {
  if (error instanceof Response) return error;
  const problem = problemOf(error);
  if (problem) return json({ message: problem.message, fieldErrors: problem.fieldErrors }, statusOf(problem));
  log.error({ err: error }, "unexpected error");
  return json({ message: "Something went wrong on our side. Please try again." }, { status: 500 });
}

/** The address of the client; "unknown" under the development server. */
export function addressOf(context: AppLoadContext): string {
  return context.clientAddress ?? "unknown";
}
