import { ARTICLE_TYPES, DEFAULT_IMAGE_SIZE, IMAGE_STYLES } from "~/models/base/providers/choices";
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
  /** The id of its text in the library; "" while it is not saved. */
  contentId: string;
  /** The `updatedAt` of that text when it was saved from here; older promotions lack it. */
  savedAt?: string;
  /** The project that was chosen here when it was saved; "" for none. */
  savedInProject?: string;
  /** The id of the form that saved it. */
  savedByForm?: string;
  isChanged: boolean;
  onSite: boolean;
  linkFromProfile: boolean;
  /** SEO tags separated by commas; undefined until there are some. */
  tags?: string;
  /** `versions` are those of the fields that were last published from here; older promotions lack them. */
  article: {
    id: string;
    slug: string;
    title: string;
    isPublished: boolean;
    versions?: Record<string, string>;
  } | null;
  /** Pieces that were stored without evidence lack this field and the two after it. */
  sentences?: DraftSentence[];
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

/** The tasks of a job; "whole" writes and saves the article and generates its image. */
export const TASKS = ["ideas", "contents", "imagePrompt", "images", "whole"] as const;
export type Task = (typeof TASKS)[number];

/** The parts of the task "whole", in order. */
export const WHOLE_PARTS = ["contents", "imagePrompt", "images"] as const satisfies Task[];
export type WholePart = (typeof WHOLE_PARTS)[number];

/** The progress of the latest task "whole". */
export interface WholeProgress {
  /** The running part; after a failure, the part that failed. */
  part: WholePart | null;
  made: WholePart[];
  /** The ids of the texts that the task wrote. */
  pieces: string[];
}

export const NO_PROGRESS: WholeProgress = { part: null, made: [], pieces: [] };

export function isFailure(status: string): boolean {
  return ["error", "interrupted", "stopped"].includes(status);
}

/**
 * Tells whether the last job failed before it finished this task. What is shown of the task is then the result of an earlier
 * job.
 */
export function hasFailed(
  { job, state }: { job: { task: Task; status: string } | null; state: Pick<PromotionState, "whole"> },
  task: Task,
): boolean {
  if (!job || !isFailure(job.status)) return false;
  if (job.task !== "whole") return job.task === task;
  const order: readonly (Task | null)[] = WHOLE_PARTS;
  const failedIndex = order.indexOf(state.whole.part);
  return failedIndex >= 0 && order.indexOf(task) >= failedIndex;
}

export const STEP_OF: Record<Task, Step> = { ideas: 1, contents: 2, imagePrompt: 3, images: 3, whole: 1 };

export const NEW_PROJECT = "new";

export interface PromotionState {
  focus: string;
  /** The provider of ideas, articles and image prompts; "" stands for the first that is set up. */
  provider: TextProvider | "";
  model: string;
  ideas: ChosenIdea[];
  articleType: string;
  /** Pages to read, one address on each line. */
  sourceUrls: string;
  pieces: Piece[];
  /** The project for saved pieces; "" for none, NEW_PROJECT for the project in `newProject`. */
  projectId: string;
  newProject: { name: string; description: string };
  imageProvider: ImageProvider | "";
  imageModel: string;
  size: string;
  style: string;
  prompt: string;
  /** The id of the job that last wrote the prompt; "" for none. */
  promptBy: string;
  images: MadeImage[];
  /** The id of the image above the article; "" for the first that was generated. */
  featuredId: string;
  job: { id: string; task: Task } | null;
  whole: WholeProgress;
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
  whole: NO_PROGRESS,
  problems: [],
};

/** Returns the furthest step for which all data is there. */
export function furthestStep({ ideas, pieces }: PromotionState, hasExpert: boolean): Step {
  if (savedPieces(pieces).length > 0) return 4;
  return (hasExpert && ideas.some(({ isChosen }) => isChosen)) || pieces.length > 0 ? 2 : 1;
}

/** Returns the chosen image, else the first that was generated. */
export function featuredImage({ images, featuredId }: PromotionState): MadeImage | undefined {
  return images.find(({ id }) => id === featuredId) ?? images.at(-1);
}

export function savedPieces(pieces: Piece[]): Piece[] {
  return pieces.filter(({ contentId }) => contentId !== "");
}

export function unwrittenIdeas({ ideas, pieces }: PromotionState): ChosenIdea[] {
  const isAbout = (idea: Idea) => (piece: Piece) =>
    piece.idea.title === idea.title && piece.idea.description === idea.description;
  return ideas.filter((idea) => idea.isChosen && !pieces.some(isAbout(idea)));
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
    /** The alternative texts that the form showed. */
    shownAlts: Record<string, string>;
  }
>;

export function withChoices(state: PromotionState, choices: Choices): PromotionState {
  const {
    ideas,
    pieces,
    onSite,
    linkFromProfile,
    tags,
    alts,
    shownAlts: _shownAlts,
    imageProvider,
    ...directChoices
  } = choices;
  const nextState: PromotionState = { ...state, ...directChoices };
  if (ideas) nextState.ideas = state.ideas.map((idea) => ({ ...idea, isChosen: ideas.includes(idea.id) }));
  if (imageProvider !== undefined) {
    nextState.imageProvider = imageProvider;
    // Selects the first model of a new provider, because the form may still send a model of the former provider.
    const models =
      imageProvider && Object.hasOwn(imageProviders, imageProvider) ? imageProviders[imageProvider].models : [];
    if (!models.some(({ id }) => id === nextState.imageModel)) nextState.imageModel = models[0]?.id ?? "";
  }
  nextState.pieces = state.pieces.map((piece) => {
    const text = pieces?.[piece.id];
    const tagText = tags?.[piece.id] ?? piece.tags;
    return {
      ...piece,
      ...(text !== undefined && text !== piece.content && { content: text, isChanged: true }),
      ...((tagText || piece.tags !== undefined) && { tags: tagText }),
      ...(onSite && { onSite: onSite.includes(piece.id) }),
      ...(linkFromProfile && { linkFromProfile: linkFromProfile.includes(piece.id) }),
    };
  });
  nextState.images = state.images.map((image) => ({ ...image, alt: alts?.[image.id] ?? image.alt }));
  return nextState;
}
