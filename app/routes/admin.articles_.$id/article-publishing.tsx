import { CopyUrlButton } from "~/components/admin/copy-button";
import { FieldGroup, PlainField } from "~/components/admin/field-group";
import { LinkSummary, RowActions } from "~/components/admin/page-parts";
import { Badge, Hint } from "~/components/admin/text";
import { Button } from "~/components/ui/button";
import { ShortDate, ShortTime } from "~/components/ui/dates";
import { toDateTimeInput } from "~/models/records/articles/form";
import { ScheduleField } from "./schedule-field";

export interface Publishing {
  title: string;
  status: string;
  publishedAt: string | null;
  scheduledAt: string | null;
  featured: boolean;
  /** The path that opens the draft without signing in; null if it is not shared. */
  sharePath: string | null;
}

/** Shows the status, schedule and preview link of an article. Its buttons save the form first. */
export function ArticlePublishing({
  article,
  typedTime,
  error,
}: {
  article: Publishing;
  /** The time in the form that was sent. */
  typedTime: string | undefined;
  error: string | undefined;
}) {
  const { status, scheduledAt, sharePath } = article;
  const isPublished = status === "published";
  return (
    <FieldGroup title="Publishing">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-3">
        <p>
          <Status article={article} />
        </p>
        <Button type="submit" quiet name="status" value={isPublished ? "draft" : "published"}>
          {isPublished ? "Unpublish" : scheduledAt ? "Publish now" : "Publish"}
        </Button>
      </div>
      {!isPublished && (
        <details open={scheduledAt !== null || sharePath !== null || error !== undefined || Boolean(typedTime)}>
          <LinkSummary>Publish at a chosen time, or share the draft</LinkSummary>
          <div className="grid gap-x-8 pt-2 md:grid-cols-2">
            <div>
              <ScheduleField
                key={typedTime ?? scheduledAt}
                time={typedTime ?? toDateTimeInput(scheduledAt ?? "")}
                error={error}
              />
              <RowActions className="mb-4">
                <Button type="submit" quiet name="schedule" value="set">
                  {scheduledAt ? "Change the schedule" : "Schedule"}
                </Button>
                {scheduledAt && (
                  <Button type="submit" quiet name="schedule" value="cancel">
                    Cancel the schedule
                  </Button>
                )}
              </RowActions>
            </div>
            <Sharing article={article} />
          </div>
        </details>
      )}
    </FieldGroup>
  );
}

function Status({ article: { status, publishedAt, scheduledAt, featured } }: { article: Publishing }) {
  if (status === "published")
    return (
      <>
        <Badge tone="good">Published</Badge> {publishedAt && <ShortDate time={publishedAt} />}
        {featured && ". It is featured. Unpublishing removes it from the featured articles."}
      </>
    );
  return (
    <>
      <Badge>Draft</Badge>{" "}
      {scheduledAt ? (
        <>
          It will be published automatically on <ShortTime time={scheduledAt} />.
        </>
      ) : publishedAt ? (
        <>
          It was first published on <ShortDate time={publishedAt} />.
        </>
      ) : (
        "Readers do not see it."
      )}
    </>
  );
}

function Sharing({ article: { title, sharePath } }: { article: Publishing }) {
  return (
    <PlainField>
      <strong>Share the draft</strong>
      {sharePath ? (
        <>
          <Hint>
            <a href={sharePath}>This link</a> opens the draft without signing in, until it is withdrawn.
          </Hint>
          <RowActions>
            <CopyUrlButton path={sharePath} name={`the draft of ${title}`} />
            <Button type="submit" quiet small name="share" value="off">
              Withdraw the link
            </Button>
          </RowActions>
        </>
      ) : (
        <>
          <Hint>Anyone with this link can open the draft without signing in.</Hint>
          <RowActions>
            <Button type="submit" quiet name="share" value="on">
              Make a link
            </Button>
          </RowActions>
        </>
      )}
    </PlainField>
  );
}
