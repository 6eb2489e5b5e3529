import { Link } from "@remix-run/react";
import { CopyTextButton } from "~/components/admin/copy-button";
import { Empty, RowActions } from "~/components/admin/page-parts";
import { Badge, Hint } from "~/components/admin/text";
import { call } from "~/components/ui/api-client";
import { ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Panel } from "~/components/ui/panel";
import { labelOf, textFileName } from "~/models/editing/library/labels";
import type { ContentCard } from "~/models/editing/library/lists.server";
import type { LibraryContent } from "~/models/editing/library/views.server";

export function SavedTexts({ texts }: { texts: ContentCard[] }) {
  return (
    <Panel aria-labelledby="library">
      <h2 id="library">Content Library</h2>
      {texts.length === 0 ? (
        <Empty>Nothing is saved yet.</Empty>
      ) : (
        <ul>
          {texts.map(({ id, expertName, platform, contentType, excerpt, createdAt }) => {
            const name = `${expertName || "No expert"}, ${labelOf(contentType)}`;
            return (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5 border-t border-line py-2.5"
              >
                <div className="flex-[1_1_20rem] [&>a]:underline">
                  <Link to={`/admin/library/content/${id}`}>{expertName || "No expert"}</Link>{" "}
                  <Badge>{labelOf(platform)}</Badge> <Badge>{labelOf(contentType)}</Badge>
                  <Hint>
                    <ShortDate time={createdAt} />: {excerpt}
                  </Hint>
                </div>
                <RowActions>
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
                </RowActions>
              </li>
            );
          })}
        </ul>
      )}
      <p className="mt-3 underline">
        <Link to="/admin/library">All saved content and images</Link>
      </p>
    </Panel>
  );
}
