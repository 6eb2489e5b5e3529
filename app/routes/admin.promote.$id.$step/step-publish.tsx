import { Link, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { WRITING_PAIR } from "~/components/admin/article-text-field";
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
  /** Why no tags can be suggested; "" when they can. */
  noSuggestions: string;
  refusal: Refusal | undefined;
}

export function StepPublish({ promotion, previews, noSuggestions, refusal }: Props) {
  const { state, expert } = promotion;
  const hasNoNewImage = hasFailed(promotion, "images");
  const pieces = savedPieces(state.pieces);
  const featured = featuredImage(state);
  usePublishedToast(pieces);
  const published = pieces.map((piece) => (
    <Publishing
      key={piece.id}
      piece={piece}
      preview={previews.find(({ id }) => id === piece.id)}
      image={featured}
      noSuggestions={noSuggestions}
      title={expert?.id === piece.expertId ? expert.title : ""}
    />
  ));
  return (
    <>
      {/* Before the buttons that need it. */}
      {featured && (
        <TextArea
          label="Alternative text of the featured image"
          name={altField(featured.id)}
          rows={2}
          required
          defaultValue={featured.alt}
          maxLength={ALT_LENGTH}
          error={refusal?.fieldErrors[altField(featured.id)]}
          hint={`${hasNoNewImage ? "The image is from before: the last try brought none. " : ""}What it shows, for readers who cannot see it. Another image can be chosen in step 3.`}
        />
      )}
      {hasFailed(promotion, "contents") && <h2>Texts from before: the last try did not come to its end</h2>}
      {published}
    </>
  );
}

/** Says it when a piece was published since the page was there. */
function usePublishedToast(pieces: Piece[]) {
  const toast = useToast();
  const published = pieces.filter(({ article }) => article?.isPublished);
  const publishedIds = useRef(published.map(({ id }) => id));
  useEffect(() => {
    for (const { id, article } of published) {
      if (!publishedIds.current.includes(id)) toast({ title: "Article published", description: article?.title });
    }
    publishedIds.current = published.map(({ id }) => id);
  }, [published, toast]);
}

interface PublishingProps {
  piece: Piece;
  preview: PiecePreview | undefined;
  image: MadeImage | undefined;
  noSuggestions: string;
  /** The title of the expert. */
  title: string;
}

function Publishing({ piece, preview, image, noSuggestions, title }: PublishingProps) {
  const { id, content, idea } = piece;
  const { shown, failed, type } = useLivePreview(preview ?? { title: idea.title, html: "", minutes: 1 });
  return (
    <Panel id={id} className="mb-5 scroll-mt-4" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} dir="auto">
        {idea.title}
      </h2>
      <Standing article={piece.article} />
      <div className={`${WRITING_PAIR} [&_.prose_h2]:mt-5 [&_.prose_h2]:mb-0`}>
        <PiecePreviewBox piece={piece} shown={shown} failed={failed} image={image} title={title} />
        <TextArea
          label={`Text of ${idea.title}`}
          name={pieceField(id)}
          rows={18}
          required
          defaultValue={content}
          onInput={(event) => type(event.currentTarget.value)}
          hint="Markdown: the first line is the title."
        />
      </div>
      <RowActions className="mb-3 script:hidden">
        <Button type="submit" quiet small name="keep" value={id}>
          Update the preview
        </Button>
      </RowActions>
      <Field
        // Suggested tags replace what stands in the field.
        key={piece.tags}
        label={`SEO tags of ${idea.title}`}
        name={tagsField(id)}
        defaultValue={piece.tags ?? ""}
        hint={`Separated by commas, up to ${ARTICLE_RECORD.tags.entries}. They go into the published article.`}
        autoComplete="off"
      />
      <SuggestTags piece={piece} missing={noSuggestions} />
      <WebsitePublishing piece={piece} />
    </Panel>
  );
}

function SuggestTags({ piece: { id, idea }, missing }: { piece: Piece; missing: string }) {
  const isAsking = useNavigation().formData?.get("suggestTags") === id;
  const label = isAsking ? "Suggesting…" : "Suggest tags with AI";
  return (
    <RowActions className="mb-4.5">
      {missing ? (
        <Hint>No tags can be suggested. {missing}</Hint>
      ) : (
        <Button type="submit" quiet small name="suggestTags" value={id} aria-label={`${label}: ${idea.title}`}>
          {label}
        </Button>
      )}
    </RowActions>
  );
}

function Standing({ article }: Pick<Piece, "article">) {
  if (!article) return null;
  const { id, slug, title, isPublished } = article;
  return (
    <Notice role="status">
      {isPublished ? "Published: " : "A draft for the preview is there: "}
      <a href={`/articles/${slug}`} dir="auto">
        {title}
      </a>
      . <Link to={`/admin/articles/${id}`}>Edit the article</Link>
    </Notice>
  );
}
