/** The steps of the submission form. They run in the browser with scripts, otherwise on the server. */
import { AppError } from "~/errors";
import { completeAddress, parseEnteredUrl } from "~/models/base/web/entered-url";

export interface SubmissionFields {
  name: string;
  title: string;
  categories: string[];
  longevityContribution: string;
  biography: string;
  referenceLinks: string[];
  submitterReason: string;
  /** A category or link that is chosen or typed, but not added yet. */
  category: string;
  newLink: string;
  /** The slug of the profile to change; "" for a new expert. */
  change: string;
  /** The time of the profile's version that the form was filled with; "" for a new expert. */
  basedOn: string;
}

export const NO_FIELDS: SubmissionFields = {
  name: "",
  title: "",
  categories: [],
  longevityContribution: "",
  biography: "",
  referenceLinks: [],
  submitterReason: "",
  category: "",
  newLink: "",
  change: "",
  basedOn: "",
};

export const INCOMPLETE = "Please fill in all required fields including at least one category.";
export const NO_WEBSITE = "Please add at least one official website.";
export const BAD_LINK = "Please enter a valid URL starting with http:// or https://";
export const REPEATED_LINK = "A link stands in the list twice. Please remove one of them.";
export const NOT_SIGNED_IN = "You need to be logged in to submit an expert. Redirecting to login...";
export const FAILED = "Failed to submit expert. Please try again.";

export const RECEIVED =
  "Thank you for submitting an expert to our directory. We'll review your submission and get back to you soon.";

const TITLES: Record<string, string> = {
  [INCOMPLETE]: "Missing Information",
  [NO_WEBSITE]: "Missing Official Website",
  [BAD_LINK]: "Invalid URL",
  [NOT_SIGNED_IN]: "Authentication Required",
};

export function refusalTitle(message: string): string {
  return Object.hasOwn(TITLES, message) ? (TITLES[message] as string) : "Submission Failed";
}

/** Limits in characters, the same as for an expert. */
export const LENGTHS = {
  name: 200,
  title: 300,
  longevityContribution: 10_000,
  biography: 100_000,
  submitterReason: 5_000,
} as const;

export const MAX_LINKS = 100;

/**
 * The limit of characters of a submission. The limits above with links of 2,048 add up to 320,300; the rest is for short fields and
 * line ends.
 */
export const SUBMISSION_CHARACTERS = 340_000;

/** Reads any input: missing fields become empty, and a single value a list of one. */
export function toFields(values: unknown): SubmissionFields {
  const fields = Object.entries(NO_FIELDS).map(([name, emptyValue]) => {
    const value = Object(values)[name] ?? emptyValue;
    if (!Array.isArray(emptyValue)) return [name, typeof value === "string" ? value : ""];
    return [name, [value].flat().filter((entry) => typeof entry === "string" && entry !== "")];
  });
  return Object.fromEntries(fields) as SubmissionFields;
}

export function fieldsIn(form: FormData): SubmissionFields {
  const names = new Set(form.keys());
  return toFields(
    Object.fromEntries(
      Array.from(names, (name) =>
        name.endsWith("[]") ? [name.slice(0, -2), form.getAll(name)] : [name, form.get(name)],
      ),
    ),
  );
}

export function isBlank(fields: SubmissionFields): boolean {
  return Object.entries(fields).every(([name, value]) => name === "change" || name === "basedOn" || value.length === 0);
}

export const INTENT = "intent";
export const ENTER = "enter";
export const KEEP = "keep";

type Step = (fields: SubmissionFields, argument: string) => SubmissionFields;

const STEPS: Record<string, Step> = {
  "add-category": (fields) => ({ ...fields, categories: withEntry(fields.categories, fields.category), category: "" }),
  "remove-category": (fields, key) => ({ ...fields, categories: fields.categories.filter((other) => other !== key) }),
  "add-link": (fields) => ({ ...fields, referenceLinks: [...fields.referenceLinks, checkedLink(fields)], newLink: "" }),
  "remove-link": (fields, link) => ({
    ...fields,
    referenceLinks: fields.referenceLinks.filter((other) => other !== link),
  }),
  [KEEP]: (fields) => fields,
  "start-over": ({ change, basedOn }) => ({ ...NO_FIELDS, change, basedOn }),
};

/** Returns the step of a button's value; null to submit. Enter adds a link that is still typed beside Add. */
export function stepOf(intent: unknown, fields: SubmissionFields): (() => SubmissionFields) | null {
  const text = String(intent ?? "");
  const end = text.search(/\s|$/);
  const [name, argument] = [text.slice(0, end), text.slice(end).replace(/^ /, "")];
  const stepName = name === ENTER && fields.newLink.trim() ? "add-link" : name;
  const step = Object.hasOwn(STEPS, stepName) ? STEPS[stepName] : undefined;
  return step ? () => step(fields, argument) : null;
}

/** Adds the category and link that are chosen or typed, but not added yet. Throws the errors of "add-link". */
export function withPendingEntries(fields: SubmissionFields): SubmissionFields {
  const fieldsWithCategory = fields.category ? (STEPS["add-category"] as Step)(fields, "") : fields;
  return fieldsWithCategory.newLink.trim() ? (STEPS["add-link"] as Step)(fieldsWithCategory, "") : fieldsWithCategory;
}

/** Returns a comparable spelling of an address; invalid ones stay unchanged. */
export function spelling(link: string): string {
  try {
    return new URL(link).href;
  } catch {
    return link;
  }
}

function withEntry(list: string[], entry: string): string[] {
  return entry && !list.includes(entry) ? [...list, entry] : list;
}

function checkedLink({ newLink, referenceLinks }: SubmissionFields): string {
  const url = parseEnteredUrl(completeAddress(newLink));
  if (!url || referenceLinks.some((other) => spelling(other) === spelling(url))) {
    throw new AppError("invalid", BAD_LINK, { referenceLinks: BAD_LINK });
  }
  return url;
}
