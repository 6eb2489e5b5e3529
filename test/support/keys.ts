/** Creates API keys through the page, without scripts. */
import { expect } from "vitest";
import { parsePage } from "./parse-page";
import { form } from "./requests";
import type { Site } from "./site";

export const KEYS_PATH = "/admin/api-keys";

/** Creates a key with scopes such as "profiles:read" or "all". Send `headers` with its calls. */
export async function createKey(
  site: Site,
  headers: Record<string, string>,
  scopes: string[],
  { name = `for ${scopes.join(", ")}`, days = "90" } = {},
) {
  const fields = scopes.map((scope) => (scope === "all" ? ["all", "on"] : scope.split(":")) as [string, string]);
  const response = await form(site, KEYS_PATH, [["name", name], ["days", days], ...fields], { headers });
  const document = parsePage(await response.text());
  expect(response.status).toBe(200);
  const key = document.querySelector("[role=status] code")?.textContent ?? "";
  expect(key).toMatch(/^llk_[\w-]{40,}$/);
  return { key, headers: { Authorization: `Bearer ${key}` } };
}
