import { useState } from "react";
import { Check, FieldGroup, JumpTo, RECORD, TWO_COLUMNS } from "~/components/admin/field-group";
import { ImageField } from "~/components/admin/image-field";
import { ErrorText } from "~/components/admin/text";
import { Field, TextArea } from "~/components/forms/field";
import type { FieldErrors } from "~/errors";
import { categories, categoryLabel } from "~/models/experts/categories";
import { EXPERT_LABELS, type ExpertField } from "~/models/experts/fields";
import type { ExpertForm, RowField, TextField } from "~/models/experts/form";
import { FieldSuggestions } from "./field-suggestions";
import { RowsField } from "./rows-field";
import type { Suggestions } from "./use-suggestions";
import { VideoPreview } from "./video-preview";

interface Props {
  /** What stands in the fields at first. */
  form: ExpertForm;
  errors?: FieldErrors;
  /** Fields that are not shown. */
  without?: ExpertField[];
  /** Suggestions for some of the fields. */
  help?: Suggestions;
}

const SECTIONS = ["Person", "Identity", "Texts", "Links and works", "Longevity interview", "Featured solution"];

/** All fields of an expert's record in groups. Part of a form that may send files. */
export function ExpertFields({ form, errors = {}, without = [], help }: Props) {
  const isShown = (field: ExpertField) => !without.includes(field);
  const common = (field: TextField) => ({
    label: EXPERT_LABELS[field],
    name: field,
    defaultValue: form.texts[field],
    error: errors[field],
    autoComplete: "off",
  });
  const rows = (field: RowField) => ({
    field,
    label: EXPERT_LABELS[field],
    rows: help?.rowsOf(field)?.rows ?? form.rows[field],
    error: errors[field],
  });
  const version = (field: RowField) => help?.rowsOf(field)?.version;
  const below = (field: ExpertField) => help && <FieldSuggestions field={field} help={help} />;
  const image = (field: TextField) => ({
    label: EXPERT_LABELS[field],
    name: field,
    value: form.texts[field],
    error: errors[field],
  });
  return (
    <div className={RECORD} data-all-optional="">
      <JumpTo sections={SECTIONS} />
      <FieldGroup className={TWO_COLUMNS} title="Person">
        <Field {...common("name")} required />
        {isShown("slug") && (
          <Field {...common("slug")} hint="The last part of the profile's address. Former addresses still lead here." />
        )}
        <Field {...common("title")} hint="Position and institution." />
        <Field
          {...common("customGptUrl")}
          inputMode="url"
          hint="Address of an assistant that answers as this expert."
        />
        <Categories chosen={form.categories} error={errors.categories} />
        {below("categories")}
        {isShown("featured") && (
          <Check className="mb-4.5">
            <input id="featured" type="checkbox" name="featured" value="on" defaultChecked={form.featured} />{" "}
            <label htmlFor="featured">Featured on the home page</label>
          </Check>
        )}
        <ImageField {...image("imageUrl")} />
      </FieldGroup>
      <FieldGroup className={TWO_COLUMNS} title="Identity">
        <Field {...common("affiliation")} hint="The institution alone, for machines that read the profile." />
        <Field {...common("ror")} hint="Of the affiliation, from ror.org." />
        <Field {...common("orcid")} hint="The identifier or the address of its page, as in the next fields." />
        <Field {...common("wikidata")} />
        <Field {...common("openalex")} hint="The person's author entry: A and digits." />
        <TextArea {...common("interests")} rows={2} hint="Disclosed equity, funding and the like." />
      </FieldGroup>
      <FieldGroup className={TWO_COLUMNS} title="Texts">
        <TextArea {...common("longevityContribution")} rows={5} />
        {below("longevityContribution")}
        <TextArea {...common("biography")} rows={12} hint="Markdown works." />
        {below("biography")}
      </FieldGroup>
      <FieldGroup className={TWO_COLUMNS} title="Links and works">
        <RowsField
          key={`links ${version("referenceLinks")}`}
          {...rows("referenceLinks")}
          hint="The official website first."
        />
        {below("referenceLinks")}
        <RowsField
          {...rows("books")}
          hint="Without an author, the expert is named. Without an address, the title leads to a book search."
        />
        <RowsField key={`highlights ${version("scienceHighlights")}`} {...rows("scienceHighlights")} />
        {below("scienceHighlights")}
        <RowsField {...rows("youtubeEmbeds")} hint="From YouTube or Vimeo." />
        {isShown("sources") && <RowsField {...rows("sources")} hint="Where the facts come from." />}
      </FieldGroup>
      <FieldGroup className={TWO_COLUMNS} title="Longevity interview">
        <Field {...common("longevityInterviewTitle")} />
        <Field {...common("longevityInterviewDownloadNotesUrl")} inputMode="url" />
        <InterviewVideo {...common("longevityInterviewVideoEmbed")} />
        <ImageField {...image("longevityInterviewImageUrl")} />
        <TextArea {...common("longevityInterviewShortDescription")} rows={2} />
        <TextArea {...common("longevityInterviewLongDescription")} rows={5} />
      </FieldGroup>
      <FieldGroup className={TWO_COLUMNS} title="Featured solution">
        <Field {...common("productTitle")} />
        <Field {...common("productButtonText")} />
        <Field {...common("productButtonUrl")} inputMode="url" />
        <ImageField {...image("productImageUrl")} />
        <TextArea {...common("productDescription")} rows={4} />
      </FieldGroup>
    </div>
  );
}

/** The nine categories, and whatever else is stored. */
function Categories({ chosen, error }: { chosen: string[]; error?: string }) {
  const others = chosen.filter((key) => !categories.some((category) => category.key === key));
  return (
    <fieldset
      id="categories"
      tabIndex={-1}
      className="mb-4.5 grid fill-cols-60 gap-x-4 gap-y-1"
      aria-describedby={error && "categories-error"}
    >
      <legend className="mb-1 font-semibold">{EXPERT_LABELS.categories}</legend>
      {[...categories.map(({ key }) => key), ...others].map((key) => (
        <Check key={key}>
          <input
            id={`category-${key}`}
            type="checkbox"
            name="categories[]"
            value={key}
            defaultChecked={chosen.includes(key)}
          />{" "}
          <label htmlFor={`category-${key}`}>{categoryLabel(key)}</label>
        </Check>
      ))}
      {error && <ErrorText id="categories-error">{error}</ErrorText>}
    </fieldset>
  );
}

function InterviewVideo({
  defaultValue,
  ...area
}: {
  label: string;
  name: string;
  defaultValue: string;
  error?: string;
}) {
  const [code, setCode] = useState(defaultValue);
  return (
    <>
      <TextArea
        {...area}
        defaultValue={defaultValue}
        rows={2}
        onInput={(event) => setCode(event.currentTarget.value)}
        hint="Embed code or address of the video."
      />
      <VideoPreview code={code} title={area.label} />
    </>
  );
}
