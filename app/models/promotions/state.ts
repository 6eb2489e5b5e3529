/** What a promotion holds: the wizard's state, step by step (decision D53). Shared by server and browser. */
import { ARTICLE_TYPES, DEFAULT_IMAGE_SIZE, IMAGE_MODELS, IMAGE_STYLES } from "~/models/ai/models";
import type { GeneratedImage } from "~/models/images/generate.server";
import type { ImageProvider, TextProvider } from "~/services/ai-providers";
import type { Idea } from "./writing.server";

/** What the steps are called in the progress bar, and above the page. */
export const STEPS = [
  { number: 1, label: "Expert and ideas", heading: "Select expert and generate ideas" },
  { number: 2, label: "Article", heading: "Create article" },
  { number: 3, label: "Images", heading: "Generate images" },
  { number: 4, label: "Publish", heading: "Preview and publish" },
] as const;
export type Step = (typeof STEPS)[number]["number"];

/** A text of the wizard on its way to an article. */
export interface Piece {
  id: string;
  content: string;
  /** Whom it is about: the name stays when that expert is gone. */
  expertId: string;
  expert: string;
  idea: Idea;
  provider: string;
  model: string;
  /** The library content it was saved as; "" when it was not saved. */
  contentId: string;
  /** Whether it was changed since it was written, or saved. */
  isChanged: boolean;
  /** What was chosen for publishing it. */
  onSite: boolean;
  linkFromProfile: boolean;
  /** Its article, once previewed or published. */
  article: { id: string; slug: string; title: string; isPublished: boolean } | null;
}

export interface ChosenIdea extends Idea {
  id: string;
  isChosen: boolean;
}

export interface MadeImage extends GeneratedImage {
  isSaved: boolean;
}

/** What a promotion can wait for. */
export const TASKS = ["ideas", "contents", "imagePrompt", "images"] as const;
export type Task = (typeof TASKS)[number];

/** The step that each task belongs to. */
export const STEP_OF: Record<Task, Step> = { ideas: 1, contents: 2, imagePrompt: 3, images: 3 };

/** In the place of a project's id: one that is made with the next piece that is saved (decision D57). */
export const NEW_PROJECT = "new";

export interface PromotionState {
  focus: string;
  /** Of ideas, of articles and of image prompts; the first provider that is set up when "". */
  provider: TextProvider | "";
  model: string;
  ideas: ChosenIdea[];
  /** One of ARTICLE_TYPES. */
  articleType: string;
  pieces: Piece[];
  /** The project that pieces are saved to; "" for none, NEW_PROJECT for one that is not made yet. */
  projectId: string;
  newProject: { name: string; description: string };
  imageProvider: ImageProvider | "";
  imageModel: string;
  size: string;
  style: string;
  prompt: string;
  /** The job that wrote the prompt last; "" for none. */
  promptBy: string;
  /** The newest first. */
  images: MadeImage[];
  /** Of the image that stands above the article; "" for the first that was made. */
  featuredId: string;
  /** The job that runs, or ran last; null for none. */
  job: { id: string; task: Task } | null;
  /** What was not made of what was asked for last, and why. */
  problems: string[];
}

export const EMPTY_STATE: PromotionState = {
  focus: "",
  provider: "",
  model: "",
  ideas: [],
  articleType: ARTICLE_TYPES[0].id,
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
  problems: [],
};

/** The furthest step that may be opened: what each needs is there (admin-side.md §2). */
export function furthestStep({ ideas, pieces }: PromotionState, hasExpert: boolean): Step {
  if (savedPieces(pieces).length > 0) return 4;
  return (hasExpert && ideas.some(({ isChosen }) => isChosen)) || pieces.length > 0 ? 2 : 1;
}

/** The image of the articles: the chosen one, else the first that was made. */
export function featuredImage({ images, featuredId }: PromotionState): MadeImage | undefined {
  return images.find(({ id }) => id === featuredId) ?? images.at(-1);
}

export function savedPieces(pieces: Piece[]): Piece[] {
  return pieces.filter(({ contentId }) => contentId !== "");
}

/** The chosen ideas that nothing was written of yet. */
export function unwrittenIdeas({ ideas, pieces }: PromotionState): ChosenIdea[] {
  const isOf = (idea: Idea) => (piece: Piece) =>
    piece.idea.title === idea.title && piece.idea.description === idea.description;
  return ideas.filter((idea) => idea.isChosen && !pieces.some(isOf(idea)));
}

/** What is typed and chosen in the wizard; whatever is left out stays as it was. */
export type Choices = Partial<
  Pick<
    PromotionState,
    | "focus"
    | "provider"
    | "model"
    | "articleType"
    | "projectId"
    | "newProject"
    | "imageProvider"
    | "imageModel"
    | "size"
    | "style"
    | "prompt"
    | "featuredId"
  > & {
    /** Ids of those that are ticked. */
    ideas: string[];
    /** Texts by the ids of their pieces. */
    pieces: Record<string, string>;
    /** Ids of pieces that go on the site, and of those that are linked from the profile. */
    onSite: string[];
    linkFromProfile: string[];
    /** Alternative texts by the ids of their pictures. */
    alts: Record<string, string>;
  }
>;

/** The state after what was typed and chosen. */
export function withChoices(state: PromotionState, choices: Choices): PromotionState {
  const { ideas, pieces, onSite, linkFromProfile, alts, imageProvider, ...same } = choices;
  const next: PromotionState = { ...state, ...same };
  if (ideas) next.ideas = state.ideas.map((idea) => ({ ...idea, isChosen: ideas.includes(idea.id) }));
  if (imageProvider !== undefined) {
    next.imageProvider = imageProvider;
    // Picking a provider selects its first model (admin-side.md §2, "Step 3").
    // A form says what it likes; the page shows it again beside the refusal.
    const models = imageProvider && Object.hasOwn(IMAGE_MODELS, imageProvider) ? IMAGE_MODELS[imageProvider] : [];
    if (!models.some(({ id }) => id === next.imageModel)) next.imageModel = models[0]?.id ?? "";
  }
  next.pieces = state.pieces.map((piece) => {
    const text = pieces?.[piece.id];
    return {
      ...piece,
      ...(text !== undefined && text !== piece.content && { content: text, isChanged: true }),
      ...(onSite && { onSite: onSite.includes(piece.id) }),
      ...(linkFromProfile && { linkFromProfile: linkFromProfile.includes(piece.id) }),
    };
  });
  next.images = state.images.map((image) => ({ ...image, alt: alts?.[image.id] ?? image.alt }));
  return next;
}
