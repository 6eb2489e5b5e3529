import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { CheckedSentences } from "~/components/admin/checked-sentences";
import { CopyTextButton } from "~/components/admin/copy-button";
import { PageLine, RowActions } from "~/components/admin/page-parts";
import { Badge } from "~/components/admin/text";
import { TextArea } from "~/components/forms/field";
import { Button } from "~/components/ui/button";
import { Panel } from "~/components/ui/panel";
import type { Refusal } from "~/http/form.server";
import { pieceField } from "~/models/editing/promotions/form";
import type { Piece } from "~/models/editing/promotions/state";

/** Shows a written text with the sources of its sentences, to copy, edit and save it. */
export function PieceText({ piece, refusal }: { piece: Piece; refusal: Refusal | undefined }) {
  const {
    id,
    idea,
    expert,
    content,
    contentId,
    isChanged,
    model,
    sentences = [],
    notice = "",
    failedPages = [],
  } = piece;
  const name = pieceField(id);
  const [isTyped, setTyped] = useState(false);
  const isSaving = useNavigation().formData?.get("save") === id;
  // After an answer of the server the field has the stored text again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server counts
  useEffect(() => setTyped(false), [content, isChanged, contentId]);
  const isSaved = contentId !== "" && !isChanged && !isTyped;
  const label = isSaving ? "Saving…" : isSaved ? "Save again" : "Save";
  return (
    <Panel id={id} className="mb-5 scroll-mt-4" aria-labelledby={`${id}-title`}>
      <PageLine>
        <h2 id={`${id}-title`}>
          {idea.title} {isSaved && <Badge tone="good">Saved</Badge>}
          {contentId !== "" && !isSaved && <Badge>Unsaved changes</Badge>}
        </h2>
        <RowActions>
          <CopyTextButton
            label={`Copy: ${idea.title}`}
            text={() => (document.getElementById(name) as HTMLTextAreaElement | null)?.value ?? content}
          >
            Copy
          </CopyTextButton>
          <Button
            type="submit"
            quiet={isSaved}
            small
            name="save"
            value={id}
            aria-label={`${label}: ${idea.title}`}
            aria-disabled={isSaving || undefined}
            onClick={(event) => isSaving && event.preventDefault()}
          >
            {label}
          </Button>
        </RowActions>
      </PageLine>
      <TextArea
        label={`Text, about ${expert}`}
        name={name}
        rows={16}
        required
        defaultValue={content}
        onInput={() => setTyped(true)}
        error={refusal?.fieldErrors[name]}
        hint={`The text is Markdown, and its first line is the title. Written by ${model}.`}
      />
      <CheckedSentences
        id={id}
        sentences={sentences}
        notice={notice}
        failedPages={failedPages}
        keepButton={(index, by) => ({ type: "submit", name: "support", value: `${id} ${index} ${by}` })}
        typed={(name) => refusal?.values[name]?.toString()}
        errors={refusal?.fieldErrors}
      />
    </Panel>
  );
}
