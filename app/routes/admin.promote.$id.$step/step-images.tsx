import { FieldGroup } from "~/components/admin/field-group";
import { LIBRARY_GRID_CLASS } from "~/components/admin/library-cards";
import { Actions } from "~/components/admin/page-parts";
import { HintText } from "~/components/admin/text";
import { NoProviderNotice } from "~/components/admin/text-model-choice";
import { TextArea } from "~/components/forms/field";
import { Button } from "~/components/ui/button";
import type { Refusal } from "~/http/form.server";
import type { ProviderStatus } from "~/models/base/providers/status.server";
import { altField } from "~/models/editing/promotions/form";
import type { Promotion } from "~/models/editing/promotions/promotions.server";
import { featuredImage, hasFailed } from "~/models/editing/promotions/state";
import type { ImageProvider, TextProvider } from "~/services/ai-providers";
import { GeneratedImageCard } from "./generated-image-card";
import { ImageChoice } from "./image-choice";
import { TaskButton } from "./task-button";

interface Props {
  promotion: Promotion;
  providers: ProviderStatus<ImageProvider>[];
  /** The text providers that can write the image prompt. */
  writers: ProviderStatus<TextProvider>[];
  refusal: Refusal | undefined;
}

export function StepImages({ promotion, providers, writers, refusal }: Props) {
  const { state, id } = promotion;
  const { images, prompt, promptBy } = state;
  const articleImage = featuredImage(state);
  return (
    <>
      <FieldGroup title="Size and style">
        <ImageChoice state={state} providers={providers} />
        <NoProviderNotice providers={providers} id="no-image-key" />
        <NoProviderNotice providers={writers} />
        <Actions className="mb-4">
          <TaskButton promotion={promotion} task="imagePrompt" providers={writers} quiet>
            Generate AI Prompt
          </TaskButton>
          <HintText>The model describes an image for the first saved piece, in this style and size.</HintText>
        </Actions>
        <TextArea
          // The key replaces the field when a model wrote another prompt.
          key={promptBy}
          label="Image prompt"
          name="prompt"
          rows={5}
          required
          defaultValue={prompt}
          hint={
            hasFailed(promotion, "imagePrompt") && prompt
              ? "This is the earlier prompt. The last attempt had none."
              : undefined
          }
          error={refusal?.fieldErrors.prompt}
        />
        <Actions className="mb-4">
          <TaskButton
            promotion={promotion}
            task="images"
            providers={providers}
            missingKeyId="no-image-key"
            quiet={images.length > 0}
          >
            Generate Images
          </TaskButton>
          <HintText>You get one image for each saved piece.</HintText>
        </Actions>
      </FieldGroup>
      {images.length > 0 && (
        <section aria-labelledby="images">
          <h2 id="images">
            {hasFailed(promotion, "images") ? "Earlier images (the last attempt had none)" : "Images"}
          </h2>
          <ul className={LIBRARY_GRID_CLASS}>
            {images.map((image, index) => (
              <GeneratedImageCard
                key={image.id}
                image={image}
                index={index}
                promotionId={id}
                isFeatured={image.id === articleImage?.id}
                error={refusal?.fieldErrors[altField(image.id)]}
              />
            ))}
          </ul>
        </section>
      )}
      <Actions className="mt-4 mb-6">
        <Button type="submit" quiet={images.length === 0} name="go" value="4">
          Continue to Preview
        </Button>
        {images.length === 0 && <HintText>An article does not need an image.</HintText>}
      </Actions>
    </>
  );
}
