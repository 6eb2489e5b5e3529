import { ARTICLE_TYPES, DEFAULT_IMAGE_SIZE, IMAGE_STYLES } from "~/models/base/providers/models";
import type { GeneratedImage } from "~/models/editing/ai/generate-images.server";
import type { DraftSentence, FailedPage } from "~/models/records/provenance/sentences";
import { type ImageProvider, imageProviders, type TextProvider } from "~/services/ai-providers";
import type { Idea } from "./writing.server";

export const STEPS = [
  { number: 1, label: "Expert and ideas", heading: "Select expert and generate ideas" },
  { number: 2, label: "Article", heading: "Create article" },
  { number: 3, label: "Images", heading: "Generate images" },
  { number: 4, label: "Publish", heading: "Preview and publish" },
] as const;
export type Step = (typeof STEPS)[number]["number"];

export interface Piece {
  id: string;
  content: string;
  expertId: string;
  expert: string;
  idea: Idea;
  provider: string;
  model: string;
  contentId: string; // The library content it was saved as; "" when it was not saved
  isChanged: boolean;
  onSite: boolean;
  linkFromProfile: boolean;
  tags?: string; // SEO tags between commas; undefined until there are some
  article: { id: string; slug: string; title: string; isPublished: boolean } | null;
  sentences?: DraftSentence[]; // None of a piece from before there was evidence; so below
  notice?: string;
  failedPages?: FailedPage[];
}

export interface ChosenIdea extends Idea {
  id: string;
  isChosen: boolean;
}

export interface MadeImage extends GeneratedImage {
  isSaved: boolean;
}

/** "whole": the article and its image in one go, up to the preview. */
export const TASKS = ["ideas", "contents", "imagePrompt", "images", "whole"] as const;
export type Task = (typeof TASKS)[number];

/** The parts of "whole", in the order in which they are made. */
export const WHOLE_PARTS = ["contents", "imagePrompt", "images"] as const satisfies Task[];
export type WholePart = (typeof WHOLE_PARTS)[number];

/** The progress of the last go. */
export interface Whole {
  part: WholePart | null; // Asked for now; the one that failed once the job has ended
  made: WholePart[];
  pieces: string[]; // The ids of the texts that were written in it
}

export const NOTHING_MADE: Whole = { part: null, made: [], pieces: [] };

export function hasEndedBadly(status: string): boolean {
  return ["error", "interrupted", "stopped"].includes(status);
}

/**
 * Tells whether the last that was asked for is this, or needed it, and brought nothing: what is shown of it then is from
 * before.
 */
export function hasFailed(
  { job, state }: { job: { task: Task; status: string } | null; state: Pick<PromotionState, "whole"> },
  task: Task,
): boolean {
  if (!job || !hasEndedBadly(job.status)) return false;
  if (job.task !== "whole") return job.task === task;
  const order: readonly (Task | null)[] = WHOLE_PARTS;
  const failed = order.indexOf(state.whole.part);
  return failed >= 0 && order.indexOf(task) >= failed;
}

export const STEP_OF: Record<Task, Step> = { ideas: 1, contents: 2, imagePrompt: 3, images: 3, whole: 1 };

export const NEW_PROJECT = "new";

export interface PromotionState {
  focus: string;
  provider: TextProvider | ""; // Of ideas, of articles and of image prompts; the first provider that is set up when ""
  model: string;
  ideas: ChosenIdea[];
  articleType: string;
  sourceUrls: string; // Pages to read, one address on each line
  pieces: Piece[];
  projectId: string; // The project that pieces are saved to; "" for none, NEW_PROJECT for one that is not made yet
  newProject: { name: string; description: string };
  imageProvider: ImageProvider | "";
  imageModel: string;
  size: string;
  style: string;
  prompt: string;
  promptBy: string; // The job that wrote the prompt last; "" for none
  images: MadeImage[];
  featuredId: string; // Of the image that stands above the article; "" for the first that was made
  job: { id: string; task: Task } | null;
  whole: Whole;
  problems: string[];
}

export const EMPTY_STATE: PromotionState = {
  focus: "",
  provider: "",
  model: "",
  ideas: [],
  articleType: ARTICLE_TYPES[0].id,
  sourceUrls: "",
  pieces: [],
  projectId: "",
  newProject: { name: "", description: "" },
  imageProvider: "",
  imageModel: "",
  size: DEFAULT_IMAGE_SIZE,
  style: IMAGE_STYLES[0],
  prompt: "",
  promptBy: "",
  images: [],
  featuredId: "",
  job: null,
  whole: NOTHING_MADE,
  problems: [],
};

/** The furthest step with all its data. */
export function furthestStep({ ideas, pieces }: PromotionState, hasExpert: boolean): Step {
  if (savedPieces(pieces).length > 0) return 4;
  return (hasExpert && ideas.some(({ isChosen }) => isChosen)) || pieces.length > 0 ? 2 : 1;
}

/** The chosen image, else the first. */
export function featuredImage({ images, featuredId }: PromotionState): MadeImage | undefined {
  return images.find(({ id }) => id === featuredId) ?? images.at(-1);
}

export function savedPieces(pieces: Piece[]): Piece[] {
  return pieces.filter(({ contentId }) => contentId !== "");
}

export function unwrittenIdeas({ ideas, pieces }: PromotionState): ChosenIdea[] {
  const isOf = (idea: Idea) => (piece: Piece) =>
    piece.idea.title === idea.title && piece.idea.description === idea.description;
  return ideas.filter((idea) => idea.isChosen && !pieces.some(isOf(idea)));
}

export type Choices = Partial<
  Pick<
    PromotionState,
    | "focus"
    | "provider"
    | "model"
    | "articleType"
    | "sourceUrls"
    | "projectId"
    | "newProject"
    | "imageProvider"
    | "imageModel"
    | "size"
    | "style"
    | "prompt"
    | "featuredId"
  > & {
    ideas: string[];
    pieces: Record<string, string>;
    onSite: string[];
    linkFromProfile: string[];
    tags: Record<string, string>;
    alts: Record<string, string>;
  }
>;

export function withChoices(state: PromotionState, choices: Choices): PromotionState {
  const { ideas, pieces, onSite, linkFromProfile, tags, alts, imageProvider, ...same } = choices;
  const next: PromotionState = { ...state, ...same };
  if (ideas) next.ideas = state.ideas.map((idea) => ({ ...idea, isChosen: ideas.includes(idea.id) }));
  if (imageProvider !== undefined) {
    next.imageProvider = imageProvider;
    // A new provider selects its first model; a form may still send another.
    const models =
      imageProvider && Object.hasOwn(imageProviders, imageProvider) ? imageProviders[imageProvider].models : [];
    if (!models.some(({ id }) => id === next.imageModel)) next.imageModel = models[0]?.id ?? "";
  }
  next.pieces = state.pieces.map((piece) => {
    const text = pieces?.[piece.id];
    const tagged = tags?.[piece.id] ?? piece.tags;
    return {
      ...piece,
      ...(text !== undefined && text !== piece.content && { content: text, isChanged: true }),
      ...((tagged || piece.tags !== undefined) && { tags: tagged }),
      ...(onSite && { onSite: onSite.includes(piece.id) }),
      ...(linkFromProfile && { linkFromProfile: linkFromProfile.includes(piece.id) }),
    };
  });
  next.images = state.images.map((image) => ({ ...image, alt: alts?.[image.id] ?? image.alt }));
  return next;
}
