/** The standard prompt of every task, in the order of the settings. */
import type { TextTask } from "~/models/ai/ask-text.server";
import { article } from "./article.server";
import { biography } from "./biography.server";
import { contribution } from "./contribution.server";
import { highlights } from "./highlights.server";
import { ideas } from "./ideas.server";
import { imagePrompt } from "./image-prompt.server";
import type { Prompt } from "./prompt.server";
import { references } from "./references.server";
import { research } from "./research.server";
import { seoTags } from "./seo-tags.server";

export const PROMPTS: Record<TextTask, Prompt> = {
  research,
  contribution,
  biography,
  highlights,
  references,
  ideas,
  article,
  imagePrompt,
  seoTags,
};
