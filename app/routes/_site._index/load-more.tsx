import { useEffect, useRef } from "react";
import { ButtonLink } from "~/components/ui/button";
import { HOME_PAGES } from "~/models/records/listings/list-address";

interface Props {
  page: number;
  pages: number;
  loading: boolean;
  /** The address that shows one page more. */
  next: string;
  /** The address of the whole list, once one page cannot hold it. */
  directory: string;
  /** Loads one page more, without another address. */
  onBottom: () => void;
}

/** Pages that load by themselves at the bottom; after them the reader presses the button, so that the footer can be reached. */
const AUTOMATIC_PAGES = 3;

/** Adds the next page to the list: by the button, or by reaching the bottom. */
export function LoadMore({ page, pages, loading, next, directory, onBottom }: Props) {
  const bottom = useRef<HTMLParagraphElement>(null);
  const automatic = page < Math.min(pages, AUTOMATIC_PAGES) && !loading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next page is another reason to watch
  useEffect(() => {
    if (!automatic) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onBottom();
      },
      // A little ahead of the reader, so that nothing in view has to make room.
      { rootMargin: "400px" },
    );
    const start = () => bottom.current && watch.observe(bottom.current);
    // The button may be in view at the start, without anybody asking for more.
    if (window.scrollY > 0) start();
    else window.addEventListener("scroll", start, { once: true });
    return () => {
      window.removeEventListener("scroll", start);
      watch.disconnect();
    };
  }, [automatic, next]);

  if (page >= pages) return null;
  return (
    <p className="load-more mt-6 text-center" ref={bottom}>
      {page < HOME_PAGES ? (
        <ButtonLink quiet className="min-w-52" to={next} replace preventScrollReset aria-disabled={loading}>
          {loading ? "Loading..." : "Load More Experts"}
        </ButtonLink>
      ) : (
        <ButtonLink quiet className="min-w-52" to={directory}>
          Continue in the directory
        </ButtonLink>
      )}
    </p>
  );
}
