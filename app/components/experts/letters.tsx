import type { Letter } from "~/models/records/listings/letters.server";
import { DIRECTORY_PAGE_SIZE } from "~/models/records/listings/list-address";

interface Props {
  letters: Letter[];
  address: (page: number) => string;
}

/** Leads to the first person of each letter of a list by names: plain links, so that the keyboard goes on from there. */
export function Letters({ letters, address }: Props) {
  return (
    <nav className="mb-3" aria-label="Letters">
      <ul className="flex flex-wrap">
        {letters.map(({ letter, at }) => (
          <li key={letter}>
            <a
              className="grid min-h-11 min-w-11 place-items-center underline"
              href={`${address(Math.floor(at / DIRECTORY_PAGE_SIZE) + 1)}#${idOf(letter)}`}
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

/** Ids of those cards of a page with which a letter begins, by their places. */
export function letterAnchors(letters: Letter[], page: number): Map<number, string> {
  const start = (page - 1) * DIRECTORY_PAGE_SIZE;
  return new Map(letters.map(({ letter, at }) => [at - start, idOf(letter)]));
}

/** Of "Α–Ω" by its first letter. */
function idOf(letter: string): string {
  const [first] = letter;
  return `letter-${first === "#" ? "0" : first}`;
}
