import { Form } from "@remix-run/react";
import { type FormAnswer, typedText } from "~/components/forms/form-answer";
import { useMailState } from "~/components/layout/use-site";
import { Button } from "~/components/ui/button";
import { MAIL_WORDS } from "~/models/base/text/mail-words";
import type { OwnPage } from "~/models/whole/my-profile/own-page.server";

const UNFOLDED_WORKS = 10;

type Work = OwnPage["works"][number];

interface Props {
  profile: Pick<OwnPage, "works">;
  /** The refusal of a form on the page, whose typed values are shown again. */
  answer?: FormAnswer;
}

/** Lists the works of the profile. The person chooses which come first and says which are not theirs. */
export function Works({ profile: { works }, answer }: Props) {
  const mail = useMailState();
  // The highlighted works are never folded.
  const [visibleWorks, laterWorks] = [
    works.filter(({ highlighted }, index) => highlighted || index < UNFOLDED_WORKS),
    works.slice(UNFOLDED_WORKS),
  ];
  const foldedWorks = laterWorks.filter(({ highlighted }) => !highlighted);
  // Without a tick the form sends no list.
  const ticked = answer?.values.intent === "highlight" ? [answer.values.highlight ?? []].flat() : null;
  return (
    <section className="mt-6" aria-labelledby="works">
      <h2 id="works" className="text-lg">
        Works
      </h2>
      {works.length === 0 ? (
        <p>No works are on your profile yet. Editors add those that OpenAlex lists for you.</p>
      ) : (
        <>
          <Form method="post" className="mt-2">
            <p className="mb-2">Tick up to five works that should come first on your profile.</p>
            <Choices works={visibleWorks} ticked={ticked} />
            {foldedWorks.length > 0 && (
              <details>
                <summary className="py-1.5 underline">{foldedWorks.length} more</summary>
                <Choices works={foldedWorks} ticked={ticked} />
              </details>
            )}
            <Button quiet type="submit" name="intent" value="highlight" className="mt-3">
              Show the ticked works first
            </Button>
          </Form>
          <details className="mt-3" open={answer?.values.intent === "disown" || undefined}>
            <summary className="py-1.5 underline">A work is not mine</summary>
            <Form
              // Begins anew once a work was named.
              key={works.filter(({ isDisowned }) => isDisowned).length}
              method="post"
              className="mt-2 max-w-form"
            >
              <input type="hidden" name="intent" value="disown" />
              <label htmlFor="work" className="mb-1 block font-semibold">
                Which work
              </label>
              <select id="work" name="work" className="w-full" defaultValue={typedText(answer, "work")}>
                <option value="">Choose…</option>
                {works
                  .filter(({ isDisowned }) => !isDisowned)
                  .map(({ key, title, year }) => (
                    <option key={key} value={key}>
                      {[title, year].filter(Boolean).join(", ")}
                    </option>
                  ))}
              </select>
              <label htmlFor="why" className="mt-3 mb-1 block font-semibold">
                Whose is it, if you know? <small className="font-normal text-muted">Optional</small>
              </label>
              <textarea id="why" name="why" rows={2} className="w-full" defaultValue={typedText(answer, "why")} />
              <p className="my-2 text-muted">{MAIL_WORDS.ownWork(mail)}</p>
              <Button quiet type="submit">
                This work is not mine
              </Button>
            </Form>
          </details>
        </>
      )}
    </section>
  );
}

function Choices({ works, ticked }: { works: Work[]; ticked: string[] | null }) {
  return (
    <ul>
      {works.map(({ key, title, venue, year, url, highlighted, isDisowned }) => (
        <li key={key} className="flex items-start gap-2.5 border-t border-line py-2">
          <input
            id={`work-${key}`}
            type="checkbox"
            name="highlight[]"
            value={key}
            defaultChecked={ticked?.includes(key) ?? highlighted}
            className="mt-1 min-h-5 flex-none"
          />
          <span>
            <label htmlFor={`work-${key}`} dir="auto">
              {title}
            </label>{" "}
            <span className="text-muted">
              {[venue, year].filter(Boolean).join(", ")}{" "}
              <a href={url} className="underline">
                Read<span className="sr-only"> {title}</span>
              </a>
            </span>
            {isDisowned && <strong className="block">The editors are checking whether it is yours.</strong>}
          </span>
        </li>
      ))}
    </ul>
  );
}
