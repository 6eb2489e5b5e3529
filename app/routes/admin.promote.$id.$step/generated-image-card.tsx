import { useNavigation } from "@remix-run/react";
import { FluidImage } from "~/components/admin/fluid-image";
import { FRAME_CLASS, LIBRARY_CARD_CLASS } from "~/components/admin/library-cards";
import { RowActions } from "~/components/admin/page-parts";
import { Badge, ErrorText } from "~/components/admin/text";
import { Button, ButtonLink } from "~/components/ui/button";
import { altField, promotionAddress } from "~/models/editing/promotions/form";
import type { MadeImage } from "~/models/editing/promotions/state";
import { ALT_LENGTH } from "~/models/records/images/rules";
import { PROVIDER_LABELS } from "~/services/ai-providers";

interface Props {
  image: MadeImage;
  index: number;
  promotionId: string;
  isFeatured: boolean;
  /** The reason why the alternative text was refused. */
  error: string | undefined;
}

/** Shows a generated image with its actions. */
export function GeneratedImageCard({ image, index, promotionId, isFeatured, error }: Props) {
  const { id, imageUrl, imagePrompt, provider, model, size, alt, expertName, isSaved } = image;
  const isSaving = useNavigation().formData?.get("saveImage") === id;
  const label = isSaving ? "Saving…" : isSaved ? "Saved!" : "Save to Library";
  const name = `image ${index + 1}, ${expertName || "no expert"}`;
  return (
    <li id={id} className={`${LIBRARY_CARD_CLASS} border-line`}>
      <div className={FRAME_CLASS}>
        <FluidImage image={{ imageUrl, alt: "", missing: false }} sizes="(min-width: 45rem) 20rem, 90vw" />
      </div>
      <h3 className="m-0">
        {expertName || "No expert"} {isFeatured && <Badge tone="gold">Featured image</Badge>}
      </h3>
      <small>
        {PROVIDER_LABELS[provider]}, {model}, {size.replace("x", " × ")}
      </small>
      <p className="flex-1 text-sm wrap-anywhere">{imagePrompt}</p>
      <label className="text-sm text-muted" htmlFor={altField(id)}>
        Alternative text
      </label>
      <textarea
        className="w-full px-2 py-1.5 text-sm"
        id={altField(id)}
        name={altField(id)}
        rows={2}
        defaultValue={alt}
        maxLength={ALT_LENGTH}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error && `${altField(id)}-error`}
      />
      {error && <ErrorText id={`${altField(id)}-error`}>{error}</ErrorText>}
      <RowActions>
        {!isFeatured && (
          <Button type="submit" quiet small name="feature" value={id} aria-label={`Use as featured image: ${name}`}>
            Use as featured image
          </Button>
        )}
        <ButtonLink
          quiet
          small
          href={imageUrl}
          target="_blank"
          rel="noopener"
          aria-label={`Open in a new tab: ${name}`}
        >
          Open
        </ButtonLink>
        <ButtonLink
          quiet
          small
          href={`${promotionAddress(promotionId)}/images/${id}`}
          download
          aria-label={`Download: ${name}`}
        >
          Download
        </ButtonLink>
        <Button
          type="submit"
          small
          name="saveImage"
          value={id}
          disabled={isSaved}
          aria-disabled={isSaving || undefined}
          onClick={(event) => isSaving && event.preventDefault()}
          aria-label={`${label}: ${name}`}
        >
          {label}
        </Button>
      </RowActions>
    </li>
  );
}
