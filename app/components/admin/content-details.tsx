import { Form } from "@remix-run/react";
import type { FormEvent } from "react";
import { FactsLine, RowActions } from "~/components/admin/page-parts";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import type { ArticleOfContent } from "~/models/editing/library/article.server";
import { imageLabel, labelOf } from "~/models/editing/library/labels";
import type { LibraryContent, LibraryImage } from "~/models/editing/library/views.server";
import { IMAGE_LIST_CLASS, THUMB_CLASS } from "./attach-dialog";
import { CopyTextButton } from "./copy-button";
import { FluidImage } from "./fluid-image";
import { insteadOfLink } from "./library-cards";
import { Badge } from "./text";

/** The actions of the dialog. On the page, forms and links do the same. */
interface ContentActions {
  detach(image: LibraryImage): void;
  attach(): void;
  remove(): void;
}

interface Props {
  content: LibraryContent;
  article: ArticleOfContent | null;
  actions?: ContentActions;
}

export function ContentDetails({ content, article, actions }: Props) {
  const { id, platform, contentType, createdAt, projectName, provider, model, images } = content;
  const contentAddress = `/admin/library/content/${id}`;
  const Heading = actions ? "h3" : "h2";
  return (
    <>
      <RowActions>
        <CopyTextButton text={() => content.content}>Copy Content</CopyTextButton>
        <Form method="post" action={contentAddress}>
          <input type="hidden" name="intent" value="publish" />
          <SubmitButton small pending="Opening…">
            {article ? "Open Article" : "Publish Article"}
          </SubmitButton>
        </Form>
        <ButtonLink
          quiet
          danger
          small
          to={`/admin/library/delete?kind=content&id=${id}`}
          onClick={actions && insteadOfLink(actions.remove)}
        >
          Delete
        </ButtonLink>
      </RowActions>
      <FactsLine>
        <Fact term="Platform">{labelOf(platform)}</Fact>
        <Fact term="Type">{labelOf(contentType)}</Fact>
        <Fact term="Created">
          <ShortDate time={createdAt} />
        </Fact>
        {projectName && <Fact term="Project">{projectName}</Fact>}
        {provider && <Fact term="Written by">{`${provider} ${model}`}</Fact>}
        {article && (
          <Fact term="Article">
            {article.title} <Badge>{labelOf(article.status)}</Badge>
          </Fact>
        )}
      </FactsLine>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll this section by the keyboard. */}
      <section className={FULL_TEXT_CLASS} tabIndex={0} aria-label="Full content">
        {content.content}
      </section>
      <Heading>Attached images</Heading>
      {images.length === 0 ? (
        <p className="text-muted">None yet.</p>
      ) : (
        <ul className={IMAGE_LIST_CLASS}>
          {images.map((image) => {
            const label = imageLabel(image);
            return (
              <li key={image.id}>
                <FluidImage image={image} sizes="8rem" className={THUMB_CLASS} />
                <span>{label}</span>
                <Form
                  method="post"
                  action={contentAddress}
                  onSubmit={actions && onSubmitByScript(() => actions.detach(image))}
                >
                  <input type="hidden" name="intent" value="detach" />
                  <input type="hidden" name="imageId" value={image.id} />
                  <Button type="submit" quiet small aria-label={`Detach: ${label}`}>
                    Detach
                  </Button>
                </Form>
              </li>
            );
          })}
        </ul>
      )}
      <RowActions>
        <ButtonLink quiet small to={`${contentAddress}/attach`} onClick={actions && insteadOfLink(actions.attach)}>
          Attach Images
        </ButtonLink>
      </RowActions>
    </>
  );
}

/** A long text. It scrolls in a dialog, and is as high as it needs on its page. */
const FULL_TEXT_CLASS =
  "whole-text max-h-[50vh] overflow-auto rounded-md border border-line bg-paper px-4 py-3.5 whitespace-pre-wrap in-[main>div]:max-h-none in-[main>div]:bg-surface";

function onSubmitByScript(act: () => void) {
  return (event: FormEvent) => {
    event.preventDefault();
    act();
  };
}

export function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
