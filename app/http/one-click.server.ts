import { AppError } from "~/errors";
import { readForm } from "./form.server";

/** Accepts only one-click unsubscription by a mail program (RFC 8058 §3.2). Throws "invalid", "unsupported" for other requests. */
export async function requireOneClick(request: Request): Promise<void> {
  const { "List-Unsubscribe": listUnsubscribe = "" } = await readForm(request);
  // Trims, because some mail programs end the body with a line break.
  if (String(listUnsubscribe).trim() === "One-Click") return;
  throw new AppError("invalid", "Send List-Unsubscribe=One-Click, as RFC 8058 says.");
}
