import { Link } from "@remix-run/react";
import { CopyTextButton } from "~/components/admin/copy-button";
import { call } from "~/components/ui/api-client";
import { ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { labelOf, textFileName } from "~/models/library/labels";
import type { ContentCard } from "~/models/library/lists.server";
import type { LibraryContent } from "~/models/library/views.server";

/** The texts that were saved last, below the steps (row PW14). */
export function SavedTexts({ saved }: { saved: ContentCard[] }) {
  return (
    <section className="panel" aria-labelledby="library">
      <h2 id="library">Content Library</h2>
      {saved.length === 0 ? (
        <p className="empty">Nothing is saved yet.</p>
      ) : (
        <ul className="saved-texts">
          {saved.map(({ id, expertName, platform, contentType, excerpt, createdAt }) => {
            const name = `${expertName || "No expert"}, ${labelOf(contentType)}`;
            return (
              <li key={id}>
                <div>
                  <Link to={`/admin/library/content/${id}`}>{expertName || "No expert"}</Link>{" "}
                  <span className="badge">{labelOf(platform)}</span>{" "}
                  <span className="badge">{labelOf(contentType)}</span>
                  <p className="hint">
                    <ShortDate time={createdAt} />: {excerpt}
                  </p>
                </div>
                <p className="acts">
                  <CopyTextButton
                    label={`Copy: ${name}`}
                    text={async () => (await call<LibraryContent>(`/api/library/content/${id}`)).content}
                  >
                    Copy
                  </CopyTextButton>
                  <ButtonLink
                    quiet
                    small
                    href={`/admin/library/content/${id}/download`}
                    download={textFileName(platform, contentType)}
                    aria-label={`Download: ${name}`}
                  >
                    Download
                  </ButtonLink>
                </p>
              </li>
            );
          })}
        </ul>
      )}
      <p>
        <Link to="/admin/library">All saved content and images</Link>
      </p>
    </section>
  );
}
