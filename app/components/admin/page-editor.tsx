import { Form } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
import { Field } from "~/components/forms/field";
import { FormErrors } from "~/components/forms/form-errors";
import { ShownVersions } from "~/components/forms/shown-versions";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button } from "~/components/ui/button";
import type { Refusal } from "~/http/form.server";
import type { Preview } from "~/models/records/articles/text";
import type { PageForm } from "~/models/whole/pages/form";
import { PAGE_LABELS } from "~/models/whole/pages/labels";
import { ArticleTextField } from "./article-text-field";
import { CheckLabel, FieldGroup, SaveBar, TWO_COLUMNS_CLASS } from "./field-group";

interface Props {
  form: PageForm;
  preview: Preview;
  refusal: Refusal | undefined;
  hasStartingText: boolean;
  /** True after the form was sent with the Preview button. */
  isPreviewed: boolean;
  /** Content between the error and the fields. */
  children?: ReactNode;
}

/** Renders the form of one of the site's own pages, with its preview. */
export function PageEditor({ form, preview, refusal, hasStartingText, isPreviewed, children }: Props) {
  const element = useRef<HTMLFormElement>(null);
  const { slug, title, body, position, inFooter, updatedAt, shown } = form;
  const errors = refusal?.fieldErrors ?? {};
  return (
    <>
      <FormErrors refusal={refusal} title="Update Failed" labels={PAGE_LABELS} />
      {children}
      <Form method="post" ref={element} noValidate>
        {updatedAt !== undefined && <input type="hidden" name="updatedAt" value={updatedAt} />}
        <ShownVersions versions={shown} />
        <FieldGroup title="The page" className={TWO_COLUMNS_CLASS}>
          <Field label={PAGE_LABELS.title} name="title" required defaultValue={title} error={errors.title} />
          {slug !== undefined && (
            <Field
              label={PAGE_LABELS.slug}
              name="slug"
              defaultValue={slug}
              error={errors.slug}
              hint="Letters, digits and hyphens. Leave it empty to make it from the title. It cannot be changed later."
            />
          )}
          <Field
            label={PAGE_LABELS.position}
            name="position"
            type="number"
            min={1}
            max={99}
            required
            defaultValue={position}
            error={errors.position}
          />
          <p className="mb-4.5">
            <CheckLabel>
              <input type="checkbox" name="inFooter" defaultChecked={inFooter} />
              {PAGE_LABELS.inFooter}
            </CheckLabel>
          </p>
        </FieldGroup>
        <ArticleTextField
          value={body}
          error={errors.body}
          preview={preview}
          isPreviewRequested={isPreviewed}
          previewButton={{ name: "intent", value: "preview" }}
          form={element}
        />
        <SaveBar>
          <SubmitButton pending="Saving…">Save page</SubmitButton>
          {hasStartingText && (
            <Button quiet type="submit" name="intent" value="starting-text">
              Restore the original text
            </Button>
          )}
        </SaveBar>
      </Form>
    </>
  );
}
