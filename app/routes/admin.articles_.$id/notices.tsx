import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { TextButton } from "~/components/ui/button";
import { ShortTime } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import { ADMIN_ARTICLES } from "~/models/records/articles/list";

const DONE_MESSAGES: Record<string, string> = {
  created: "The draft was created. Until you save it, your text is stored for you alone.",
  saved: "Saved.",
  published: "Published.",
  unpublished: "Unpublished. Readers no longer see it.",
  cancelled: "Saved. It is no longer scheduled.",
  shared: "Saved. The link to the draft is below.",
  unshared: "Saved. The link to the draft no longer works.",
  refused:
    "The article was not published, because new sentences have no source. The form has the new text. Save it to name their sources.",
  discarded: "Your changes were discarded. The form has the saved article.",
};

/** Says what was just done to the article. */
export function OutcomeNotice({
  outcome,
  slug,
  scheduledAt,
}: {
  outcome: string;
  slug: string;
  scheduledAt: string | null;
}) {
  const notice = useRef<HTMLParagraphElement>(null);
  // The form was replaced, so the focus moves to the notice for keyboard users.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next change takes the focus again
  useEffect(() => notice.current?.focus(), [outcome]);
  return (
    <Notice role="status" tabIndex={-1} ref={notice}>
      {outcome === "scheduled" && scheduledAt ? (
        <>
          Saved. It will be published on <ShortTime time={scheduledAt} />.
        </>
      ) : (
        (DONE_MESSAGES[outcome] ?? "Saved.")
      )}{" "}
      {outcome === "published" && <a href={`/articles/${slug}`}>View the article</a>} Go{" "}
      <Link to={ADMIN_ARTICLES}>back to the list</Link>.
    </Notice>
  );
}

/** Says that the form has an unsaved draft. */
export function RestoredDraftNotice({
  at,
  isOlder,
  discardAddress,
}: {
  at: string;
  isOlder: boolean;
  discardAddress: string;
}) {
  return (
    <Notice>
      Unsaved changes from <ShortTime time={at} /> were restored.{" "}
      {isOlder && "The article has changed since then. Saving shows both versions. "}
      <DiscardButton address={discardAddress}>Discard</DiscardButton>
    </Notice>
  );
}

/** Discards the unsaved draft and shows the saved article. */
export function DiscardButton({ address, children }: { address: string; children: ReactNode }) {
  return (
    <TextButton formAction={address} formEncType="application/x-www-form-urlencoded">
      {children}
    </TextButton>
  );
}
