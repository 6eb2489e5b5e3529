import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Badge } from "~/components/admin/badge";
import { CheckedSentences } from "~/components/admin/checked-sentences";
import { CopyTextButton } from "~/components/admin/copy-button";
import { FieldGroup, PlainField } from "~/components/admin/field-group";
import { Actions, PageLine, RowActions } from "~/components/admin/page-parts";
import { BulletList, Hint, HintText } from "~/components/admin/text";
import { NoKey, TextModelChoice } from "~/components/admin/text-model-choice";
import { Field, TextArea } from "~/components/forms/field";
import { Button } from "~/components/ui/button";
import { Panel } from "~/components/ui/panel";
import type { Refusal } from "~/http/form.server";
import { ARTICLE_TYPES } from "~/models/ai/models";
import type { ProviderStatus } from "~/models/ai/status.server";
import type { LibraryProject } from "~/models/library/projects.server";
import { pieceField } from "~/models/promotions/form";
import type { Promotion } from "~/models/promotions/promotions.server";
import { NEW_PROJECT, type Piece, savedPieces, unwrittenIdeas } from "~/models/promotions/state";
import type { TextProvider } from "~/services/ai-providers";
import { AskingButton } from "./asking-button";

interface Props {
  promotion: Promotion;
  providers: ProviderStatus<TextProvider>[];
  projects: LibraryProject[];
  refusal: Refusal | undefined;
}

export function StepArticle({ promotion, providers, projects, refusal }: Props) {
  const { state, expertName } = promotion;
  const { pieces, articleType } = state;
  const errors = refusal?.fieldErrors ?? {};
  const chosen = state.ideas.filter(({ isChosen }) => isChosen);
  const saved = savedPieces(pieces).length;
  return (
    <>
      <FieldGroup title="What is written">
        <Hint>
          {chosen.length === 1 ? "One idea is" : `${chosen.length} ideas are`} selected
          {expertName && ` about ${expertName}`}.
        </Hint>
        <BulletList className="mb-4">
          {chosen.map(({ id, title }) => (
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
        <TextArea
          label="Pages to read"
          name="sourceUrls"
          rows={2}
          hint="Addresses of pages that name the expert, beside the links of the profile. One on each line."
          defaultValue={state.sourceUrls}
          error={errors.sourceUrls}
        />
        <TextModelChoice providers={providers} provider={state.provider} model={state.model} />
        <NoKey providers={providers} />
        <Actions className="mb-4">
          <AskingButton promotion={promotion} task="contents" providers={providers} quiet={pieces.length > 0}>
            Generate Content
          </AskingButton>
          {pieces.length > 0 && <HintText>{againNote(promotion)}</HintText>}
        </Actions>
      </FieldGroup>
      {pieces.length > 0 && (
        <>
          {/* A project that was made takes the place of its name. */}
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
            <Button type="submit" name="go" value="3" disabled={saved === 0} aria-describedby="saved-count">
              Continue to image options
            </Button>
            <HintText id="saved-count">
              {saved === 0 ? "Save at least one piece first." : saved === 1 ? "1 piece saved" : `${saved} pieces saved`}
            </HintText>
          </Actions>
        </>
      )}
    </>
  );
}

function againNote({ state }: Promotion): string {
  const missing = unwrittenIdeas(state).length;
  if (missing > 0) return `Writes what is missing: ${missing === 1 ? "one idea" : `${missing} ideas`}.`;
  return "Writes them again. What you saved or changed stays.";
}

function PieceText({ piece, refusal }: { piece: Piece; refusal: Refusal | undefined }) {
  const {
    id,
    idea,
    expert,
    content,
    contentId,
    isChanged,
    model,
    sentences = [],
    notice = "",
    failedPages = [],
  } = piece;
  const name = pieceField(id);
  const [isTyped, setTyped] = useState(false);
  const isSaving = useNavigation().formData?.get("save") === id;
  // What is on the server is what stands here again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server counts
  useEffect(() => setTyped(false), [content, isChanged, contentId]);
  const isSaved = contentId !== "" && !isChanged && !isTyped;
  return (
    <Panel id={id} className="mb-5 scroll-mt-4" aria-labelledby={`${id}-title`}>
      <PageLine>
        <h2 id={`${id}-title`}>
          {idea.title} {isSaved && <Badge tone="good">Saved</Badge>}
          {contentId !== "" && !isSaved && <Badge>Changed since it was saved</Badge>}
        </h2>
        <RowActions>
          <CopyTextButton
            label={`Copy: ${idea.title}`}
            text={() => (document.getElementById(name) as HTMLTextAreaElement | null)?.value ?? content}
          >
            Copy
          </CopyTextButton>
          <Button
            type="submit"
            quiet={isSaved}
            small
            name="save"
            value={id}
            aria-label={`Save: ${idea.title}`}
            aria-disabled={isSaving || undefined}
            onClick={(event) => isSaving && event.preventDefault()}
          >
            {isSaving ? "Saving…" : isSaved ? "Save again" : "Save"}
          </Button>
        </RowActions>
      </PageLine>
      <TextArea
        label={`Text, about ${expert}`}
        name={name}
        rows={16}
        required
        defaultValue={content}
        onInput={() => setTyped(true)}
        hint={`Markdown: the first line is the title. Written by ${model}.`}
      />
      <CheckedSentences
        {...{ id, sentences, notice, failedPages }}
        keepButton={(index, by) => ({ type: "submit", name: "support", value: `${id} ${index} ${by}` })}
        typed={(name) => refusal?.values[name]?.toString()}
        errors={refusal?.fieldErrors}
      />
    </Panel>
  );
}

function ProjectChoice({
  state: { projectId, newProject },
  projects,
  error,
}: Pick<Props, "projects"> & { state: Promotion["state"]; error: string | undefined }) {
  return (
    <FieldGroup title="Save to" className="group/project">
      <PlainField>
        <label htmlFor="projectId">Project</label>
        <select id="projectId" name="projectId" defaultValue={projectId}>
          <option value="">No project</option>
          <option value={NEW_PROJECT}>New project</option>
          {projects.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </PlainField>
      <div className="hidden group-has-[option[value=new]:checked]/project:block">
        <Field
          label="Name of the new project"
          name="projectName"
          required
          autoComplete="off"
          defaultValue={newProject.name}
          error={error}
        />
        <Field
          label="What it is for"
          name="projectDescription"
          autoComplete="off"
          defaultValue={newProject.description}
          hint="It is created when you save the next piece."
        />
      </div>
    </FieldGroup>
  );
}
