import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { type Conflict, ConflictPanel } from "~/components/admin/conflict-panel";
import { Crumbs } from "~/components/admin/page-parts";
import { useJobLive } from "~/components/admin/use-job-live";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { useSite } from "~/components/layout/use-site";
import { ReloadSoon } from "~/components/ui/reload-soon";
import { form, page } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { newId } from "~/models/base/input/ids.server";
import { aiStatus } from "~/models/base/providers/status.server";
import { whyNoSuggestions } from "~/models/editing/ai/suggestions.server";
import { listProjects } from "~/models/editing/library/projects.server";
import {
  articleAtField,
  choicesIn,
  FORM_ID_FIELD,
  PROMOTE,
  promotionAddress,
  savedAtField,
  shownAltField,
} from "~/models/editing/promotions/form";
import { knownPages, matchingExperts, previewsOf, savedTexts } from "~/models/editing/promotions/pages.server";
import {
  altConflict,
  findPromotion,
  type Promotion,
  storeChoices,
} from "~/models/editing/promotions/promotions.server";
import { pieceConflict } from "~/models/editing/promotions/save.server";
import { STEP_OF, STEPS, type Step, withChoices } from "~/models/editing/promotions/state";
import { EditConflict } from "~/models/records/shared/edit-conflict.server";
import { intentIn } from "./intents.server";
import { SavedTexts } from "./saved-texts";
import { StepArticle } from "./step-article";
import { StepBar } from "./step-bar";
import { StepForm } from "./step-form";
import { StepIdeas } from "./step-ideas";
import { StepImages } from "./step-images";
import { StepPublish } from "./step-publish";
import { TaskState } from "./task-state";

/** Shows a step of a promotion. A step that is not open yet redirects to the furthest open one. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const promotion = await findPromotion(editor, params.id ?? "");
    const { id, furthest } = promotion;
    const step = STEPS.find(({ number }) => String(number) === params.step)?.number;
    if (!step) throw redirect(promotionAddress(id));
    if (step > furthest) throw redirect(promotionAddress(id, furthest));
    // The whole article was generated while this page was open, so it opens the preview once.
    if (step === 1 && isGeneratedAtOnce(promotion)) throw redirect(promotionAddress(id, 4));
    const search = new URL(request.url).searchParams.get("search")?.trim() ?? "";
    return { promotion, step, search, formId: newId(), ...(await stepDataOf(editor, promotion, step, search)) };
  });
}

/** Returns whether everything was generated at once and the editor has not gone back since, which would have stored step 1. */
function isGeneratedAtOnce({ job, step }: Promotion): boolean {
  return job?.task === "whole" && job.status === "completed" && step === 4;
}

async function stepDataOf(editor: Editor, promotion: Promotion, step: Step, search: string) {
  const { text, image } = await aiStatus(editor);
  return {
    text,
    image,
    matches: step === 1 ? await matchingExperts(editor, search) : [],
    projects: step === 2 ? await listProjects(editor) : [],
    previews: step === 4 ? previewsOf(editor, promotion) : [],
    noSuggestions: await whyNoSuggestions(editor),
    known: step <= 2 ? await knownPages(editor, promotion) : [],
    saved: await savedTexts(editor, promotion),
  };
}

/** The limit of the longest form: ten articles of 100,000 characters, and their other fields. */
const CHARACTERS = 1_100_000;

/** Stores the fields of the step, then carries out the pressed button. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const run = async (fields: FormAnswer["values"]) => {
    const editor = await requireEditor(request, context);
    const { id = "" } = params;
    const step = (STEPS.find(({ number }) => String(number) === params.step)?.number ?? 1) as Step;
    try {
      if (fields.stop === undefined) await storeChoices(editor, id, choicesIn(fields));
    } catch (error) {
      return conflictIn(fields, error, altConflict);
    }
    const button = { editor, id, step, fields, origin: siteOrigin(request), signal: request.signal };
    try {
      return redirect(await intentIn(fields)(button), 303);
    } catch (error) {
      return conflictIn(fields, error, pieceConflict);
    }
  };
  return form(request, run, { characters: CHARACTERS });
}

/** Answers an EditConflict with the form; throws any other error. */
async function conflictIn(
  fields: FormAnswer["values"],
  error: unknown,
  answerOf: typeof altConflict | typeof pieceConflict,
) {
  if (!(error instanceof EditConflict)) throw error;
  const { values, ...answer } = await answerOf(error);
  return data({ ...answer, values: { ...fields, ...values } }, 409);
}

const headingOf = (step: Step) => STEPS[step - 1]?.heading ?? "";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: data
      ? `Step ${data.step} of 4: ${headingOf(data.step)}${data.promotion.expertName && `, ${data.promotion.expertName}`} | Admin`
      : "Generate Articles with Images | Admin",
  },
];

/** The headings of refusals, keyed by the name of the pressed button. */
const FAILURE_TITLES: Record<string, string> = {
  ask: "Generation Failed",
  suggestTags: "Generation Failed",
  publish: "Publishing Failed",
  preview: "Preview Failed",
  save: "Saving Failed",
  support: "The sentence was not kept",
  saveImage: "Saving Failed",
};

export default function PromotionStep() {
  const {
    promotion,
    step,
    text: textProviders,
    image: imageProviders,
    search,
    formId,
    matches,
    projects,
    previews,
    noSuggestions,
    saved: texts,
    known: knownUrls,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as (FormAnswer & { conflict?: Conflict }) | undefined;
  const isLight = useSite()?.light ?? false;
  const { id, expertName, job } = promotion;
  useJobLive(job ? [job] : [], "Generation Failed");
  // Refused values are not stored, so the form takes them from the answer.
  const typedChoices = choicesIn(answer?.values ?? {});
  const state = answer ? withChoices(promotion.state, typedChoices) : promotion.state;
  const currentPromotion = { ...promotion, state };
  const refusal = refusalIn(answer);
  const pressedName = Object.keys(FAILURE_TITLES).find((name) => answer?.values[name] !== undefined) ?? "";
  const isWaiting = job?.status === "running" && STEP_OF[job.task] === step;
  // Without scripts the page reloads itself, which would lose text that was typed since.
  const isReloading = isWaiting && !answer;
  return (
    <>
      {isReloading && (isLight ? <ReloadSoon /> : <noscript>{<ReloadSoon />}</noscript>)}
      <Crumbs>
        <Link to={PROMOTE}>Generate Articles with Images</Link>
        {expertName && ` / ${expertName}`}
      </Crumbs>
      <h1>{headingOf(step)}</h1>
      <StepBar promotion={promotion} step={step} hasLinks={isReloading} />
      <FormErrors
        refusal={refusal}
        title={refusal?.fieldErrors.newProject ? "Creation Failed" : (FAILURE_TITLES[pressedName] ?? "Update Failed")}
      />
      {answer?.conflict && (
        <ConflictPanel
          conflict={answer.conflict}
          discard={
            <Link to={promotionAddress(id, step)} reloadDocument>
              leave theirs as it is
            </Link>
          }
        />
      )}
      <TaskState promotion={promotion} step={step} />
      {!(isReloading && isLight) && (
        <StepForm key={`${id} ${step}`} id={id} step={step} className={isReloading ? "noscript:hidden" : ""}>
          {step >= 3 &&
            promotion.state.images.map(({ id, alt }) => (
              <input key={id} type="hidden" name={shownAltField(id)} value={typedChoices.shownAlts?.[id] ?? alt} />
            ))}
          <input type="hidden" name={FORM_ID_FIELD} value={formId} />
          {promotion.state.pieces.map(({ id, savedAt }) => {
            const name = savedAtField(id);
            const shownAt = answer?.values[name] ?? savedAt;
            return shownAt && <input key={id} type="hidden" name={name} value={shownAt} />;
          })}
          {Object.entries(answer?.values ?? {}).map(
            ([name, value]) =>
              name.startsWith(articleAtField("")) && <input key={name} type="hidden" name={name} value={value} />,
          )}
          {step === 1 && (
            <StepIdeas
              promotion={currentPromotion}
              providers={textProviders}
              imageProviders={imageProviders}
              search={search}
              matches={matches}
              knownUrls={knownUrls}
              refusal={refusal}
            />
          )}
          {step === 2 && (
            <StepArticle
              promotion={currentPromotion}
              providers={textProviders}
              projects={projects}
              knownUrls={knownUrls}
              refusal={refusal}
            />
          )}
          {step === 3 && (
            <StepImages
              promotion={currentPromotion}
              providers={imageProviders}
              writers={textProviders}
              refusal={refusal}
            />
          )}
          {step === 4 && (
            <StepPublish
              promotion={currentPromotion}
              previews={previews}
              suggestionsProblem={noSuggestions}
              refusal={refusal}
            />
          )}
        </StepForm>
      )}
      <SavedTexts texts={texts} />
    </>
  );
}
