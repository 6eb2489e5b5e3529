import { form, type Refusal } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { acceptedIn, shownSuggestions, suggestionStep } from "~/models/editing/ai/suggestions.server";
import { EXPERT_CHARACTERS, IMAGE_FIELDS } from "~/models/records/experts/fields";
import { applyStep, type ExpertForm, formIn, recordIn, STEP } from "~/models/records/experts/form";
import { imagesFromForm } from "~/models/records/images/images.server";
import { MAX_BYTES } from "~/models/records/images/rules";

export interface SentExpert {
  editor: Editor;
  values: Refusal["values"];
  typedForm: ExpertForm;
  /** The typed record and the accepted suggestions. */
  input: ReturnType<typeof recordIn> & { accepted: string[]; relistReason: unknown; compared: unknown };
  origin: string;
}

/** Handles the editors' form of an expert: stores its files, then carries out a step (a suggestion or a row), or saves. */
export function expertForm<T>(
  request: Request,
  subject: Parameters<typeof suggestionStep>[1],
  guard: () => Promise<Editor>,
  save: (sentExpert: SentExpert) => Promise<T>,
) {
  const files = { files: IMAGE_FIELDS.length, fileBytes: MAX_BYTES };
  return form(
    request,
    async (values, sentFiles) => {
      const editor = await guard();
      const origin = siteOrigin(request);
      await imagesFromForm(editor, values, sentFiles, { origin });
      // If the step is refused, the page needs the suggestions to show the errors beside them.
      Object.assign(values, await shownSuggestions(editor, values));
      const step = await suggestionStep(editor, subject, values, request.signal);
      if (step) return step;
      const typedForm = formIn(values);
      const changedForm = applyStep(values[STEP], typedForm);
      if (changedForm) return { values, form: changedForm };
      const { relistReason, compared } = values;
      const input = { ...recordIn(typedForm), accepted: acceptedIn(values), relistReason, compared };
      return save({ editor, values, typedForm, input, origin });
    },
    { characters: EXPERT_CHARACTERS, files, guard },
  );
}
