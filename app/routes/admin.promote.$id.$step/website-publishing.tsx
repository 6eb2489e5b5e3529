import { useNavigation } from "@remix-run/react";
import { Check } from "~/components/admin/field-group";
import { Actions } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { Button } from "~/components/ui/button";
import type { Piece } from "~/models/editing/promotions/state";
import { SECTIONS } from "~/subject/profile";

/** Asks where to publish a piece, with the buttons for publishing and preview. */
export function WebsitePublishing({ piece: { id, idea, article, onSite, linkFromProfile } }: { piece: Piece }) {
  const isPublishing = useNavigation().formData?.get("publish") === id;
  const label = isPublishing ? "Publishing…" : article?.isPublished ? "Publish changes" : "Publish Article";
  return (
    <fieldset className="group/website border-t border-line pt-3">
      <legend className="float-left mb-1.5 w-full font-semibold">Website Publishing</legend>
      <Check className="clear-both">
        <input id={`${id}-site`} type="checkbox" name="onSite[]" value={id} defaultChecked={onSite} />
        <label htmlFor={`${id}-site`}>Publish article to this website</label>
      </Check>
      <div className="mt-1.5 ml-7 hidden group-has-[[name='onSite[]']:checked]/website:block">
        <Check>
          <input
            id={`${id}-profile`}
            type="checkbox"
            name="linkFromProfile[]"
            value={id}
            defaultChecked={linkFromProfile}
            aria-describedby={`${id}-profile-hint`}
          />
          <label htmlFor={`${id}-profile`}>Add link to expert's profile page</label>
        </Check>
        <Hint id={`${id}-profile-hint`}>
          A link appears in the ‘{SECTIONS.highlights}’ section of the expert's profile. The article gets an
          SEO-friendly URL and metadata regardless.
        </Hint>
      </div>
      <Actions className="mt-3.5">
        <Button
          type="submit"
          name="publish"
          value={id}
          aria-label={`${label}: ${idea.title}`}
          aria-disabled={isPublishing || undefined}
          onClick={(event) => isPublishing && event.preventDefault()}
        >
          {label}
        </Button>
        <Button
          type="submit"
          quiet
          name="preview"
          value={id}
          formTarget="_blank"
          aria-label={`Preview Article in a new tab: ${idea.title}`}
        >
          Preview Article
        </Button>
      </Actions>
    </fieldset>
  );
}
