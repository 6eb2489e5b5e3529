import { JumpLink } from "~/components/ui/jump-link";
import type { Refusal } from "~/http/form.server";

/** The id of what is said at length above the form. */
export const HINDRANCE = "hindrance";

/** Beside Save, which is always in view: why it was not saved, in a line, and the way to what can be done. It is announced above. */
export function Hindrance({ refusal }: { refusal: Refusal | undefined }) {
  if (!refusal) return null;
  return (
    <p className="flex min-w-0 items-baseline gap-2 text-sm text-danger">
      <span className="line-clamp-2">{refusal.message}</span>
      <JumpLink to={Object.keys(refusal.fieldErrors)[0] ?? HINDRANCE} className="flex-none underline">
        What to do
      </JumpLink>
    </p>
  );
}
