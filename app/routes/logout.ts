import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { signOut } from "~/auth/session.server";
import { log } from "~/log.server";

/** The Sign Out button. A failure is only logged; the reader stays signed in. */
export async function action({ request }: ActionFunctionArgs) {
  const headers = await signOut(request).catch((error) => log.error({ err: error }, "signing out failed"));
  return redirect("/", { status: 303, headers: headers ?? undefined });
}

/** Following a link changes nothing. */
export async function loader() {
  return redirect("/");
}
