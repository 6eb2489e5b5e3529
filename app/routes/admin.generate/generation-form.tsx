import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Actions } from "~/components/admin/page-parts";
import { RelistReason } from "~/components/admin/relist-reason";
import { askButtonProps, NoProviderNotice, TextModelChoice } from "~/components/admin/text-model-choice";
import { Field, TextArea } from "~/components/forms/field";
import { type FormAnswer, fieldProps, typedText } from "~/components/forms/form-answer";

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

export function GenerationForm({ providers, defaultTitle, name, answer, className }: Props) {
  const formElement = useRef<HTMLFormElement>(null);
  const { formMethod, formData, state } = useNavigation();
  const isSending = formMethod === "POST" && formData?.get("intent") === null;
  const wasSending = useRef(false);
  useEffect(() => {
    if (state !== "idle") {
      wasSending.current ||= isSending;
      return;
    }
    // The generation has started, so the form is emptied for the next one.
    if (wasSending.current && !answer) formElement.current?.reset();
    wasSending.current = false;
  }, [state, isSending, answer]);

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
        <Button
          type="submit"
          {...askButtonProps(providers)}
          aria-disabled={isSending || undefined}
          onClick={(event) => isSending && event.preventDefault()}
        >
          {isSending ? "Starting…" : "Generate profile"}
        </Button>
      </Actions>
    </Form>
  );
}
