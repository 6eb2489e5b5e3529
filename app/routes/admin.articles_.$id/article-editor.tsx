import { type ReactNode, useRef, useState } from "react";
import { ArticleTextField } from "~/components/admin/article-text-field";
import { ArticleType } from "~/components/admin/article-type-field";
import { ExpertNameField } from "~/components/admin/expert-name-field";
import { Check, FieldGroup, SaveBar, TWO_COLUMNS_CLASS } from "~/components/admin/field-group";
import { ImageField } from "~/components/admin/image-field";
import { RowActions } from "~/components/admin/page-parts";
import { RecordForm } from "~/components/admin/record-form";
import { NewSentences } from "~/components/admin/sources/new-sentences";
import { HintText } from "~/components/admin/text";
import { CountedTextArea, Field, TextArea } from "~/components/forms/field";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button } from "~/components/ui/button";
import type { Refusal } from "~/http/form.server";
import { ARTICLE_LABELS, ARTICLE_RECORD } from "~/models/records/articles/fields";
import type { ArticleForm } from "~/models/records/articles/form";
import type { Preview } from "~/models/records/articles/text";
import { ArticlePublishing, type Publishing } from "./article-publishing";
import { type DraftState, useArticleDraft } from "./use-article-draft";

interface Props {
  article: Publishing & { id: string };
  /** The initial values of the fields. Another version needs another `key`. */
  form: ArticleForm;
  /** The `updatedAt` of the version in the form. */
  updatedAt: string;
  preview: Preview;
  /** True after the form was sent with the Preview button. */
  isPreviewed: boolean;
  /** The values of the last answer, with those that are no fields of the article. */
  sentValues: Refusal["values"] | undefined;
  refusal: Refusal | undefined;
  /** The reason why no tags can be suggested; "" if they can. */
  suggestionsProblem: string;
  /** Content above the fields: restored text and conflicts. */
  children?: ReactNode;
}

/** Renders the form of an article: its subject and publication, then title and text, then the other fields. */
export function ArticleEditor(props: Props) {
  const { article, form, updatedAt, preview, isPreviewed, sentValues, refusal, suggestionsProblem, children } = props;
  // Reloaded data must not change the fields while somebody types.
  const [initialVersion] = useState({ form, updatedAt });
  const formRef = useRef<HTMLFormElement>(null);
  const { draft, stopSaving } = useArticleDraft(formRef, article.id, initialVersion);
  const errors = refusal?.fieldErrors ?? {};
  const field = (name: keyof ArticleForm) => ({
    label: ARTICLE_LABELS[name],
    name,
    defaultValue: initialVersion.form[name],
    error: errors[name],
    autoComplete: "off",
  });
  const typedTime = sentValues?.scheduledAt;
  return (
    <RecordForm formRef={formRef} updatedAt={initialVersion.updatedAt} refusal={refusal} onSubmit={stopSaving}>
      <FormErrors refusal={refusal} title="Update Failed" labels={ARTICLE_LABELS} />
      {children}
      <NewSentences answer={{ ...refusal, values: sentValues }} />
      <div data-all-optional="" className="[&_#title]:font-serif [&_#title]:text-xl [&_#title]:font-semibold">
        <ArticlePublishing
          article={article}
          typedTime={typeof typedTime === "string" ? typedTime : undefined}
          error={errors.scheduledAt}
        />
        <Field {...field("title")} required hint={`Up to ${ARTICLE_RECORD.title.max} characters.`} />
        <ArticleTextField
          value={initialVersion.form.body}
          error={errors.body}
          preview={preview}
          isPreviewRequested={isPreviewed}
          previewButton={{ name: "preview", value: "1" }}
          form={formRef}
        />
        <FieldGroup title="Article" className={TWO_COLUMNS_CLASS}>
          <ExpertNameField defaultValue={initialVersion.form.expert} error={errors.expert} />
          <ArticleType defaultValue={initialVersion.form.type} error={errors.type} />
          <CountedTextArea
            {...field("excerpt")}
            rows={3}
            guidance="Lists and search engines show it. It also stands above the text, unless the text begins with it."
            maxLength={ARTICLE_RECORD.excerpt.max}
          />
          <Field
            {...field("slug")}
            hint="The last part of /articles/…. Leave it empty to make it from the title. Former addresses redirect to this one."
          />
          <Check className="self-center md:mt-2">
            <input
              id="onProfile"
              type="checkbox"
              name="onProfile"
              value="on"
              defaultChecked={initialVersion.form.onProfile !== ""}
            />{" "}
            <label htmlFor="onProfile">{ARTICLE_LABELS.onProfile}</label>
          </Check>
        </FieldGroup>
        <FieldGroup title="Image">
          <ImageField
            name="imageUrl"
            label={ARTICLE_LABELS.imageUrl}
            value={initialVersion.form.imageUrl}
            error={errors.imageUrl}
          />
          <CountedTextArea
            {...field("imageAlt")}
            rows={2}
            guidance="Describes the image to readers who cannot see it."
            maxLength={ARTICLE_RECORD.imageAlt.max}
          />
        </FieldGroup>
        <FieldGroup title="Tags and sources">
          <Field {...field("tags")} hint={`Up to ${ARTICLE_RECORD.tags.entries}. Separate them with commas.`} />
          <RowActions className="mb-4">
            {suggestionsProblem ? (
              <HintText>AI cannot suggest tags. {suggestionsProblem}</HintText>
            ) : (
              <Button type="submit" quiet small name="suggestTags" value="on">
                Suggest tags with AI
              </Button>
            )}
          </RowActions>
          <TextArea {...field("sources")} rows={4} hint="One on each line: title|address, or a citation." />
        </FieldGroup>
      </div>
      <ArticleButtons draft={draft} />
    </RecordForm>
  );
}

function ArticleButtons({ draft }: { draft: DraftState }) {
  return (
    <SaveBar>
      <SubmitButton pending="Saving…">Save</SubmitButton>
      <HintText role="status">
        {draft.hasFailed && "Your draft could not be stored on the server. The next change tries again."}
        {draft.at && `Draft stored at ${draft.at.slice(11, 16)} UTC, not saved yet.`}
      </HintText>
    </SaveBar>
  );
}
