/** Names of a call's fields in words, for sentences that people read. */

/** A field of a call as people call it: "Image URL" for `imageUrl`. */
export function fieldInWords(name: string): string {
  return startedLarge(inWords(name));
}

export function inWords(name: string): string {
  const words = name.match(/[A-Z]?[^A-Z\W_]+|[A-Z]+/g) ?? [name];
  return words.map((word) => NAMES[word.toLowerCase()] ?? word.toLowerCase()).join(" ");
}

const NAMES: Record<string, string> = {
  ai: "AI",
  csv: "CSV",
  doi: "DOI",
  id: "ID",
  ids: "IDs",
  openalex: "OpenAlex",
  orcid: "ORCID",
  ror: "ROR",
  seo: "SEO",
  url: "URL",
  urls: "URLs",
  wikidata: "Wikidata",
};

export function startedLarge(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Completes the message of a problem for people who see no form: "This must be a text." gets the name of its field. */
export function withItsField(message: string, fieldErrors: Record<string, string> = {}): string {
  const [field = "", fieldMessage] = Object.entries(fieldErrors)[0] ?? [];
  if (!field || fieldMessage !== message || !BESIDE_A_FIELD.test(message)) return message;
  return `${fieldInWords(field)}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

const BESIDE_A_FIELD = /^(This must|At most|At least)\b/;
