import { useEffect, useRef } from "react";
import { ButtonLink } from "~/components/ui/button";
import { HOME_PAGES } from "~/models/records/listings/list-address";

interface Props {
  page: number;
  pages: number;
  loading: boolean;
  /** The address of the list with one more page. */
  next: string;
  /** The address of the directory, for lists that are too long for this page. */
  directory: string;
  /** Loads one more page without changing the address. */
  onBottom: () => void;
}

/** The pages that load by scrolling. Later pages need the button, so that readers can reach the footer. */
const AUTOMATIC_PAGES = 3;

/** Adds the next page to the list when the reader presses the button or reaches the bottom. */
export function LoadMore({ page, pages, loading, next, directory, onBottom }: Props) {
  const bottom = useRef<HTMLParagraphElement>(null);
  const automatic = page < Math.min(pages, AUTOMATIC_PAGES) && !loading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page needs a new observer
  useEffect(() => {
    if (!automatic) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onBottom();
      },
      // It loads ahead of the reader, so that nothing visible moves.
      { rootMargin: "400px" },
    );
    const observe = () => bottom.current && observer.observe(bottom.current);
    // A visible button alone is no reason to load more; the reader has to scroll first.
    if (window.scrollY > 0) observe();
    else window.addEventListener("scroll", observe, { once: true });
    return () => {
      window.removeEventListener("scroll", observe);
      observer.disconnect();
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
