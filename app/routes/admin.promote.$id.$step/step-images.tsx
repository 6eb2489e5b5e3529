import { FieldGroup } from "~/components/admin/field-group";
import { LIBRARY_GRID } from "~/components/admin/library-cards";
import { Actions } from "~/components/admin/page-parts";
import { HintText } from "~/components/admin/text";
import { NoKey } from "~/components/admin/text-model-choice";
import { TextArea } from "~/components/forms/field";
import { Button } from "~/components/ui/button";
import type { Refusal } from "~/http/form.server";
import type { ProviderStatus } from "~/models/base/providers/status.server";
import type { Promotion } from "~/models/editing/promotions/promotions.server";
import { featuredImage, hasFailed } from "~/models/editing/promotions/state";
import type { ImageProvider, TextProvider } from "~/services/ai-providers";
import { AskingButton } from "./asking-button";
import { ImageChoice } from "./image-choice";
import { MadeImageCard } from "./made-image-card";

interface Props {
  promotion: Promotion;
  providers: ProviderStatus<ImageProvider>[];
  /** The providers that can write the prompt. */
  writers: ProviderStatus<TextProvider>[];
  refusal: Refusal | undefined;
}

export function StepImages({ promotion, providers, writers, refusal }: Props) {
  const { state, id } = promotion;
  const { images, prompt, promptBy } = state;
  const featured = featuredImage(state);
  return (
    <>
      <FieldGroup title="Size and style">
        <ImageChoice state={state} providers={providers} />
        <NoKey providers={providers} id="no-image-key" />
        <NoKey providers={writers} />
        <Actions className="mb-4">
          <AskingButton promotion={promotion} task="imagePrompt" providers={writers} quiet>
            Generate AI Prompt
          </AskingButton>
          <HintText>Describes an image for the first saved piece, in this style and size.</HintText>
        </Actions>
        <TextArea
          // Another one that a model wrote takes its place.
          key={promptBy}
          label="Image prompt"
          name="prompt"
          rows={5}
          required
          defaultValue={prompt}
          hint={
            hasFailed(promotion, "imagePrompt") && prompt ? "From before: the last try brought no prompt." : undefined
          }
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
          <h2 id="images">
            {hasFailed(promotion, "images") ? "Images from before: the last try brought none" : "Images"}
          </h2>
          <ul className={LIBRARY_GRID}>
            {images.map((image, place) => (
              <MadeImageCard
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
