import { AppError } from "~/errors";
import { readForm } from "./form.server";

/**
 * Reads the request of a mail program that ends mails by one click (RFC 8058 §3.2). Throws "invalid", "unsupported" for
 * anything else.
 */
export async function requireOneClick(request: Request): Promise<void> {
  const { "List-Unsubscribe": sent = "" } = await readForm(request);
  // Some end the body with a line end.
  if (String(sent).trim() === "One-Click") return;
  throw new AppError("invalid", "Send List-Unsubscribe=One-Click, as RFC 8058 says.");
}
