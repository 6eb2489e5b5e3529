/** Labels, excerpts and file names of the library. Shared by server and browser. */
import { capitalize } from "~/models/base/text/field-words";
import { countNoun } from "~/models/base/text/numbers";
import { articleTypeLabel } from "~/models/records/articles/fields";
import { SUBJECT_TIP } from "~/subject/article-types";
import { PREFIX } from "~/subject/names";

const LABELS: Record<string, string> = {
  article: "Article",
  facebook: "Facebook",
  instagram: "Instagram",
  linkedin: "LinkedIn",
  twitter: "Twitter",
  x: "X",
  newsletter: "Newsletter",
  "expertise-tip": articleTypeLabel("expertise-tip"),
  [SUBJECT_TIP]: articleTypeLabel("expertise-tip"),
  "research-insight": articleTypeLabel("research-insight"),
};

/** Returns the label of a platform or content type; an unlisted key is capitalised. */
export function labelOf(key: string): string {
  const label = Object.hasOwn(LABELS, key.toLowerCase()) ? LABELS[key.toLowerCase()] : undefined;
  return label ?? capitalize(key);
}

/** The lengths of excerpts on cards, in characters. */
export const CONTENT_EXCERPT = 150;
export const PROMPT_EXCERPT = 100;

/** Returns the text that stands for an image beside its picture. */
export function imageLabel({ imagePrompt, alt }: { imagePrompt: string; alt: string }): string {
  return excerptOf(imagePrompt, PROMPT_EXCERPT) || alt || "No prompt";
}

export function excerptOf(text: string, length: number): string {
  const characters = [
    ...text
      .slice(0, length * 4)
      .replace(/\s+/g, " ")
      .trim(),
  ];
  return characters.length > length ? `${characters.slice(0, length).join("").trimEnd()}…` : characters.join("");
}

export function contentName(expertName: string, text: string): string {
  const beginning = excerptOf(text.replace(/^[\s#*_>]+/, ""), 60);
  return expertName ? `${expertName}: ${beginning}` : beginning;
}

export function downloadName(id: string): string {
  return `${PREFIX}-image-${id}.png`;
}

export function textFileName(platform: string, contentType: string): string {
  return `${platform}-${contentType}.txt`.replace(/ /g, "-");
}

export function deletedText(kind: "content" | "images", count: number): string {
  if (kind === "content") return count === 1 ? "The content was deleted." : `${count} contents were deleted.`;
  return count === 1 ? "The image was deleted." : `${count} images were deleted.`;
}

export function movedText(count: number): string {
  if (count === 0) return "All of them were there already.";
  return countNoun(count, "text was moved.", "texts were moved.");
}

/** The names of a project's fields. */
export const PROJECT_LABELS = { name: "Name", description: "Purpose" };
