/** Converts names of fields to words, for sentences that people read. */

/** Returns the name of a field in words, in capitalised form: "Image URL" for `imageUrl`. */
export function fieldInWords(name: string): string {
  return capitalize(fieldWords(name));
}

export function fieldWords(name: string): string {
  const words = name.match(/[A-Z]?[^A-Z\W_]+|[A-Z]+/g) ?? [name];
  return words.map((word) => SPELLINGS[word.toLowerCase()] ?? word.toLowerCase()).join(" ");
}

const SPELLINGS: Record<string, string> = {
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

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Adds the field's name to a message that needs it, such as "This must be a text.", for people who see no form. */
export function withFieldName(message: string, fieldErrors: Record<string, string> = {}): string {
  const [field = "", fieldMessage] = Object.entries(fieldErrors)[0] ?? [];
  if (!field || fieldMessage !== message || !NEEDS_FIELD_NAME.test(message)) return message;
  return `${fieldInWords(field)}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

const NEEDS_FIELD_NAME = /^(This must|At most|At least)\b/;
