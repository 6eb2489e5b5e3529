import { z } from "zod";
import { AppError } from "~/errors";
import { normalizeProse } from "~/models/base/text/content-text";
import { completeAddress, parseEnteredUrl } from "~/models/base/web/entered-url";
import {
  BAD_LINK,
  INCOMPLETE,
  LENGTHS,
  MAX_LINKS,
  NO_WEBSITE,
  REPEATED_LINK,
  spelling,
} from "~/models/records/experts/submission-fields";
import { categoryByKey } from "~/models/records/listings/categories";
import { CONTRIBUTION_MISSING } from "~/subject/texts.server";

export type SuggestedFields = Omit<z.output<ReturnType<typeof submissionSchema>>, "submitterReason">;

const lengthMessage = (max: number) => `At most ${max.toLocaleString("en")} characters fit here.`;
const requiredText = (name: keyof typeof LENGTHS, message: string) =>
  z
    .string(message)
    .transform(tidy)
    .pipe(z.string().min(1, message).max(LENGTHS[name], lengthMessage(LENGTHS[name])));
const optionalText = (name: keyof typeof LENGTHS) =>
  z
    .string("This must be a text.")
    .nullish()
    .transform((text) => normalizeProse(text ?? ""))
    .pipe(z.string().max(LENGTHS[name], lengthMessage(LENGTHS[name])));
const isOneLine = (text: string) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

const MISSING = {
  name: "Please enter the expert's name.",
  title: "Please enter a professional title.",
  longevityContribution: CONTRIBUTION_MISSING,
  categories: "Please choose at least one category.",
};

/** Builds the schema of a submission. Links in `profileLinks` skip the check, because the profile has them as `label|url`. */
export function submissionSchema(profileLinks: string[]) {
  return z.object(
    {
      name: requiredText("name", MISSING.name).refine(isOneLine, "Please write the name in one line."),
      title: requiredText("title", MISSING.title).refine(isOneLine, "Please write the title in one line."),
      categories: z
        .array(z.string(), MISSING.categories)
        .transform((keys) => [...new Set(keys)])
        .pipe(z.array(z.string()).min(1, MISSING.categories))
        .refine((keys) => keys.every(categoryByKey), "Please choose categories from the list."),
      longevityContribution: requiredText("longevityContribution", MISSING.longevityContribution),
      biography: optionalText("biography"),
      referenceLinks: z
        .array(z.string(BAD_LINK), NO_WEBSITE)
        .transform((links) =>
          links.map((link) => (profileLinks.includes(link.trim()) ? link.trim() : completeAddress(link))),
        )
        .pipe(z.array(z.string()).min(1, NO_WEBSITE).max(MAX_LINKS, `At most ${MAX_LINKS} links fit here.`))
        .refine((links) => links.every((link) => parseEnteredUrl(link) || profileLinks.includes(link)), BAD_LINK)
        .refine((links) => !hasRepetition(links), REPEATED_LINK),
      submitterReason: optionalText("submitterReason"),
    },
    INCOMPLETE,
  );
}

/** Reads a submission and drops unknown fields; `profileLinks` are the links of the profile to change. Throws "invalid" with field errors. */
export function readSubmission(input: unknown, profileLinks: string[] = []) {
  const result = submissionSchema(profileLinks).safeParse(input);
  if (result.success) {
    const { submitterReason, ...fields } = result.data;
    return { fields, submitterReason };
  }
  const fieldErrors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) fieldErrors[String(path[0] ?? "")] ??= message;
  throw new AppError("invalid", summaryOf(fieldErrors), fieldErrors);
}

function summaryOf(fieldErrors: Record<string, string>): string {
  const isIncomplete = Object.entries(MISSING).some(([name, message]) => fieldErrors[name] === message);
  if (isIncomplete) return INCOMPLETE;
  if (fieldErrors.referenceLinks === NO_WEBSITE) return NO_WEBSITE;
  return Object.values(fieldErrors)[0] ?? INCOMPLETE;
}

/** Trims a text, and converts the CRLF that browsers send to LF. */
function tidy(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim();
}

function hasRepetition(links: string[]): boolean {
  return new Set(links.map(spelling)).size < links.length;
}
