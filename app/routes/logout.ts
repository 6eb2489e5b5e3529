import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { signOut } from "~/auth/session.server";
import { log } from "~/log.server";

/** Signs out. A failure is only logged, and the reader stays signed in. */
export async function action({ request }: ActionFunctionArgs) {
  const headers = await signOut(request).catch((error) => log.error({ err: error }, "signing out failed"));
  return redirect("/", { status: 303, headers: headers ?? undefined });
}

/** Redirects a GET, which changes nothing. */
export async function loader() {
  return redirect("/");
}
