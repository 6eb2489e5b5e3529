import { LinkSummary } from "~/components/admin/page-parts";
import { TextArea } from "~/components/forms/field";
import { type FormAnswer, typedText } from "~/components/forms/form-answer";
import { ShownVersions } from "~/components/forms/shown-versions";
import { SHOWN } from "~/models/base/input/shown";
import type { EditableSetting } from "~/models/whole/settings/settings.server";

export const AS_HIGH_AS_ITS_TEXT_CLASS = "field-sizing-content min-h-14.5";

type ShownValue = Pick<EditableSetting, "name" | "version">;

/** Sends back which value the form showed. */
export function ShownSetting({
  setting: { name, version },
  answer,
}: {
  setting: ShownValue;
  answer: FormAnswer | undefined;
}) {
  return <ShownVersions versions={{ [SHOWN + name]: version }} answer={answer} />;
}

/** Returns the key of a setting's field, which is replaced when its shown value changes. */
export function settingKey({ name, version }: ShownValue, answer: FormAnswer | undefined): string {
  return `${name} ${typedText(answer, SHOWN + name) || version}`;
}

/** Renders the field of a long text, folded. It begins with the text that came with the site. */
export function FoldedSetting({ setting, answer }: { setting: EditableSetting; answer: FormAnswer | undefined }) {
  const { name, label, value, standard, lines, purpose } = setting;
  const error = answer?.fieldErrors?.[name];
  return (
    <details open={error !== undefined} className="mb-2">
      <LinkSummary>
        {label}
        {value && " (changed)"}
      </LinkSummary>
      <ShownSetting setting={setting} answer={answer} />
      <TextArea
        label={label}
        name={name}
        rows={lines}
        className={`w-full ${AS_HIGH_AS_ITS_TEXT_CLASS}`}
        defaultValue={(answer ? typedText(answer, name) : value) || standard}
        hint={`${purpose} Leave it empty to use the original text.`}
        error={error}
      />
    </details>
  );
}
