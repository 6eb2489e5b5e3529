import { Link, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { TEXT_AND_PREVIEW_CLASS } from "~/components/admin/article-text-field";
import { RowActions } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { Field, TextArea } from "~/components/forms/field";
import { Button } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { Panel } from "~/components/ui/panel";
import { useToast } from "~/components/ui/toast";
import type { Refusal } from "~/http/form.server";
import { altField, pieceField, tagsField } from "~/models/editing/promotions/form";
import type { PiecePreview } from "~/models/editing/promotions/pages.server";
import type { Promotion } from "~/models/editing/promotions/promotions.server";
import { featuredImage, hasFailed, type MadeImage, type Piece, savedPieces } from "~/models/editing/promotions/state";
import { ARTICLE_RECORD } from "~/models/records/articles/fields";
import { ALT_LENGTH } from "~/models/records/images/rules";
import { PiecePreviewBox } from "./piece-preview-box";
import { useLivePreview } from "./use-live-preview";
import { WebsitePublishing } from "./website-publishing";

interface Props {
  promotion: Promotion;
  previews: PiecePreview[];
  /** The reason why no tags can be suggested; "" if they can. */
  suggestionsProblem: string;
  refusal: Refusal | undefined;
}

export function StepPublish({ promotion, previews, suggestionsProblem, refusal }: Props) {
  const { state, expert } = promotion;
  const hasNoNewImage = hasFailed(promotion, "images");
  const pieces = savedPieces(state.pieces);
  const articleImage = featuredImage(state);
  usePublishedToast(pieces);
  const panels = pieces.map((piece) => (
    <PiecePublishing
      key={piece.id}
      piece={piece}
      preview={previews.find(({ id }) => id === piece.id)}
      image={articleImage}
      suggestionsProblem={suggestionsProblem}
      refusal={refusal}
      title={expert?.id === piece.expertId ? expert.title : ""}
    />
  ));
  return (
    <>
      {/* The field stands before the buttons that require it. */}
      {articleImage && (
        <TextArea
          label="Alternative text of the featured image"
          name={altField(articleImage.id)}
          rows={2}
          required
          defaultValue={articleImage.alt}
          maxLength={ALT_LENGTH}
          error={refusal?.fieldErrors[altField(articleImage.id)]}
          hint={`${hasNoNewImage ? "This is the earlier image. The last attempt had none. " : ""}Describe the image to readers who cannot see it. You can choose another image in step 3.`}
        />
      )}
      {hasFailed(promotion, "contents") && <h2>Earlier texts (the last attempt did not finish)</h2>}
      {panels}
    </>
  );
}

/** Shows a toast when a piece was published after the page was loaded. */
function usePublishedToast(pieces: Piece[]) {
  const toast = useToast();
  const publishedPieces = pieces.filter(({ article }) => article?.isPublished);
  const publishedIds = useRef(publishedPieces.map(({ id }) => id));
  useEffect(() => {
    for (const { id, article } of publishedPieces) {
      if (!publishedIds.current.includes(id)) toast({ title: "Article published", description: article?.title });
    }
    publishedIds.current = publishedPieces.map(({ id }) => id);
  }, [publishedPieces, toast]);
}

interface PiecePublishingProps {
  piece: Piece;
  preview: PiecePreview | undefined;
  image: MadeImage | undefined;
  suggestionsProblem: string;
  refusal: Refusal | undefined;
  /** The title of the expert. */
  title: string;
}

function PiecePublishing({ piece, preview, image, suggestionsProblem, refusal, title }: PiecePublishingProps) {
  const { id, content, idea } = piece;
  const { shownPreview, hasFailed, updateText } = useLivePreview(
    preview ?? { title: idea.title, html: "", minutes: 1 },
  );
  return (
    <Panel id={id} className="mb-5 scroll-mt-4" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} dir="auto">
        {idea.title}
      </h2>
      <ArticleNotice article={piece.article} />
      <div className={`${TEXT_AND_PREVIEW_CLASS} [&_.prose_h2]:mt-5 [&_.prose_h2]:mb-0`}>
        <PiecePreviewBox piece={piece} shownPreview={shownPreview} hasFailed={hasFailed} image={image} title={title} />
        <TextArea
          label={`Text of ${idea.title}`}
          name={pieceField(id)}
          rows={18}
          required
          defaultValue={content}
          onInput={(event) => updateText(event.currentTarget.value)}
          error={refusal?.fieldErrors[pieceField(id)]}
          hint="The text is Markdown, and its first line is the title."
        />
      </div>
      <RowActions className="mb-3 script:hidden">
        <Button type="submit" quiet small name="keep" value={id}>
          Update the preview
        </Button>
      </RowActions>
      <Field
        // The key replaces the field when tags were suggested.
        key={piece.tags}
        label={`SEO tags of ${idea.title}`}
        name={tagsField(id)}
        defaultValue={piece.tags ?? ""}
        hint={`Up to ${ARTICLE_RECORD.tags.entries}. Separate them with commas. The published article has these tags.`}
        autoComplete="off"
      />
      <SuggestTags piece={piece} problem={suggestionsProblem} />
      <WebsitePublishing piece={piece} />
    </Panel>
  );
}

function SuggestTags({ piece: { id, idea }, problem }: { piece: Piece; problem: string }) {
  const isAsking = useNavigation().formData?.get("suggestTags") === id;
  const label = isAsking ? "Suggesting…" : "Suggest tags with AI";
  return (
    <RowActions className="mb-4.5">
      {problem ? (
        <Hint>AI cannot suggest tags. {problem}</Hint>
      ) : (
        <Button type="submit" quiet small name="suggestTags" value={id} aria-label={`${label}: ${idea.title}`}>
          {label}
        </Button>
      )}
    </RowActions>
  );
}

function ArticleNotice({ article }: Pick<Piece, "article">) {
  if (!article) return null;
  const { id, slug, title, isPublished } = article;
  return (
    <Notice role="status">
      {isPublished ? "Published: " : "Draft for the preview: "}
      <a href={`/articles/${slug}`} dir="auto">
        {title}
      </a>
      . <Link to={`/admin/articles/${id}`}>Edit the article</Link>
    </Notice>
  );
}
