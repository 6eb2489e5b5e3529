/** References: sources without a quote, named by a DOI, an ISBN or an address. */
import { AppError } from "~/errors";
import { parseEnteredUrl } from "~/models/base/web/entered-url";
import { workUrl } from "~/models/base/web/work-addresses";
import type { NewEvidence } from "./evidence";
import type { SourceKind } from "./source-kinds";

export interface Reference {
  url?: string;
  doi?: string;
  isbn?: string;
  title: string;
  place?: string;
  sourceKind?: SourceKind | "";
}

/**
 * Returns evidence of a sentence that rests on this source, which somebody (`by`) checked at a time (`at`, ISO 8601).
 * Throws "invalid" for a malformed DOI, ISBN or address, or if all three are missing.
 */
export function referenceTo(
  { field, sentence }: Pick<NewEvidence, "field" | "sentence">,
  { title, place = "", sourceKind = "", ...identifiers }: Reference,
  { by, at }: { by: string; at: string },
): NewEvidence {
  if (!title) throw fieldError("title", "Please enter the title of the source.");
  const doi = identifiers.doi ? bareDoi(identifiers.doi) : "";
  if (doi === null) throw fieldError("doi", "A DOI begins with 10. and has a slash, such as 10.1038/366461a0.");
  const isbn = identifiers.isbn ? isbn13(identifiers.isbn) : "";
  if (isbn === null) throw fieldError("isbn", "This is not an ISBN: its last digit does not fit the others.");
  const url = identifiers.url ? parseEnteredUrl(identifiers.url) : addressOf(doi, isbn);
  if (!url)
    throw fieldError(
      "url",
      identifiers.url
        ? "Please enter an http or https address, without a note in it."
        : "Please enter an address, a DOI or an ISBN.",
    );
  const kind = sourceKind || (isbn ? "book" : doi ? "paper" : undefined);
  const details = { ...(doi && { doi }), ...(isbn && { isbn }), ...(place && { place }), ...(kind && { kind }) };
  const source = { url, title, retrievedAt: at, textHash: "", ...details };
  return {
    field,
    sentence,
    quote: "",
    context: "",
    source,
    status: "supported",
    keptBy: "",
    reason: "",
    kind: "reference",
    checkedBy: by,
  };
}

/**
 * Returns a DOI in small letters, also from its address; null for anything else (ISO 26324: 10., a registrant, a suffix).
 */
export function bareDoi(text: string): string | null {
  const bareText = text.trim().replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)/i, "");
  return /^10\.\d{4,9}\/\S+$/.test(bareText) ? bareText.toLowerCase() : null;
}

/** Returns an ISBN-10 or ISBN-13, with or without hyphens, as an ISBN-13; null if the check digit is wrong (ISO 2108). */
export function isbn13(text: string): string | null {
  const bareText = text.replace(/[\s‐-–-]|^ISBN(?:-1[03])?:?/gi, "").toUpperCase();
  if (/^\d{9}[\dX]$/.test(bareText)) {
    const sum = [...bareText].reduce(
      (total, digit, index) => total + (digit === "X" ? 10 : Number(digit)) * (10 - index),
      0,
    );
    const body = `978${bareText.slice(0, 9)}`;
    return sum % 11 === 0 ? body + checkDigit(body) : null;
  }
  return /^97[89]\d{10}$/.test(bareText) && checkDigit(bareText.slice(0, 12)) === bareText.at(-1) ? bareText : null;
}

function checkDigit(body: string): string {
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return String((10 - (sum % 10)) % 10);
}

/** Returns the page of a DOI, or for a book a page that leads to the catalogues of libraries. */
function addressOf(doi: string, isbn: string): string {
  if (doi) return workUrl({ doi, openalex: "" });
  return isbn && `https://en.wikipedia.org/wiki/Special:BookSources/${isbn}`;
}

function fieldError(field: string, message: string): AppError {
  return new AppError("invalid", message, { [field]: message });
}
