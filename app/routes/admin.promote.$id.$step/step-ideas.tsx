import { useEffect, useRef } from "react";
import { FieldGroup } from "~/components/admin/field-group";
import { Actions } from "~/components/admin/page-parts";
import { Hint, HintText } from "~/components/admin/text";
import { NoProviderNotice, TextModelChoice } from "~/components/admin/text-model-choice";
import type { ExpertMatch } from "~/components/admin/use-expert-matches";
import { TextArea } from "~/components/forms/field";
import { Button } from "~/components/ui/button";
import { Avatar } from "~/components/ui/image";
import type { Refusal } from "~/http/form.server";
import type { ProviderStatus } from "~/models/base/providers/status.server";
import type { Promotion } from "~/models/editing/promotions/promotions.server";
import { hasFailed } from "~/models/editing/promotions/state";
import type { ImageProvider, TextProvider } from "~/services/ai-providers";
import { ExpertFinder } from "./expert-finder";
import { PagesRead } from "./pages-read";
import { TaskButton } from "./task-button";

interface Props {
  promotion: Promotion;
  providers: ProviderStatus<TextProvider>[];
  search: string;
  matches: ExpertMatch[];
  imageProviders: ProviderStatus<ImageProvider>[];
  /** The addresses of the pages about the expert that the model will read. */
  knownUrls: string[];
  refusal: Refusal | undefined;
}

export function StepIdeas({ promotion, providers, imageProviders, search, matches, knownUrls, refusal }: Props) {
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
          hint="The subject of the articles. If you leave it empty, the model chooses."
        />
        <TextModelChoice providers={providers} provider={state.provider} model={state.model} />
        <NoProviderNotice providers={providers} />
        <Actions className="mb-4">
          <TaskButton promotion={promotion} task="ideas" providers={providers} quiet={ideas.length > 0}>
            {ideas.length > 0 ? "Generate other ideas" : "Generate Ideas"}
          </TaskButton>
          {ideas.length > 0 && <HintText>Selected ideas stay.</HintText>}
        </Actions>
        {ideas.length > 0 && (
          <fieldset className="mb-4 min-w-0">
            <legend className="mb-1.5 font-semibold">
              {hasFailed(promotion, "ideas") ? "Earlier ideas (the last attempt had none)" : "Select one or more"}
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
          <PagesRead promotion={promotion} knownUrls={knownUrls} error={errors.sourceUrls} />
          <NoProviderNotice providers={imageProviders} id="no-image-key" />
          <Actions className="mb-2">
            <TaskButton
              promotion={promotion}
              task="whole"
              providers={limitingProviders(providers, imageProviders)}
              missingKeyId="no-image-key"
            >
              Generate article and image
            </TaskButton>
            <Button type="submit" quiet name="go" value="2">
              Continue
            </Button>
          </Actions>
          <Hint className="mb-4">
            “Generate article and image” writes the selected ideas, saves them to the library, makes an image, and stops
            at the preview without publishing. “Continue” goes step by step.
          </Hint>
        </FieldGroup>
      )}
    </>
  );
}

/** Returns the providers that decide whether the button works, which needs both a text and an image provider. */
function limitingProviders(
  textProviders: ProviderStatus<string>[],
  imageProviders: ProviderStatus<string>[],
): ProviderStatus<string>[] {
  const canAsk = (providers: ProviderStatus<string>[]) => providers.some(({ missing }) => missing === "");
  return canAsk(textProviders) ? imageProviders : textProviders;
}

function Expert({
  promotion: { expert, expertName },
  error,
  ...search
}: Pick<Props, "promotion" | "search" | "matches"> & { error: string | undefined }) {
  const field = useRef<HTMLDivElement>(null);
  const previousId = useRef(expert?.id);
  // The pressed button was replaced, so its replacement gets the focus.
  useEffect(() => {
    if (previousId.current === expert?.id) return;
    previousId.current = expert?.id;
    field.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [expert?.id]);
  return (
    <div ref={field}>
      {expert ? (
        <div className={EXPERT_BOX_CLASS}>
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
          <ExpertFinder {...search} error={error} />
        </>
      )}
    </div>
  );
}

/** The CSS classes of the box with the portrait and name of an expert. */
export const EXPERT_BOX_CLASS =
  "chosen mb-4 flex items-center gap-3.5 [&>.face]:size-12 [&>.face]:flex-none [&>.face]:text-lg [&>button]:ml-auto";
