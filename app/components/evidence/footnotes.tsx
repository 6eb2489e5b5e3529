/** Shows a text with its numbered references. */

import { createContext, Fragment, useContext, useEffect, useRef } from "react";
import { ShortDate } from "~/components/ui/dates";
import { ExternalLink, Link } from "~/components/ui/link";
import { countNoun } from "~/models/base/text/numbers";
import type { CitedPiece, Mark, ShownFootnotes, ShownNote } from "~/models/records/evidence/footnotes";
import { marginNote, referenceId } from "~/models/records/evidence/margin-note";

export function CitedText({ pieces }: { pieces: CitedPiece[] }) {
  return pieces.map(({ text, marks }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
    <Fragment key={index}>
      {text}
      <References marks={marks} />
    </Fragment>
  ));
}

/** The sources of a page. On a wide screen its references show them in the margin. */
export const NotesContext = createContext<ShownNote[]>([]);

export function References({ marks }: { marks: Mark[] }) {
  const notes = useContext(NotesContext);
  return marks.map((mark, index) => {
    const note = marginNote(notes, mark);
    return (
      <Fragment key={mark.id}>
        <sup>
          {index > 0 && ", "}
          <a href={`#source-${mark.number}`} id={mark.id} aria-label={`Source ${mark.number}`}>
            {mark.number}
          </a>
        </sup>
        {/* Screen readers skip the note, because the list of sources has its full text. */}
        {note && (
          <span className="margin-note" aria-hidden="true" dir="auto">
            {note}
          </span>
        )}
      </Fragment>
    );
  });
}

/** Renders the list of sources. With scripts a reference opens its source in a popover. */
export function Footnotes({ notes, hasGaps, sentences, sourced, checked }: ShownFootnotes) {
  const popover = useSourcePopover();
  return (
    <>
      <p className="text-sm text-muted [&_a]:underline">
        {`${sourced} of ${countNoun(sentences, "sentence", "sentences")} with a source. `}
        <Link to="/editorial-policy">What a footnote means</Link>
      </p>
      {checked && (
        <p className="text-sm text-muted">
          Checked by <bdi>{checked.by}</bdi> on <ShortDate time={checked.day} />; a source with its own date was checked
          on that date.
        </p>
      )}
      <ol className="notes text-sm [&_a]:underline [&>li]:py-1.5">
        {notes.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a source is identified by its place in the list
          <li key={index} id={`source-${index + 1}`}>
            <Source note={note} number={index + 1} />
          </li>
        ))}
      </ol>
      {hasGaps && <p className="text-sm text-muted">Sentences without a number have no source on record.</p>}
      <div
        ref={popover}
        popover="auto"
        tabIndex={-1}
        className="max-w-measure rounded-xl border border-line bg-surface p-4.5 text-sm text-ink [&_a]:underline"
      />
    </>
  );
}

function Source({ note, number }: { note: ShownNote; number: number }) {
  const { source, quote, checkedBy, statusText, isRetracted, keptBy, reason, places = 1 } = note;
  const kind = source?.kind ? ` (${source.kind})` : "";
  return (
    <>
      {source ? (
        <>
          <SourceTitle source={source} />
          {quote && (
            <>
              : <q dir="auto">{quote}</q>
            </>
          )}
          <span className="text-muted">
            {kind}
            {source.day && (
              <>
                {` ${checkedBy === undefined ? "Retrieved" : "Checked"} on `}
                <ShortDate time={source.day} />
                {checkedBy && (
                  <>
                    {" by "}
                    <bdi>{checkedBy}</bdi>
                  </>
                )}
              </>
            )}
            {`.${statusText ?? ""}`}
          </span>
          {isRetracted && <strong> This work was retracted.</strong>}
        </>
      ) : (
        <>
          No source on record. Kept by <bdi>{keptBy}</bdi>: <bdi>{reason}</bdi>
        </>
      )}
      {places === 0 && " For the summary."}
      <span data-back="">
        {Array.from({ length: places }, (_, index) => referenceId(number, index + 1)).map((id, index) => (
          <Fragment key={id}>
            {" "}
            <a href={`#${id}`} aria-label={places > 1 ? `Back to the text, place ${index + 1}` : "Back to the text"}>
              ↑
            </a>
          </Fragment>
        ))}
      </span>
    </>
  );
}

/** Shows the title of a source with the place in it and the number of a book. */
export function SourceTitle({
  source: { url, title, place, isbn },
}: {
  source: Omit<NonNullable<ShownNote["source"]>, "day">;
}) {
  return (
    <>
      <ExternalLink url={url}>{title}</ExternalLink>
      {place && (
        <>
          , <bdi>{place}</bdi>
        </>
      )}
      {isbn && `, ISBN ${isbn}`}
    </>
  );
}

function useSourcePopover() {
  const popover = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const openSource = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("sup > a") : null;
      const source = link && document.getElementById(link.hash.slice(1));
      if (!source || !popover.current?.showPopover || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const sourceCopy = source.cloneNode(true) as HTMLElement;
      sourceCopy.querySelector("[data-back]")?.remove();
      popover.current.replaceChildren(...sourceCopy.childNodes);
      popover.current.style.margin = "auto auto 1rem";
      popover.current.setAttribute("aria-label", link.getAttribute("aria-label") ?? "");
      popover.current.showPopover();
      popover.current.focus();
    };
    document.addEventListener("click", openSource);
    return () => document.removeEventListener("click", openSource);
  }, []);
  return popover;
}
