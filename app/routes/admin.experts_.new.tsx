import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { ExpertEditor } from "~/components/experts/editor/expert-editor";
import { suggestionsIn } from "~/components/experts/editor/use-suggestions";
import { DuplicateLine } from "~/components/forms/duplicate-line";
import { refusalIn } from "~/components/forms/form-answer";
import { Button } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { page, type Refusal } from "~/http/form.server";
import { lineIn } from "~/http/params.server";
import { whyNoSuggestions } from "~/models/editing/ai/suggestions.server";
import { createExpert, SamePerson } from "~/models/editing/experts/admin-list.server";
import { latestImages } from "~/models/editing/images/admin-list.server";
import { topicChoices } from "~/models/editing/topics/proposals.server";
import { supportRows } from "~/models/records/evidence/new-sentences";
import { NO_RECORD } from "~/models/records/experts/fields";
import { type ExpertForm, formIn, formOf } from "~/models/records/experts/form";
import type { Duplicate } from "~/models/records/experts/possible-duplicates.server";
import { FAILURES, requestedField, SUGGESTION, type SuggestionNotice } from "~/models/records/provenance/suggestions";
import { expertForm } from "~/routes/admin.experts_.$id/expert-form.server";

/** Shows the form that creates an expert. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    return {
      form: formOf({ ...NO_RECORD, name: lineIn(new URL(request.url).searchParams, "name", 80) }),
      missing: await whyNoSuggestions(editor),
      storedImages: await latestImages(editor),
      topicChoices: await topicChoices(),
    };
  });
}

type Answer = Partial<Refusal> & { form?: ExpertForm; duplicates?: Duplicate[]; notice?: SuggestionNotice | null };

export async function action({ context, request }: ActionFunctionArgs) {
  const guard = () => requireEditor(request, context);
  return expertForm(
    request,
    { kind: "expert", id: "" },
    guard,
    async ({ editor, values, typedForm, input, origin }) => {
      try {
        const seenDuplicates = String(values.seen ?? "").split(",");
        const state = isDraft(values) ? "draft" : undefined;
        const record = { ...input, state, acceptedReason: values.acceptedReason, support: supportRows(values) };
        const expert = await createExpert(editor, record, { origin, seen: seenDuplicates, signal: request.signal });
        return redirect(`/admin/experts/${expert.id}?${new URLSearchParams({ saved: expert.updatedAt })}`, 303);
      } catch (error) {
        if (!(error instanceof SamePerson)) throw error;
        const { message, duplicates } = error;
        return data({ message, fieldErrors: {}, values, form: typedForm, duplicates }, 409);
      }
    },
  );
}

/** Returns whether the editor pressed "Save as a draft", or did so before answering the question about duplicates. */
function isDraft({ state, chosenState, seen }: Refusal["values"]): boolean {
  return state === "draft" || (seen !== undefined && chosenState === "draft");
}

export const meta: MetaFunction = () => [{ title: "New Expert | Admin" }];

export default function NewExpert() {
  const { form, missing } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const typedForm = answer?.form ?? (answer?.values ? formIn(answer.values) : form);
  const requestedSuggestion = requestedField(answer?.values?.[SUGGESTION]);
  return (
    <>
      <h1>New expert</h1>
      <ExpertEditor
        form={typedForm}
        updatedAt=""
        refusal={answer && refusalIn({ values: {}, ...answer })}
        title={requestedSuggestion ? FAILURES[requestedSuggestion] : "The expert was not created"}
        suggestions={{ ...suggestionsIn(answer), subject: { kind: "expert", id: "" }, written: [], missing }}
      >
        {answer?.values && isDraft(answer.values) && <input type="hidden" name="chosenState" value="draft" />}
        <PossibleDuplicates duplicates={answer?.duplicates ?? []} />
      </ExpertEditor>
    </>
  );
}

/** Asks whether the person is already in the directory, before anything is stored. */
function PossibleDuplicates({ duplicates }: { duplicates: Duplicate[] }) {
  if (duplicates.length === 0) return null;
  return (
    <Notice tone="caution" as="section" aria-labelledby="same">
      <h2 id="same">Is this the same person?</h2>
      <ul>
        {duplicates.map((duplicate) => (
          <li key={duplicate.key}>
            <DuplicateLine
              duplicate={duplicate}
              to={duplicate.slug ? `/admin/experts/${duplicate.slug}` : `/admin/submissions/${duplicate.key}`}
            />
          </li>
        ))}
      </ul>
      <Button type="submit" name="seen" value={duplicates.map(({ key }) => key).join(",")}>
        This is someone else
      </Button>
    </Notice>
  );
}
