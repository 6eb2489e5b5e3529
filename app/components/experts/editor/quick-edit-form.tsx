import { Form, useNavigation } from "@remix-run/react";
import type { KeyboardEvent, ReactNode } from "react";
import { ComparedByHand } from "~/components/admin/compared-by-hand";
import { Check } from "~/components/admin/field-group";
import { keyProps } from "~/components/admin/keys";
import { Actions } from "~/components/admin/page-parts";
import { RelistReason } from "~/components/admin/relist-reason";
import { NewSentences } from "~/components/admin/sources/new-sentences";
import { ErrorText } from "~/components/admin/text";
import { Field, TextArea } from "~/components/forms/field";
import type { FormAnswer } from "~/components/forms/form-answer";
import { Button } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import type { QuickForm } from "~/models/editing/experts/quick-edit";
import { EXPERT_LABELS } from "~/models/records/experts/fields";
import { categories } from "~/models/records/listings/categories";

interface Props {
  id: string;
  form: QuickForm;
  /** The page after Save or Cancel. */
  returnTo: string;
  answer?: FormAnswer;
  /** The field that the key for editing focuses. Without it the name has the focus. */
  fieldOfEditKey?: "biography" | "topics";
  /** Content above the fields: conflicts. */
  children?: ReactNode;
}

/** Shows the fields that editors correct most often, on one screen. */
export function QuickEditForm({ id, form, returnTo, answer, fieldOfEditKey, children }: Props) {
  const { formAction, formMethod } = useNavigation();
  const address = `/admin/experts/${id}/quick`;
  const isSaving = formMethod === "POST" && formAction === address;
  const errors = answer?.fieldErrors ?? {};
  const saveByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  // Stored categories that are not on the list stay.
  const unlistedCategories = form.categories.filter((category) => !categories.some(({ key }) => key === category));
  return (
    // noValidate, because the server checks the input, and its messages are the same with and without scripts.
    <Form
      method="post"
      action={address}
      noValidate
      onKeyDown={saveByKey}
      data-all-optional=""
      aria-label={`Quick edit: ${form.name}`}
    >
      <input type="hidden" name="updatedAt" defaultValue={form.updatedAt} />
      <input type="hidden" name="returnTo" value={returnTo} />
      {children}
      <RelistReason answer={answer} />
      <ComparedByHand answer={answer} />
      <NewSentences answer={answer} />
      <div className="gap-x-4 md:grid md:grid-cols-2 [&_.field]:mb-3">
        <Field
          label={EXPERT_LABELS.name}
          name="name"
          required
          autoComplete="off"
          autoFocus={fieldOfEditKey === undefined}
          defaultValue={form.name}
          error={errors.name}
        />
        <Field
          label={EXPERT_LABELS.title}
          name="title"
          autoComplete="off"
          defaultValue={form.title}
          error={errors.title}
        />
        <TextArea
          label={EXPERT_LABELS.longevityContribution}
          name="longevityContribution"
          rows={3}
          defaultValue={form.longevityContribution}
          error={errors.longevityContribution}
        />
        <Field
          label={EXPERT_LABELS.topics}
          name="topics"
          autoComplete="off"
          {...(fieldOfEditKey === "topics" && keyProps("edit"))}
          hint="Separate them with commas, the most important first."
          defaultValue={form.topics}
          error={errors.topics}
        />
      </div>
      {form.biography !== null && (
        <TextArea
          label={EXPERT_LABELS.biography}
          name="biography"
          rows={8}
          {...(fieldOfEditKey === "biography" && keyProps("edit"))}
          defaultValue={form.biography}
          error={errors.biography}
        />
      )}
      <fieldset id="categories" tabIndex={-1} className="mb-3 grid fill-cols-60 gap-x-4 gap-y-1">
        <legend className="mb-1 font-semibold">{EXPERT_LABELS.categories}</legend>
        {categories.map(({ key, label }) => (
          <Check key={key}>
            <input
              id={`quick-${key}`}
              type="checkbox"
              name="categories[]"
              value={key}
              defaultChecked={form.categories.includes(key)}
            />{" "}
            <label htmlFor={`quick-${key}`}>{label}</label>
          </Check>
        ))}
        {unlistedCategories.map((key) => (
          <input key={key} type="hidden" name="categories[]" value={key} />
        ))}
        {errors.categories && <ErrorText>{errors.categories}</ErrorText>}
      </fieldset>
      <Actions>
        <Button type="submit" small aria-disabled={isSaving || undefined}>
          {isSaving ? "Saving…" : "Save"}
        </Button>
        <Link to={returnTo} preventScrollReset className="underline">
          Cancel
        </Link>
        <Link to={`/admin/experts/${id}`} className="underline">
          All fields
        </Link>
      </Actions>
    </Form>
  );
}
