import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { TextButton } from "~/components/ui/button";
import { ShortTime } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import { ADMIN_ARTICLES } from "~/models/records/articles/list";

const DONE: Record<string, string> = {
  created: "The draft was created. What you type is kept, for you alone, until you save it.",
  saved: "Saved.",
  published: "Published.",
  unpublished: "Unpublished. Readers no longer see it.",
  cancelled: "Saved. It is no longer scheduled.",
  shared: "Saved. The link to the draft is below.",
  unshared: "Saved. The link to the draft no longer works.",
  refused: "Not published: new sentences have no source. The new text is in the form. Save it to name their sources.",
  discarded: "What you typed was discarded. This is the stored article.",
};

/** Says what was done to the article a moment ago. */
export function Done({ what, slug, scheduledAt }: { what: string; slug: string; scheduledAt: string | null }) {
  const notice = useRef<HTMLParagraphElement>(null);
  // The form was made anew: who worked by keyboard goes on from here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next change takes the focus again
  useEffect(() => notice.current?.focus(), [what]);
  return (
    <Notice role="status" tabIndex={-1} ref={notice}>
      {what === "scheduled" && scheduledAt ? (
        <>
          Saved. It is published on <ShortTime time={scheduledAt} />.
        </>
      ) : (
        (DONE[what] ?? "Saved.")
      )}{" "}
      {what === "published" && <a href={`/articles/${slug}`}>View the article</a>} Go{" "}
      <Link to={ADMIN_ARTICLES}>back to the list</Link>.
    </Notice>
  );
}

/** Says that the form holds text that was typed earlier and not saved. */
export function Restored({ at, isOlder, discard }: { at: string; isOlder: boolean; discard: string }) {
  return (
    <Notice>
      Unsaved changes from <ShortTime time={at} /> were restored.{" "}
      {isOlder && "The article has changed since then. Saving shows both versions. "}
      <DiscardButton address={discard}>Discard</DiscardButton>
    </Notice>
  );
}

/** Drops what was typed and not saved, and shows the article as it is stored. */
export function DiscardButton({ address, children }: { address: string; children: ReactNode }) {
  return (
    <TextButton formAction={address} formEncType="application/x-www-form-urlencoded">
      {children}
    </TextButton>
  );
}
