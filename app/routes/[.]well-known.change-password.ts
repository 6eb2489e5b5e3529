import { redirect } from "@remix-run/node";

/** Leads password managers to the form (W3C, A Well-Known URL for Changing Passwords). */
export function loader() {
  return redirect("/account#password-section", { headers: { "Cache-Control": "no-store" } });
}
