import { useEffect, useRef } from "react";
import { ButtonLink } from "~/components/ui/button";
import { HOME_PAGES } from "~/models/records/listings/list-address";

interface Props {
  page: number;
  totalPages: number;
  isLoading: boolean;
  /** The address of the list with one more page. */
  nextAddress: string;
  /** The address of the directory, for lists that are too long for this page. */
  directoryAddress: string;
  /** Loads one more page without changing the address. */
  onBottom: () => void;
}

/** The number of pages that load by scrolling. Later pages need the button, so that readers can reach the footer. */
const AUTOMATIC_PAGES = 3;

/** Adds the next page to the list when the reader presses the button or reaches the bottom. */
export function LoadMore({ page, totalPages, isLoading, nextAddress, directoryAddress, onBottom }: Props) {
  const bottom = useRef<HTMLParagraphElement>(null);
  const loadsAutomatically = page < Math.min(totalPages, AUTOMATIC_PAGES) && !isLoading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page needs a new observer
  useEffect(() => {
    if (!loadsAutomatically) return;
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
  }, [loadsAutomatically, nextAddress]);

  if (page >= totalPages) return null;
  return (
    <p className="load-more mt-6 text-center" ref={bottom}>
      {page < HOME_PAGES ? (
        <ButtonLink quiet className="min-w-52" to={nextAddress} replace preventScrollReset aria-disabled={isLoading}>
          {isLoading ? "Loading..." : "Load More Experts"}
        </ButtonLink>
      ) : (
        <ButtonLink quiet className="min-w-52" to={directoryAddress}>
          Continue in the directory
        </ButtonLink>
      )}
    </p>
  );
}
