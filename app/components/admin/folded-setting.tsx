import { LinkSummary } from "~/components/admin/page-parts";
import { TextArea } from "~/components/forms/field";
import { type FormAnswer, typedText } from "~/components/forms/form-answer";
import type { EditableSetting } from "~/models/whole/settings/settings.server";

export const AS_HIGH_AS_ITS_TEXT = "field-sizing-content min-h-14.5";

/** Sends back which value the form showed. */
export function ShownVersion({ setting: { name, version } }: { setting: Pick<EditableSetting, "name" | "version"> }) {
  return <input type="hidden" name={`shown.${name}`} value={version} />;
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
      <ShownVersion setting={setting} />
      <TextArea
        label={label}
        name={name}
        rows={lines}
        className={`w-full ${AS_HIGH_AS_ITS_TEXT}`}
        defaultValue={(answer ? typedText(answer, name) : value) || standard}
        hint={`${purpose} Leave it empty to use the original text.`}
        error={error}
      />
    </details>
  );
}
