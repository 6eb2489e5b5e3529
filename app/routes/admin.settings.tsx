import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { Field, TextArea } from "~/components/forms/field";
import { type FormAnswer, refusalIn, typed } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { Notice } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { changeSettings, editableSettings } from "~/models/site/settings.server";

/** What the site says of itself (decision D13). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => ({ settings: await editableSettings(await requireAdmin(request, context)) }));
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    await changeSettings(await requireAdmin(request, context), fields);
    return redirect("/admin/settings?saved", 303);
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Settings | Admin" }];

type Setting = ReturnType<typeof useLoaderData<typeof loader>>["settings"][number];

export default function Settings() {
  const { settings } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const [params] = useSearchParams();
  const labels = Object.fromEntries(settings.map(({ name, label }) => [name, label]));
  const isCategory = ({ name }: Setting) => name.startsWith("category.");
  const isPrompt = ({ name }: Setting) => name.startsWith("prompt.");
  const fields = (some: Setting[]) =>
    some.map((setting) => <SettingField key={setting.name} setting={setting} answer={answer} />);
  return (
    <>
      <h1>Settings</h1>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" labels={labels} />
      {params.has("saved") && !answer && <Notice role="status">The settings are saved.</Notice>}
      <p className="hint">Leave a field empty for the text that came with the site.</p>
      <Form method="post" className="settings" noValidate>
        <fieldset className="group">
          <legend>The site</legend>
          {fields(settings.filter((setting) => !isCategory(setting) && !isPrompt(setting)))}
        </fieldset>
        <fieldset className="group">
          <legend>Descriptions of the categories</legend>
          {fields(settings.filter(isCategory))}
        </fieldset>
        <fieldset className="group prompts">
          <legend>Prompts</legend>
          <p className="hint">
            What a model is told for each task. The data, the form of the answer, and the rule that data are never
            instructions, are added to it.
          </p>
          {settings.filter(isPrompt).map((setting) => (
            <PromptField key={setting.name} setting={setting} answer={answer} />
          ))}
        </fieldset>
        <p className="save-bar actions">
          <SubmitButton pending="Saving…">Save settings</SubmitButton>
        </p>
      </Form>
    </>
  );
}

/** Folded, because a prompt is long; with the text that came with the site in it, to begin from. */
function PromptField({ setting, answer }: { setting: Setting; answer: FormAnswer | undefined }) {
  const { name, label, value, standard, lines, purpose } = setting;
  const error = answer?.fieldErrors?.[name];
  return (
    <details open={error !== undefined}>
      <summary>
        {label}
        {value && " (changed)"}
      </summary>
      <TextArea
        label={label}
        name={name}
        rows={lines}
        defaultValue={(answer ? typed(answer, name) : value) || standard}
        hint={`${purpose} Empty it for the text that came with the site.`}
        error={error}
      />
    </details>
  );
}

function SettingField({ setting, answer }: { setting: Setting; answer: FormAnswer | undefined }) {
  const { name, label, value, standard, variable, lines } = setting;
  const shared = {
    label,
    name,
    defaultValue: answer ? typed(answer, name) : value,
    placeholder: standard,
    error: answer?.fieldErrors?.[name],
  };
  // A field that is disabled is not sent, and its text has too little contrast.
  if (variable) {
    return <Field {...shared} defaultValue={value} readOnly hint={`Set by the environment variable ${variable}.`} />;
  }
  if (lines === 1) return <Field {...shared} />;
  return (
    <TextArea
      {...shared}
      rows={lines}
      placeholder={undefined}
      hint={name === "houseRules" ? `One rule a line. As it came: ${standard}` : `As it came: ${standard}`}
    />
  );
}
