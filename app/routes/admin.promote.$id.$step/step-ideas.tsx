import { useEffect, useRef } from "react";
import { FieldGroup } from "~/components/admin/field-group";
import { Actions } from "~/components/admin/page-parts";
import { Hint, HintText } from "~/components/admin/text";
import { NoKey, TextModelChoice } from "~/components/admin/text-model-choice";
import type { ExpertMatch } from "~/components/admin/use-expert-matches";
import { TextArea } from "~/components/forms/field";
import { Button } from "~/components/ui/button";
import { Avatar } from "~/components/ui/image";
import type { Refusal } from "~/http/form.server";
import type { ProviderStatus } from "~/models/base/providers/status.server";
import type { Promotion } from "~/models/editing/promotions/promotions.server";
import { hasFailed } from "~/models/editing/promotions/state";
import type { ImageProvider, TextProvider } from "~/services/ai-providers";
import { AskingButton } from "./asking-button";
import { ExpertFinder } from "./expert-finder";
import { PagesRead } from "./pages-read";

interface Props {
  promotion: Promotion;
  providers: ProviderStatus<TextProvider>[];
  search: string;
  matches: ExpertMatch[];
  imageProviders: ProviderStatus<ImageProvider>[];
  /** Pages about the expert that are read. */
  known: string[];
  refusal: Refusal | undefined;
}

export function StepIdeas({ promotion, providers, imageProviders, search, matches, known, refusal }: Props) {
  const { state } = promotion;
  const { ideas } = state;
  const errors = refusal?.fieldErrors ?? {};
  return (
    <>
      <FieldGroup title="Expert">
        <Expert promotion={promotion} search={search} matches={matches} error={errors.expert} />
      </FieldGroup>
      <FieldGroup title="Ideas">
        <TextArea
          label="Content focus"
          name="focus"
          rows={3}
          defaultValue={state.focus}
          error={errors.focus}
          hint="What the articles should be about. If empty, the model chooses."
        />
        <TextModelChoice providers={providers} provider={state.provider} model={state.model} />
        <NoKey providers={providers} />
        <Actions className="mb-4">
          <AskingButton promotion={promotion} task="ideas" providers={providers} quiet={ideas.length > 0}>
            {ideas.length > 0 ? "Generate other ideas" : "Generate Ideas"}
          </AskingButton>
          {ideas.length > 0 && <HintText>Selected ideas are kept.</HintText>}
        </Actions>
        {ideas.length > 0 && (
          <fieldset className="mb-4 min-w-0">
            <legend className="mb-1.5 font-semibold">
              {hasFailed(promotion, "ideas") ? "Ideas from before: the last try brought none" : "Select one or more"}
            </legend>
            {ideas.map(({ id, title, description, targetExpert, isChosen }) => (
              <div
                key={id}
                className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 border-t border-line py-3"
              >
                <input
                  type="checkbox"
                  className="mt-0.5 min-h-5 w-5"
                  id={id}
                  name="ideas[]"
                  value={id}
                  defaultChecked={isChosen}
                />
                <label className="[&>*]:block" htmlFor={id}>
                  <strong dir="auto">{title}</strong>
                  <span>{description}</span>
                  {targetExpert && <small className="text-muted">Suggested expert: {targetExpert}</small>}
                </label>
              </div>
            ))}
          </fieldset>
        )}
      </FieldGroup>
      {ideas.length > 0 && (
        <FieldGroup title="Article">
          <PagesRead promotion={promotion} known={known} error={errors.sourceUrls} />
          <NoKey providers={imageProviders} id="no-image-key" />
          <Actions className="mb-2">
            <AskingButton
              promotion={promotion}
              task="whole"
              providers={askableByBoth(providers, imageProviders)}
              noKey="no-image-key"
            >
              Article and image in one go
            </AskingButton>
            <Button type="submit" quiet name="go" value="2">
              Continue
            </Button>
          </Actions>
          <Hint className="mb-4">
            In one go, the selected ideas are written, saved to the library and illustrated, up to the preview: nothing
            is published. Continue goes step by step.
          </Hint>
        </FieldGroup>
      )}
    </>
  );
}

/** Returns attributes that disable the button unless both a text and an image provider work. */
function askableByBoth(texts: ProviderStatus<string>[], images: ProviderStatus<string>[]): ProviderStatus<string>[] {
  const canAsk = (providers: ProviderStatus<string>[]) => providers.some(({ missing }) => missing === "");
  return canAsk(texts) ? images : texts;
}

function Expert({
  promotion: { expert, expertName },
  error,
  ...found
}: Pick<Props, "promotion" | "search" | "matches"> & { error: string | undefined }) {
  const field = useRef<HTMLDivElement>(null);
  const shown = useRef(expert?.id);
  // The pressed button is gone: keyboard users go on from its replacement.
  useEffect(() => {
    if (shown.current === expert?.id) return;
    shown.current = expert?.id;
    field.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [expert?.id]);
  return (
    <div ref={field}>
      {expert ? (
        <div className={CHOSEN}>
          <Avatar className="size-12 flex-none" name={expert.name} image={expert.imageUrl} size={48} />
          <div>
            <strong dir="auto">{expert.name}</strong>
            <Hint dir="auto">{expert.title}</Hint>
          </div>
          <Button type="submit" quiet small name="expert" value="" aria-label="Change the expert">
            Change
          </Button>
        </div>
      ) : (
        <>
          {expertName && <Hint>{expertName} is no longer in the directory. Choose someone else.</Hint>}
          <ExpertFinder {...found} error={error} />
        </>
      )}
    </div>
  );
}

/** The face and name of the expert that something is about. */
export const CHOSEN =
  "chosen mb-4 flex items-center gap-3.5 [&>.face]:size-12 [&>.face]:flex-none [&>.face]:text-lg [&>button]:ml-auto";
