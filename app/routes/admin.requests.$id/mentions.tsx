import { BulletList, Hint } from "~/components/admin/text";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import type { Mention } from "~/models/whole/removal/mentions.server";

/** Lists the texts that mention a person who asks for removal. */
export function Mentions({ mentions }: { mentions: Mention[] }) {
  if (mentions.length === 0) return null;
  const [publicMentions, hiddenMentions] = [
    mentions.filter(({ isPublic }) => isPublic),
    mentions.filter(({ isPublic }) => !isPublic),
  ];
  return (
    <Notice tone="caution" as="section" aria-labelledby="mentions">
      <h2 id="mentions">Texts with this name</h2>
      <Hint>A removal does not change these texts. Please edit those that readers see.</Hint>
      <MentionList title="Readers see" mentions={publicMentions} />
      <MentionList title="Only editors see" mentions={hiddenMentions} />
    </Notice>
  );
}

function MentionList({ title, mentions }: { title: string; mentions: Mention[] }) {
  if (mentions.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <BulletList>
        {mentions.map(({ what, title, href }) => (
          <li key={`${what} ${href}`}>
            {what}:{" "}
            <Link to={href} dir="auto">
              {title}
            </Link>
          </li>
        ))}
      </BulletList>
    </>
  );
}
