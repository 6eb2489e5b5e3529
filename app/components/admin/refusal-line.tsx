import { JumpLink } from "~/components/ui/jump-link";
import type { Refusal } from "~/http/form.server";

/** The id of the full message above the form. */
export const REFUSAL_MESSAGE_ID = "hindrance";

/** Says beside the Save button why the form was not saved, with a link to the first wrong field or the full message. */
export function RefusalLine({ refusal }: { refusal: Refusal | undefined }) {
  if (!refusal) return null;
  return (
    <p className="flex min-w-0 items-baseline gap-2 text-sm text-danger">
      <span className="line-clamp-2">{refusal.message}</span>
      <JumpLink to={Object.keys(refusal.fieldErrors)[0] ?? REFUSAL_MESSAGE_ID} className="flex-none underline">
        What to do
      </JumpLink>
    </p>
  );
}
