import { redirect } from "@remix-run/node";

/** Redirects password managers to the password form (W3C, A Well-Known URL for Changing Passwords). */
export function loader() {
  return redirect("/account#password-section", { headers: { "Cache-Control": "no-store" } });
}
