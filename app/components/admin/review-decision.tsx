import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";
import { TextArea } from "~/components/forms/field";
import { Button } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import type { JustDecided } from "~/models/submissions/review.server";

/** With scripts Undo is offered for so long; the server takes a little more for slow lines. */
const UNDO_MS = 10_000;

/** What was just decided, and Undo. */
export function DecisionBar({ decided }: { decided: JustDecided | null }) {
  const [over, setOver] = useState<string | null>(null);
  const id = decided?.id ?? null;
  useEffect(() => {
    const timer = setTimeout(() => setOver(id), UNDO_MS);
    return () => clearTimeout(timer);
  }, [id]);
  if (!decided) return null;
  return (
    <Notice className="decision">
      <p role="status">
        The submission of <strong>{decided.name}</strong> was {decided.status}.
      </p>
      {decided.undoable && over !== decided.id && <UndoButton id={decided.id} />}
    </Notice>
  );
}

export function UndoButton({ id }: { id: string }) {
  return (
    <Form method="post" action={`/admin/submissions/${id}/undo`}>
      <Button type="submit" quiet data-key="u" aria-keyshortcuts="u">
        Undo
      </Button>
    </Form>
  );
}

/** Notes that were typed for a decision which somebody else had taken already: kept nowhere but in this field. */
export function LostNotes({ notes }: { notes: string }) {
  const hint = "These were not kept, as the submission was decided meanwhile. You can still copy them.";
  return <TextArea label="Your review notes" name="reviewNotes" rows={3} hint={hint} defaultValue={notes} />;
}
