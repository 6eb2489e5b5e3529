import type { Queryable } from "~/db.server";

/** Returns the taken slugs, including former ones and the addresses of the site's own pages. */
export async function takenSlugs(tx: Queryable, slugs: string[]): Promise<Set<string>> {
  const slugsInUse = new Set<string>();
  for (let index = 0; index < slugs.length; index += 1_000) {
    const batch = slugs.slice(index, index + 1_000);
    const rows = await tx.selectFrom("slugs").select("slug").where("slug", "in", batch).execute();
    const pages = await tx.selectFrom("pages").select("slug").where("slug", "in", batch).execute();
    for (const { slug } of [...rows, ...pages]) slugsInUse.add(slug);
  }
  return slugsInUse;
}
