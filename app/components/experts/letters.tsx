import type { Letter } from "~/models/records/listings/letters.server";
import { DIRECTORY_PAGE_SIZE } from "~/models/records/listings/list-address";

interface Props {
  letters: Letter[];
  address: (page: number) => string;
}

/** Links to the first person of each letter. Plain anchors move the keyboard's position too. */
export function Letters({ letters, address }: Props) {
  return (
    <nav className="mb-3" aria-label="Letters">
      <ul className="flex flex-wrap">
        {letters.map(({ letter, at }) => (
          <li key={letter}>
            <a
              className="grid min-h-11 min-w-11 place-items-center underline"
              href={`${address(Math.floor(at / DIRECTORY_PAGE_SIZE) + 1)}#${letterId(letter)}`}
              aria-label={letter === "#" ? "Digits and signs" : undefined}
            >
              {letter}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns the element ids of the cards with which a letter begins, keyed by their index on the page. */
export function letterAnchors(letters: Letter[], page: number): Map<number, string> {
  const start = (page - 1) * DIRECTORY_PAGE_SIZE;
  return new Map(letters.map(({ letter, at }) => [at - start, letterId(letter)]));
}

/** Returns the element id of a letter, or of a range such as "Α–Ω" by its first letter. */
function letterId(letter: string): string {
  const [firstCharacter] = letter;
  return `letter-${firstCharacter === "#" ? "0" : firstCharacter}`;
}
