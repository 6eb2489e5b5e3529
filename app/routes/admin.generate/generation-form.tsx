import { Form, useNavigation } from "@remix-run/react";
import { Actions } from "~/components/admin/page-parts";
import { RelistReason } from "~/components/admin/relist-reason";
import { askButtonProps, NoProviderNotice, TextModelChoice } from "~/components/admin/text-model-choice";
import { Field, TextArea } from "~/components/forms/field";
import { type FormAnswer, fieldProps, typedText } from "~/components/forms/form-answer";
import { useEmptiedForm } from "~/components/forms/use-emptied-form";

import { Button } from "~/components/ui/button";

import type { ProviderStatus } from "~/models/base/providers/status.server";
import { EXPERT_LABELS } from "~/models/records/experts/fields";
import type { TextProvider } from "~/services/ai-providers";

interface Props {
  providers: ProviderStatus<TextProvider>[];
  defaultTitle: string;
  name: string;
  /** The refusal of this form. */
  answer: FormAnswer | undefined;
  className: string;
}

/** Tells whether the form was sent, and not that of a generated profile on the same page. */
const isGeneration = (data: FormData) => data.get("intent") === null && data.has("customContribution");

export function GenerationForm({ providers, defaultTitle, name, answer, className }: Props) {
  const { formMethod, formData } = useNavigation();
  const isSending = formMethod === "POST" && formData !== undefined && isGeneration(formData);
  const formElement = useEmptiedForm(isGeneration, answer);

  return (
    <Form ref={formElement} method="post" action="/admin/generate" className={`max-w-192 ${className}`} noValidate>
      <Field
        label="Expert name"
        name="expertName"
        required
        autoComplete="off"
        aria-required="true"
        {...fieldProps(answer, "expertName")}
        data-first=""
        defaultValue={answer ? typedText(answer, "expertName") : name}
      />
      <Field
        label="Title"
        name="expertTitle"
        autoComplete="off"
        {...fieldProps(answer, "expertTitle")}
        defaultValue={answer ? typedText(answer, "expertTitle") : defaultTitle}
      />
      <TextArea
        label="Custom contribution"
        name="customContribution"
        rows={3}
        hint={`Used word for word as the ${EXPERT_LABELS.longevityContribution.toLowerCase()}.`}
        {...fieldProps(answer, "customContribution")}
      />
      <RelistReason answer={answer} />
      <TextArea
        label="Pages to read"
        name="sourceUrls"
        rows={2}
        hint="Addresses of pages about this person, one on each line. The model also searches for more."
        {...fieldProps(answer, "sourceUrls")}
      />
      <TextModelChoice
        providers={providers}
        provider={typedText(answer, "provider")}
        model={typedText(answer, "model")}
      />
      <NoProviderNotice providers={providers} />
      <Actions className="mb-2.5">
        <Button type="submit" {...askButtonProps(providers)} aria-disabled={isSending || undefined}>
          {isSending ? "Starting…" : "Generate profile"}
        </Button>
      </Actions>
    </Form>
  );
}
