import { Empty } from "~/components/admin/page-parts";
import { BulletList } from "~/components/admin/text";
import { Link } from "~/components/ui/link";
import { countNoun } from "~/models/base/text/numbers";
import type { FoundSources } from "~/models/editing/sources/finding/proposals.server";

interface Props {
  id: string;
  path: string;
  sentences: FoundSources["sentences"];
  /** True after the last sentence. */
  isOver: boolean;
}

/** Lists the sentences that still have no source. */
export function StepsEnd({ id, path, sentences, isOver }: Props) {
  if (sentences.length === 0 || !isOver)
    return (
      <Empty>
        <p>Every sentence has a source, or the profile has no sentences yet.</p>
        <p>
          <Link to={`/admin/experts/${id}/sources`}>See them with their sources</Link>
        </p>
      </Empty>
    );
  return (
    <section aria-labelledby="left">
      <h2 id="left">Sentences without a source</h2>
      <p className="max-w-measure [&_a]:underline">
        Another page may support them. Add it to the profile’s links and search again, or add a source by hand on the{" "}
        <Link to={`/admin/experts/${id}/sources`}>page of sources</Link>.
      </p>
      <BulletList>
        {sentences.map(({ key, sentence, candidates }) => (
          <li key={key}>
            <Link to={`${path}?sentence=${key}`}>{sentence}</Link>
            {candidates.length > 0 && ` (${countNoun(candidates.length, "passage", "passages")})`}
          </li>
        ))}
      </BulletList>
    </section>
  );
}
