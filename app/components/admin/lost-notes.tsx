import { TextArea } from "~/components/forms/field";

/** Notes that were typed for a decision which somebody else had taken already: kept nowhere but in this field. */
export function LostNotes({ notes }: { notes: string }) {
  const hint = "These were not kept, as the submission was decided meanwhile. You can still copy them.";
  return <TextArea label="Your review notes" name="reviewNotes" rows={3} hint={hint} defaultValue={notes} />;
}
