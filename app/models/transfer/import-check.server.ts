/** What an import would do: every record is read, checked and compared with the directory before anything is written. */
import { z } from "zod";
import { type ExpertRow, readDb } from "~/db.server";
import { AppError } from "~/errors";
import { type Provenance, ProvenanceList, provenanceOf } from "~/models/ai/provenance.server";
import type { ExpertField } from "~/models/experts/fields";
import { labelsOf } from "~/models/experts/fields";
import { changesTo, recordOf } from "~/models/experts/record.server";
import { ExpertInput, sortName } from "~/models/experts/write.server";
import { parse } from "~/validation.server";
import { type ArticleStep, checkArticle } from "./import-articles.server";
import { LibraryCheck, type LibraryStep } from "./import-library.server";
import type { Found, Kind } from "./import-read.server";
import { recordIn } from "./import-table.server";

/** What is to be written, as it stands in the plan. */
export type Step =
  | { kind: "settings"; value: Record<string, string> }
  | { kind: "users"; value: z.output<typeof User> }
  | { kind: "submissions"; value: z.output<typeof Submission> }
  | ArticleStep
  | LibraryStep
  | ExpertStep;

export interface ExpertStep {
  kind: "experts";
  /** null for a new one. */
  rowId: number | null;
  /** What the change was made from: if it is another by then, nothing is imported. */
  updatedAt: string;
  record: Partial<ExpertInput>;
  origin: string;
  formerSlugs: string[];
  featuredPosition: number | null;
  /** Which fields a model wrote; null leaves what is known of them. */
  provenance: Provenance[] | null;
}

export interface Verdict {
  outcome: "new" | "changed" | "same" | "error";
  /** Whom or what it is about. */
  name: string;
  /** The fields that change, what is wrong, what was left out; "" for nothing to say. */
  detail: string;
  /** null when there is nothing to write. */
  step: Step | null;
}

const SAME = { outcome: "same", detail: "", step: null } as const;

const time = z.iso.datetime();
const short = z.string().max(500);
const User = z.object({
  email: z.email().max(254).toLowerCase(),
  emailVerifiedAt: time.nullable(),
  firstName: short,
  lastName: short,
  status: z.enum(["active", "disabled"]),
  createdAt: time,
});
const Submission = z.object({
  id: z.string().min(1).max(100),
  status: z.enum(["pending", "approved", "rejected"]),
  name: short,
  title: short,
  record: z.record(z.string(), z.unknown()),
  sentRecord: z.string().nullable().default(null),
  submitterName: short,
  submitterEmail: short,
  submitterReason: z.string().max(10_000),
  submittedAt: time,
  updatedAt: time,
  reviewNotes: z.string().max(10_000),
  reviewedAt: time.nullable(),
  changes: short.nullable(),
  expert: short.nullable(),
  provenance: ProvenanceList.default([]),
});
/** Compares the records of one file, one after the other; it remembers whom the file had before. */
export class Check {
  private readonly slugs = new Set<string>();
  private readonly people = new Set<string>();
  private readonly library = new LibraryCheck();
  /** @param namesakes how many rows of the file have a folded name; only tables need it. */
  constructor(private readonly namesakes: ReadonlyMap<string, number> = new Map()) {}

  /** What becomes of a record of an export. Nothing that is wrong with it throws. */
  async record({ kind, value }: Found): Promise<Verdict> {
    return this.settled(nameIn(value), () => this[kind](value));
  }

  /** What becomes of a row of a table. */
  async row(cells: string[], fields: (ExpertField | "")[]): Promise<Verdict> {
    const { record, notes, error } = recordIn(cells, fields);
    return this.settled(nameIn(record), async () => {
      if (error) throw new AppError("invalid", error);
      const verdict = await this.expert(record, {
        origin: "import",
        formerSlugs: [],
        featuredPosition: null,
        provenance: null,
      });
      return { ...verdict, detail: [verdict.detail, ...notes].filter(Boolean).join(" ") };
    });
  }

  private async settled(name: string, run: () => Promise<Verdict>): Promise<Verdict> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { outcome: "error", name, detail: error.message, step: null };
    }
  }

  private async settings(value: unknown): Promise<Verdict> {
    const given = parse(z.record(z.string(), z.string()), value);
    const rows = await readDb.selectFrom("settings").selectAll().execute();
    const stored = new Map(rows.map((row) => [row.key, row.value]));
    const changed = Object.keys(given).filter((key) => stored.get(key) !== given[key]);
    const name = "Site settings";
    if (changed.length === 0) return { ...SAME, name };
    return { outcome: "changed", name, detail: changed.join(", "), step: { kind: "settings", value: given } };
  }

  private async users(input: unknown): Promise<Verdict> {
    const value = parse(User, input);
    const known = await readDb.selectFrom("users").select("id").where("email", "=", value.email).executeTakeFirst();
    if (known) return { ...SAME, name: value.email };
    return { outcome: "new", name: value.email, detail: "", step: { kind: "users", value } };
  }

  private async submissions(input: unknown): Promise<Verdict> {
    const value = parse(Submission, input);
    const known = await readDb.selectFrom("submissions").select("id").where("id", "=", value.id).executeTakeFirst();
    if (known) return { ...SAME, name: value.name };
    return { outcome: "new", name: value.name, detail: "", step: { kind: "submissions", value } };
  }

  private async articles(input: unknown): Promise<Verdict> {
    return checkArticle(input);
  }

  private readonly images = (input: unknown): Promise<Verdict> => this.library.images(input);
  private readonly libraryProjects = (input: unknown): Promise<Verdict> => this.library.libraryProjects(input);
  private readonly libraryImages = (input: unknown): Promise<Verdict> => this.library.libraryImages(input);
  private readonly libraryContents = (input: unknown): Promise<Verdict> => this.library.libraryContents(input);

  private async experts(input: unknown): Promise<Verdict> {
    return this.expert(input as Partial<ExpertInput>, parse(ExpertExtras, input));
  }

  private async expert(
    given: Partial<ExpertInput>,
    extras: Pick<ExpertStep, "origin" | "formerSlugs" | "featuredPosition" | "provenance">,
  ): Promise<Verdict> {
    const { featured: _, ...record } = given;
    parse(Person, record);
    const row = await this.find(record);
    if (row?.deletedAt) throw new AppError("invalid", `${row.name} is in the trash.`);
    const name = record.name ?? row?.name ?? "";
    const shared = { kind: "experts", ...extras } as const;
    if (!row) {
      const { featured: _no, ...checked } = parse(ExpertInput, record);
      const step = { ...shared, rowId: null, updatedAt: "", record: checked };
      return { outcome: "new", name, detail: "", step };
    }
    const { slug: _slug, ...rest } = record;
    const changes = changesTo(recordOf(row), rest, { known: true });
    const fields = Object.keys(changes) as ExpertField[];
    const isNewlyFeatured = extras.featuredPosition !== null && row.featuredPosition === null;
    if (isNewlyFeatured) fields.push("featured");
    const isOtherwiseWritten = extras.provenance !== null && !(await isKnown(row.rowId, extras.provenance));
    if (fields.length === 0 && !isOtherwiseWritten) return { ...SAME, name };
    const step = { ...shared, rowId: row.rowId, updatedAt: row.updatedAt, record: changes };
    const detail = [labelsOf(fields), isOtherwiseWritten && "which texts AI wrote"].filter(Boolean).join("; ");
    return { outcome: "changed", name, detail, step };
  }

  /** Whom a record is about: by the address; without one by the name, with the title where several have that name. */
  private async find({ slug, name = "", title = "" }: Partial<ExpertInput>): Promise<ExpertRow | undefined> {
    if (slug) {
      if (this.slugs.has(slug)) throw new AppError("invalid", `The address ${slug} is in the file twice.`);
      this.slugs.add(slug);
      return readDb
        .selectFrom("slugs")
        .innerJoin("experts", "experts.rowId", "slugs.expertRowId")
        .selectAll("experts")
        .where("slugs.slug", "=", slug)
        .executeTakeFirst();
    }
    const folded = sortName(name);
    if (!folded) throw new AppError("invalid", "Please enter a name.");
    const person = `${folded}|${title.trim()}`;
    if (this.people.has(person)) throw new AppError("invalid", "The same name and title are in the file before.");
    this.people.add(person);
    const rows = await readDb
      .selectFrom("experts")
      .selectAll()
      .where("sortName", "=", folded)
      .where("deletedAt", "is", null)
      .limit(100)
      .execute();
    const same = rows.find((row) => row.title === title.trim());
    return same ?? (rows.length === 1 && this.namesakes.get(folded) === 1 ? rows[0] : undefined);
  }
}

/** What somebody is known by; the rest is checked when it is compared. */
const Person = z.object({
  name: z.string("Please enter a name.").trim().min(1, "Please enter a name."),
  title: z.string().optional(),
  slug: z.string().optional(),
});

const ExpertExtras = z.object({
  origin: z.string().max(50).default("import"),
  formerSlugs: z.array(z.string().max(80)).max(1_000).default([]),
  featuredPosition: z.number().int().positive().nullable().default(null),
  provenance: ProvenanceList.nullable().default(null),
});

/** Whether the same is known of the fields of an expert here. */
async function isKnown(expertRowId: number, given: Provenance[]): Promise<boolean> {
  const textOf = (list: Provenance[]) =>
    JSON.stringify(list.map(({ field, textHash }) => `${field} ${textHash}`).sort());
  return textOf(await provenanceOf({ expertRowId })) === textOf(given);
}

function nameIn(value: unknown): string {
  const { name, title, email } = Object(value) as Record<string, unknown>;
  return [name, title, email].find((text): text is string => typeof text === "string")?.slice(0, 200) ?? "";
}

/** The kinds in words, for "3 experts". */
export const KIND_NAMES: Record<Kind, string> = {
  settings: "settings",
  users: "accounts",
  experts: "experts",
  submissions: "submissions",
  articles: "articles",
  images: "pictures",
  libraryProjects: "library projects",
  libraryImages: "library pictures",
  libraryContents: "library texts",
};
