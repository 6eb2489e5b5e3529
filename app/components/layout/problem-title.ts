import { isRouteErrorResponse } from "@remix-run/react";

/** Returns the title and heading of a page that could not be shown. */
export function problemTitle(error: unknown): string {
  if (!isRouteErrorResponse(error) || error.status >= 500) return "Something went wrong";
  return error.status === 404 ? "404 Page Not Found" : "This cannot be done";
}
