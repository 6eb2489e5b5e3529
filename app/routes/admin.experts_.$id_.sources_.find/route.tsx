import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { KeyboardShortcuts } from "~/components/admin/keyboard-shortcuts";
import type { KeyInUse } from "~/components/admin/keys";
import { Crumbs, PageLine } from "~/components/admin/page-parts";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Link } from "~/components/ui/link";
import { form, page } from "~/http/form.server";
import { decideSources, foundSources } from "~/models/editing/sources/finding/proposals.server";
import { SearchForm, UndoForm } from "./search-form";
import { SentenceStep } from "./sentence-step";
import { afterDecision, END, stepIn } from "./step.server";
import { StepsEnd } from "./steps-end";

/** Shows a sentence with a candidate source. `?sentence` is the key of the sentence or "end"; `?candidate` counts from 0. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const search = await foundSources(editor, params.id ?? "");
    return { ...search, step: stepIn(search, searchParams), isOver: searchParams.get("sentence") === END };
  });
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireEditor(request, context);
    const search = await decideSources(editor, params.id ?? "", fields, { signal: request.signal });
    return redirect(afterDecision(search, fields), 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Find Sources for ${data.name}` : "Find Sources"} | Admin` },
];

export default function FindSources() {
  const { id, name, searched, sentences, named, total, sourced, undo, step, isOver } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const path = `/admin/experts/${id}/sources/find`;
  const hasCandidates = step !== null && step.candidates.length > 0;
  return (
    <>
      <Crumbs>
        <Link to={`/admin/experts/${id}`} dir="auto">
          {name}
        </Link>{" "}
        · <Link to={`/admin/experts/${id}/sources`}>Sources</Link>
      </Crumbs>
      <PageLine>
        <h1>
          Find sources for <bdi>{name}</bdi>
        </h1>
        {undo && <UndoForm path={path} undo={undo} />}
      </PageLine>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      <p role="status">
        {sourced} of {total} {total === 1 ? "sentence has" : "sentences have"} a source.
      </p>
      <SearchForm path={path} lastSearch={searched} isDone={sentences.length === 0} />
      {searched && step && (
        <SentenceStep key={step.stepId} path={path} step={step} namedSources={named} answer={answer} />
      )}
      {searched && !step && <StepsEnd id={id} path={path} sentences={sentences} isOver={isOver} />}
      {searched && step && (
        <KeyboardShortcuts
          keys={[
            ...(hasCandidates ? ([["accept", "take"]] as KeyInUse[]) : []),
            ...(step.candidates.length > 1 ? ([["another", "next passage"]] as KeyInUse[]) : []),
            ...(hasCandidates ? ([["reject", "reject"]] as KeyInUse[]) : []),
            ["skip", "next sentence"],
            ...(named.length > 0 ? ([["refer", "refer to a work or page"]] as KeyInUse[]) : []),
            ...(undo ? ([["undo", "undo"]] as KeyInUse[]) : []),
          ]}
        />
      )}
      {undo && !step && <KeyboardShortcuts keys={[["undo", "undo"]]} />}
    </>
  );
}
