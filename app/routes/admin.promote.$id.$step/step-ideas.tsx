import { useEffect, useRef } from "react";
import { NoKey, TextModelChoice } from "~/components/admin/text-model-choice";
import type { ExpertMatch } from "~/components/admin/use-expert-matches";
import { TextArea } from "~/components/forms/field";
import { Avatar } from "~/components/ui/avatar";
import { Button } from "~/components/ui/button";
import type { Refusal } from "~/http/form.server";
import type { ProviderStatus } from "~/models/ai/status.server";
import type { Promotion } from "~/models/promotions/promotions.server";
import type { TextProvider } from "~/services/ai-providers";
import { AskingButton } from "./asking-button";
import { ExpertFinder } from "./expert-finder";

interface Props {
  promotion: Promotion;
  providers: ProviderStatus<TextProvider>[];
  search: string;
  matches: ExpertMatch[];
  refusal: Refusal | undefined;
}

/** Step 1: an expert, and ideas for articles about them (rows PW02 to PW04). */
export function StepIdeas({ promotion, providers, search, matches, refusal }: Props) {
  const { state } = promotion;
  const { ideas } = state;
  const errors = refusal?.fieldErrors ?? {};
  return (
    <>
      <fieldset className="group">
        <legend>Expert</legend>
        <Expert promotion={promotion} search={search} matches={matches} error={errors.expert} />
      </fieldset>
      <fieldset className="group">
        <legend>Ideas</legend>
        <TextArea
          label="Content focus"
          name="focus"
          rows={3}
          defaultValue={state.focus}
          error={errors.focus}
          hint="What the articles are to be about; without it the model chooses."
        />
        <TextModelChoice providers={providers} provider={state.provider} model={state.model} />
        <NoKey providers={providers} />
        <p className="actions">
          <AskingButton promotion={promotion} task="ideas" providers={providers} quiet={ideas.length > 0}>
            {ideas.length > 0 ? "Generate other ideas" : "Generate Ideas"}
          </AskingButton>
          {ideas.length > 0 && <span className="hint">Selected ones stay.</span>}
        </p>
        {ideas.length > 0 && (
          <fieldset className="ideas">
            <legend>Select one or more</legend>
            {ideas.map(({ id, title, description, targetExpert, isChosen }) => (
              <div key={id} className="idea">
                <input type="checkbox" id={id} name="ideas[]" value={id} defaultChecked={isChosen} />
                <label htmlFor={id}>
                  <strong>{title}</strong>
                  <span>{description}</span>
                  {targetExpert && <small>Suggested expert: {targetExpert}</small>}
                </label>
              </div>
            ))}
          </fieldset>
        )}
      </fieldset>
      {ideas.length > 0 && (
        <p className="actions">
          <Button type="submit" name="go" value="2">
            Continue
          </Button>
        </p>
      )}
    </>
  );
}

function Expert({
  promotion: { expert, expertName },
  error,
  ...found
}: Pick<Props, "promotion" | "search" | "matches"> & { error: string | undefined }) {
  const field = useRef<HTMLDivElement>(null);
  const shown = useRef(expert?.id);
  // What was pressed is gone: who works by keyboard goes on from what took its place.
  useEffect(() => {
    if (shown.current === expert?.id) return;
    shown.current = expert?.id;
    field.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [expert?.id]);
  return (
    <div ref={field}>
      {expert ? (
        <div className="chosen">
          <Avatar name={expert.name} image={expert.imageUrl} size={48} />
          <div>
            <strong>{expert.name}</strong>
            <p className="hint">{expert.title}</p>
          </div>
          <Button type="submit" quiet small name="expert" value="" aria-label="Change the expert">
            Change
          </Button>
        </div>
      ) : (
        <>
          {expertName && <p className="hint">{expertName} is no longer in the directory. Choose somebody else.</p>}
          <ExpertFinder {...found} error={error} />
        </>
      )}
    </div>
  );
}
