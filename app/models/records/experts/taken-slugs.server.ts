import type { ExpertRow, Queryable } from "~/db.server";

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

/**
 * Deletes the present address of a profile that readers have never seen, before another address takes its place: a redirect
 * from it would tell the name under which the profile was prepared.
 */
export async function deleteUnseenSlug(
  tx: Queryable,
  { rowId, id, slug, state }: Pick<ExpertRow, "rowId" | "id" | "slug" | "state">,
): Promise<void> {
  if (state === "public") return;
  // A profile that was public before it became a draft is among the removals.
  const removal = tx.selectFrom("removals").select("id").where("id", "=", id);
  if (await removal.executeTakeFirst()) return;
  await tx.deleteFrom("slugs").where("slug", "=", slug).where("expertRowId", "=", rowId).execute();
}
