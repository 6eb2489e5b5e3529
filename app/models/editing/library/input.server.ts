/** Defines the input that the library's calls share, and finds the expert whom an item is about. */
import { z } from "zod";
import type { Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { onOneLine } from "~/models/base/text/content-text";
import { sortName } from "~/models/base/text/names.server";

const expertName = z.string().overwrite(onOneLine).trim().max(500);
const reference = z.union([expertName, z.object({ id: z.string().max(100).optional(), name: expertName.optional() })]);

/** The fields that name the expert whom an item is about; the first field that names somebody counts. */
export const AboutExpert = {
  expertId: z.string().max(100).nullish(),
  expertName: expertName.nullish(),
  expert: reference.nullish(),
  experts: z.array(reference).max(100).nullish(),
};
type AboutExpert = z.output<z.ZodObject<typeof AboutExpert>>;

export const LabelKey = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,49}$/u, "This is not the name of a platform or content type.");

export const Selection = z.object({
  ids: z
    .array(z.string().max(100), "Please select at least one item.")
    .min(1, "Please select at least one item.")
    .max(500, "At most 500 can be deleted at once.")
    .transform((ids) => [...new Set(ids)]),
  force: z
    .unknown()
    .transform((value) => value === true || value === "1")
    .optional(),
});

/** Returns the expert of an item. A name need not be in the directory. Throws "invalid" for an unknown id without a name. */
export async function expertOf(
  tx: Queryable,
  { expertId, expertName, expert, experts }: AboutExpert,
): Promise<{ expertRowId: number | null; expertName: string }> {
  const references = [{ id: expertId, name: expertName }, asReference(expert), asReference(experts?.[0])];
  const { id, name } = references.find((candidate) => candidate?.id || candidate?.name) ?? {};
  const expertById = id ? await findById(tx, id) : undefined;
  if (expertById) return { expertRowId: expertById.rowId, expertName: expertById.name };
  if (!name) {
    if (!id) return { expertRowId: null, expertName: "" };
    throw new AppError("invalid", "There is no such expert.", { expert: "There is no such expert." });
  }
  const expertByName = await findByName(tx, name);
  return { expertRowId: expertByName?.rowId ?? null, expertName: expertByName?.name ?? name };
}

function asReference(expert: AboutExpert["expert"]) {
  return typeof expert === "string" ? { id: undefined, name: expert } : expert;
}

function findById(tx: Queryable, id: string) {
  return tx.selectFrom("experts").select(["rowId", "name"]).where("id", "=", id).executeTakeFirst();
}

/** Finds an expert by name if only one expert has the name. Accepts an id in place of a name. */
async function findByName(tx: Queryable, name: string) {
  const expertById = await findById(tx, name);
  if (expertById) return expertById;
  const rows = await tx
    .selectFrom("experts")
    .select(["rowId", "name"])
    .where("sortName", "=", sortName(name))
    .where("deletedAt", "is", null)
    .limit(2)
    .execute();
  return rows.length === 1 ? rows[0] : undefined;
}
