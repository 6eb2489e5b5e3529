import { useNavigation } from "@remix-run/react";
import { Badge } from "~/components/admin/badge";
import { FieldGroup, PlainField } from "~/components/admin/field-group";
import { FluidImage } from "~/components/admin/fluid-image";
import { FRAME, LIBRARY_CARD, LIBRARY_GRID } from "~/components/admin/library-cards";
import { Actions, RowActions } from "~/components/admin/page-parts";
import { HintText } from "~/components/admin/text";
import { NoKey } from "~/components/admin/text-model-choice";
import { TextArea } from "~/components/forms/field";
import { Button, ButtonLink } from "~/components/ui/button";
import type { Refusal } from "~/http/form.server";
import { IMAGE_SIZES, IMAGE_STYLES } from "~/models/ai/models";
import type { ProviderStatus } from "~/models/ai/status.server";
import { ALT_LENGTH } from "~/models/images/rules";
import { labelOf } from "~/models/library/labels";
import { altField, imageModelField, promotionAddress } from "~/models/promotions/form";
import type { Promotion } from "~/models/promotions/promotions.server";
import { featuredImage, type MadeImage, type PromotionState } from "~/models/promotions/state";
import { type ImageProvider, PROVIDER_LABELS, type TextProvider } from "~/services/ai-providers";
import { AskingButton } from "./asking-button";

interface Props {
  promotion: Promotion;
  providers: ProviderStatus<ImageProvider>[];
  /** Who can write the prompt. */
  writers: ProviderStatus<TextProvider>[];
  refusal: Refusal | undefined;
}

export function StepImages({ promotion, providers, writers, refusal }: Props) {
  const { state, id } = promotion;
  const { images, prompt, promptBy } = state;
  const featured = featuredImage(state);
  return (
    <>
      <FieldGroup title="How they look">
        <ImageChoice state={state} providers={providers} />
        <NoKey providers={providers} id="no-image-key" />
        <NoKey providers={writers} />
        <Actions className="mb-4">
          <AskingButton promotion={promotion} task="imagePrompt" providers={writers} quiet>
            Generate AI Prompt
          </AskingButton>
          <HintText>Describes a picture for the first saved piece, in this style and size.</HintText>
        </Actions>
        <TextArea
          // Another one that a model wrote takes its place.
          key={promptBy}
          label="Image prompt"
          name="prompt"
          rows={5}
          required
          defaultValue={prompt}
          error={refusal?.fieldErrors.prompt}
        />
        <Actions className="mb-4">
          <AskingButton
            promotion={promotion}
            task="images"
            providers={providers}
            noKey="no-image-key"
            quiet={images.length > 0}
          >
            Generate Images
          </AskingButton>
          <HintText>One for each saved piece.</HintText>
        </Actions>
      </FieldGroup>
      {images.length > 0 && (
        <section aria-labelledby="images">
          <h2 id="images">Images</h2>
          <ul className={LIBRARY_GRID}>
            {images.map((image, place) => (
              <Made
                key={image.id}
                image={image}
                place={place}
                promotionId={id}
                isFeatured={image.id === featured?.id}
              />
            ))}
          </ul>
        </section>
      )}
      <Actions className="mt-4 mb-6">
        <Button type="submit" quiet={images.length === 0} name="go" value="4">
          Continue to Preview
        </Button>
        {images.length === 0 && <HintText>An article can do without an image.</HintText>}
      </Actions>
    </>
  );
}

/** The models of a provider are shown while it is chosen. */
const SHOWN_WITH = {
  openai: "not-group-has-[option[value=openai]:checked]/choice:hidden",
  replicate: "not-group-has-[option[value=replicate]:checked]/choice:hidden",
  stability: "not-group-has-[option[value=stability]:checked]/choice:hidden",
};

function ImageChoice({ state, providers }: { state: PromotionState; providers: Props["providers"] }) {
  const first = providers.find(({ isConfigured }) => isConfigured) ?? providers[0];
  const chosen = state.imageProvider || first?.provider;
  return (
    <div className="group/choice grid gap-x-4 sm:grid-cols-2">
      <PlainField>
        <label htmlFor="imageProvider">Image provider</label>
        <select
          id="imageProvider"
          name="imageProvider"
          defaultValue={chosen}
          onChange={({ currentTarget: { value, form } }) => {
            const models = form?.elements.namedItem(imageModelField(value));
            // Picking a provider selects its first model.
            if (models instanceof HTMLSelectElement) models.selectedIndex = 0;
          }}
        >
          {providers.map(({ provider, label, isConfigured }) => (
            <option key={provider} value={provider} disabled={!isConfigured}>
              {isConfigured ? label : `${label} (not set up)`}
            </option>
          ))}
        </select>
      </PlainField>
      {providers.map(({ provider, models }) => (
        <PlainField className={SHOWN_WITH[provider]} key={provider}>
          <label htmlFor={imageModelField(provider)}>Model of {PROVIDER_LABELS[provider]}</label>
          <select
            id={imageModelField(provider)}
            name={imageModelField(provider)}
            defaultValue={provider === chosen ? state.imageModel || undefined : undefined}
          >
            {models.map(({ id, label, replacement, last }) => (
              <option key={id} value={id}>
                {label}
                {last?.status === "gone" && replacement ? ` (gone; ${replacement} answers)` : ""}
              </option>
            ))}
          </select>
        </PlainField>
      ))}
      <PlainField>
        <label htmlFor="size">Size</label>
        <select id="size" name="size" defaultValue={state.size}>
          {IMAGE_SIZES.map(({ group, sizes }) => (
            <optgroup key={group} label={group}>
              {sizes.map((size) => (
                <option key={size} value={size}>
                  {size.replace("x", " × ")}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </PlainField>
      <PlainField>
        <label htmlFor="style">Visual style</label>
        <select id="style" name="style" defaultValue={state.style}>
          {IMAGE_STYLES.map((style) => (
            <option key={style} value={style}>
              {labelOf(style)}
            </option>
          ))}
        </select>
      </PlainField>
    </div>
  );
}

interface MadeProps {
  image: MadeImage;
  place: number;
  promotionId: string;
  isFeatured: boolean;
}

function Made({ image, place, promotionId, isFeatured }: MadeProps) {
  const { id, imageUrl, imagePrompt, provider, model, size, alt, expertName, isSaved } = image;
  const isSaving = useNavigation().formData?.get("picture") === id;
  const name = `image ${place + 1}, ${expertName || "no expert"}`;
  return (
    <li id={id} className={`${LIBRARY_CARD} border-line`}>
      <div className={FRAME}>
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
      />
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
          name="picture"
          value={id}
          disabled={isSaved}
          aria-disabled={isSaving || undefined}
          onClick={(event) => isSaving && event.preventDefault()}
          aria-label={isSaved ? `Saved! ${name}` : `Save to Library: ${name}`}
        >
          {isSaving ? "Saving…" : isSaved ? "Saved!" : "Save to Library"}
        </Button>
      </RowActions>
    </li>
  );
}
