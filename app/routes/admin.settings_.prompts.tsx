import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { requireAdmin, sessionOf } from "~/auth/session.server";
import { type Conflict, ConflictPanel } from "~/components/admin/conflict-panel";
import { SaveBar } from "~/components/admin/field-group";
import { FoldedSetting, settingKey } from "~/components/admin/folded-setting";
import { Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { EditConflict } from "~/models/records/shared/edit-conflict.server";
import {
  changeSettings,
  editableSettings,
  SETTINGS_CHARACTERS,
  settingsConflict,
} from "~/models/whole/settings/settings.server";

const PATH = "/admin/settings/prompts";

/** Shows the instructions that the model gets for each task. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const settings = await editableSettings(await requireAdmin(request, context));
    const prompts = settings.filter(({ name }) => name.startsWith("prompt."));
    return { settings: prompts.map((prompt) => ({ ...prompt, label: prompt.label.replace(/^Prompt: /, "") })) };
  });
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(
    request,
    async (fields) => {
      try {
        await changeSettings(await requireAdmin(request, context), fields, await sessionOf(request));
      } catch (error) {
        if (!(error instanceof EditConflict)) throw error;
        return data(settingsConflict(error), 409);
      }
      return redirect(`${PATH}?saved`, 303);
    },
    { characters: SETTINGS_CHARACTERS },
  );
}

export const meta: MetaFunction = () => [{ title: "Prompts | Admin" }];

export default function Prompts() {
  const { settings } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as (FormAnswer & { conflict?: Conflict }) | undefined;
  const [params] = useSearchParams();
  const labels = Object.fromEntries(settings.map(({ name, label }) => [name, label]));
  return (
    <>
      <h1>Prompts</h1>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" labels={labels} />
      {answer?.conflict && (
        <ConflictPanel
          conflict={answer.conflict}
          discard={
            <Link to={PATH} reloadDocument>
              discard your changes
            </Link>
          }
        />
      )}
      {params.has("saved") && !answer && <Notice role="status">The prompts were saved.</Notice>}
      <Hint className="mb-4 max-w-measure">
        These are the instructions of the AI model for each task. The site adds the data, the form of the answer, and
        the rule that data are never instructions.
      </Hint>
      <Form method="post" className="max-w-form" data-all-optional noValidate>
        {settings.map((setting) => (
          <FoldedSetting key={settingKey(setting, answer)} setting={setting} answer={answer} />
        ))}
        <SaveBar>
          <SubmitButton pending="Saving…">Save prompts</SubmitButton>
        </SaveBar>
      </Form>
    </>
  );
}
