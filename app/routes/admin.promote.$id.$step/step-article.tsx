import { FieldGroup, PlainField } from "~/components/admin/field-group";
import { Actions } from "~/components/admin/page-parts";
import { BulletList, Hint, HintText } from "~/components/admin/text";
import { NoProviderNotice, TextModelChoice } from "~/components/admin/text-model-choice";
import { Button } from "~/components/ui/button";
import type { Refusal } from "~/http/form.server";
import { ARTICLE_TYPES } from "~/models/base/providers/choices";
import type { ProviderStatus } from "~/models/base/providers/status.server";
import { countNoun } from "~/models/base/text/numbers";
import type { LibraryProject } from "~/models/editing/library/projects.server";
import type { Promotion } from "~/models/editing/promotions/promotions.server";
import { hasFailed, savedPieces, unwrittenIdeas } from "~/models/editing/promotions/state";
import type { TextProvider } from "~/services/ai-providers";
import { PagesRead } from "./pages-read";
import { PieceText } from "./piece-text";
import { ProjectChoice } from "./project-choice";
import { TaskButton } from "./task-button";

interface Props {
  promotion: Promotion;
  providers: ProviderStatus<TextProvider>[];
  projects: LibraryProject[];
  /** The addresses of the pages about the expert that the model will read. */
  knownUrls: string[];
  refusal: Refusal | undefined;
}

export function StepArticle({ promotion, providers, projects, knownUrls, refusal }: Props) {
  const { state, expertName } = promotion;
  const { pieces, articleType } = state;
  const errors = refusal?.fieldErrors ?? {};
  const chosenIdeas = state.ideas.filter(({ isChosen }) => isChosen);
  const savedCount = savedPieces(pieces).length;
  return (
    <>
      <FieldGroup title="Content">
        <Hint>
          {chosenIdeas.length === 1 ? "One idea is" : `${chosenIdeas.length} ideas are`} selected
          {expertName && ` about ${expertName}`}.
        </Hint>
        <BulletList className="mb-4">
          {chosenIdeas.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </BulletList>
        <PlainField>
          <label htmlFor="articleType">Article type</label>
          <select id="articleType" name="articleType" defaultValue={articleType}>
            {ARTICLE_TYPES.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </PlainField>
        <PagesRead promotion={promotion} knownUrls={knownUrls} error={errors.sourceUrls} />
        <TextModelChoice providers={providers} provider={state.provider} model={state.model} />
        <NoProviderNotice providers={providers} />
        <Actions className="mb-4">
          <TaskButton promotion={promotion} task="contents" providers={providers} quiet={pieces.length > 0}>
            Generate Content
          </TaskButton>
          {pieces.length > 0 && <HintText>{regenerationNote(promotion)}</HintText>}
        </Actions>
      </FieldGroup>
      {pieces.length > 0 && (
        <>
          {hasFailed(promotion, "contents") && <h2>Earlier texts (the last attempt did not finish)</h2>}
          {/* The key replaces the fields after a new project was created. */}
          <ProjectChoice
            key={`${state.projectId} ${projects.length}`}
            state={state}
            projects={projects}
            error={errors.newProject}
          />
          {pieces.map((piece) => (
            <PieceText key={piece.id} piece={piece} refusal={refusal} />
          ))}
          <Actions className="mt-4 mb-6">
            <Button type="submit" name="go" value="3" disabled={savedCount === 0} aria-describedby="saved-count">
              Continue to image options
            </Button>
            <HintText id="saved-count">
              {savedCount === 0
                ? "Save at least one piece first."
                : countNoun(savedCount, "piece saved", "pieces saved")}
            </HintText>
          </Actions>
        </>
      )}
    </>
  );
}

function regenerationNote({ state }: Promotion): string {
  const missingCount = unwrittenIdeas(state).length;
  if (missingCount > 0)
    return `This writes the ${missingCount === 1 ? "idea" : `${missingCount} ideas`} without a text.`;
  return "This writes new texts. Texts that you saved or edited stay.";
}
