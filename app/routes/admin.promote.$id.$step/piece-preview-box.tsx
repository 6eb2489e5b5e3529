import { PREVIEW_BOX_CLASS } from "~/components/admin/article-text-field";
import { FluidImage } from "~/components/admin/fluid-image";
import { ErrorText, Hint } from "~/components/admin/text";
import { Avatar } from "~/components/ui/image";
import type { MadeImage, Piece } from "~/models/editing/promotions/state";
import { enlargeEmoji } from "./large-emoji";
import { EXPERT_BOX_CLASS } from "./step-ideas";
import type { useLivePreview } from "./use-live-preview";

interface Props extends Pick<ReturnType<typeof useLivePreview>, "shownPreview" | "hasFailed"> {
  piece: Piece;
  image: MadeImage | undefined;
  /** The title of the expert. */
  title: string;
}

/** Shows a piece with its image and expert as readers will see it. */
export function PiecePreviewBox({ piece: { expert, idea }, shownPreview, hasFailed, image, title }: Props) {
  return (
    <section aria-label={`Preview of ${idea.title}`} className={`${PREVIEW_BOX_CLASS} max-h-none!`}>
      <p className="page-title font-serif text-2xl leading-tight font-semibold">{shownPreview.title}</p>
      <Hint>{shownPreview.minutes} min read</Hint>
      {image && (
        <FluidImage
          image={{ ...image, missing: false }}
          sizes="(min-width: 60rem) 34rem, 90vw"
          className="h-auto w-full rounded-md object-contain"
        />
      )}
      {hasFailed && <ErrorText>The preview could not be updated. The next change tries again.</ErrorText>}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the Markdown renderer writes only allowed elements */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: enlargeEmoji(shownPreview.html) }} />
      <div className={EXPERT_BOX_CLASS}>
        <Avatar className="size-12 flex-none" name={expert} image={null} size={48} />
        <div>
          <strong>{expert}</strong>
          {title && <Hint dir="auto">{title}</Hint>}
        </div>
      </div>
    </section>
  );
}
