/** Lists the choices for images and articles, in the specified order. Contains no server code. */
import { ARTICLE_TYPE_LABELS } from "~/subject/article-types";

export const IMAGE_SIZES = [
  { group: "Square", sizes: ["1080x1080"] },
  { group: "Portrait", sizes: ["1024x1792", "1080x1920"] },
  { group: "Landscape", sizes: ["1792x1024", "1280x720"] },
  { group: "Banner", sizes: ["1200x630", "1584x396"] },
] as const;
export const DEFAULT_IMAGE_SIZE = "1280x720";

export const IMAGE_STYLES = ["cinematic", "illustrative", "pop-culture", "minimalist", "documentary"] as const;

export const ARTICLE_TYPES = [
  { id: "expertise-tip", label: ARTICLE_TYPE_LABELS.tip },
  { id: "research-insight", label: ARTICLE_TYPE_LABELS.insight },
] as const;
