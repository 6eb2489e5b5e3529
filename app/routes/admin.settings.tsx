import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { Fragment } from "react";
import { requireAdmin, sessionOf } from "~/auth/session.server";
import { type Conflict, ConflictPanel } from "~/components/admin/conflict-panel";
import { FieldGroup, JumpTo, SaveBar, TWO_COLUMNS_CLASS } from "~/components/admin/field-group";
import { AS_HIGH_AS_ITS_TEXT_CLASS, FoldedSetting, ShownSetting, settingKey } from "~/components/admin/folded-setting";
import { Hint } from "~/components/admin/text";
import { Field, FieldFrame, TextArea } from "~/components/forms/field";
import { type FormAnswer, refusalIn, typedText } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { formatNumber } from "~/models/base/text/numbers";
import { offeredSynonyms } from "~/models/base/text/synonyms.server";
import { LETTER_SETTING } from "~/models/readers/notices/setting";
import { EditConflict } from "~/models/records/shared/edit-conflict.server";
import {
  changeSettings,
  editableSettings,
  SETTINGS_CHARACTERS,
  settingsConflict,
} from "~/models/whole/settings/settings.server";

export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    return { settings: await editableSettings(admin), newWords: (await offeredSynonyms(admin)).length };
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
      return redirect("/admin/settings?saved", 303);
    },
    { characters: SETTINGS_CHARACTERS },
  );
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Settings | Admin" }];

type Setting = ReturnType<typeof useLoaderData<typeof loader>>["settings"][number];

export default function Settings() {
  const { settings, newWords: newGroupCount } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as (FormAnswer & { conflict?: Conflict }) | undefined;
  const [params] = useSearchParams();
  const labels = Object.fromEntries(settings.map(({ name, label }) => [name, label]));
  const isCategory = ({ name }: Setting) => name.startsWith("category.");
  const isPrompt = ({ name }: Setting) => name.startsWith("prompt.");
  const isSearchSetting = ({ name }: Setting) => name === "synonyms";
  const isLetter = ({ name }: Setting) => name === LETTER_SETTING;
  const isSiteSetting = (setting: Setting) =>
    !isCategory(setting) && !isPrompt(setting) && !isSearchSetting(setting) && !isLetter(setting);
  const renderFields = (settingsOfGroup: Setting[]) =>
    settingsOfGroup.map((setting) => (
      <Fragment key={settingKey(setting, answer)}>
        <ShownSetting setting={setting} answer={answer} />
        <SettingField setting={setting} answer={answer} />
      </Fragment>
    ));
  return (
    <>
      <h1>Settings</h1>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" labels={labels} />
      {answer?.conflict && (
        <ConflictPanel
          conflict={answer.conflict}
          discard={
            <Link to="/admin/settings" reloadDocument>
              discard your changes
            </Link>
          }
        />
      )}
      {params.has("saved") && !answer && <Notice role="status">The settings were saved.</Notice>}
      <Hint className="mb-4">Empty fields use the original texts.</Hint>
      <JumpTo sections={["The site", "Descriptions of the categories", "Messages", "Search"]} />
      <Form method="post" className="max-w-form" data-all-optional noValidate>
        <FieldGroup title="The site" className={TWO_COLUMNS_CLASS}>
          {renderFields(settings.filter(isSiteSetting))}
        </FieldGroup>
        <FieldGroup title="Descriptions of the categories" className="md:grid md:grid-cols-2 md:gap-x-6">
          {renderFields(settings.filter(isCategory))}
        </FieldGroup>
        <FieldGroup title="Messages">
          {settings.filter(isLetter).map((setting) => (
            <FoldedSetting key={settingKey(setting, answer)} setting={setting} answer={answer} />
          ))}
        </FieldGroup>
        <FieldGroup title="Search">
          {newGroupCount > 0 && (
            <Hint className="mb-3">
              {`${newGroupCount === 1 ? "A group of words" : `${formatNumber(newGroupCount)} groups of words`} came with newer versions, and this site’s list does not have ${newGroupCount === 1 ? "it" : "them"}. `}
              <Link className="underline" to="/admin/settings/words">
                Review and add
              </Link>
            </Hint>
          )}
          {settings.filter(isSearchSetting).map((setting) => (
            <FoldedSetting key={settingKey(setting, answer)} setting={setting} answer={answer} />
          ))}
        </FieldGroup>
        <SaveBar>
          <SubmitButton pending="Saving…">Save settings</SubmitButton>
        </SaveBar>
      </Form>
    </>
  );
}

function SettingField({ setting, answer }: { setting: Setting; answer: FormAnswer | undefined }) {
  const { name, label, value, standard, variable, lines, choices } = setting;
  const sharedProps = {
    label,
    name,
    defaultValue: answer ? typedText(answer, name) : value,
    placeholder: standard,
    error: answer?.fieldErrors?.[name],
  };
  // The field is readOnly instead of disabled, because a disabled field is not sent and has too little contrast.
  if (variable) {
    return (
      <Field {...sharedProps} defaultValue={value} readOnly hint={`Set by the environment variable ${variable}.`} />
    );
  }
  if (choices.length > 0) {
    return (
      <FieldFrame label={label} name={name} error={sharedProps.error}>
        <select id={name} name={name} className="w-full" defaultValue={sharedProps.defaultValue}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      </FieldFrame>
    );
  }
  if (lines === 1) return <Field {...sharedProps} />;
  return (
    <TextArea
      {...sharedProps}
      rows={lines}
      className={`w-full ${AS_HIGH_AS_ITS_TEXT_CLASS}`}
      placeholder={undefined}
      hint={name === "houseRules" ? `One rule on each line. Original text: ${standard}` : `Original text: ${standard}`}
    />
  );
}
