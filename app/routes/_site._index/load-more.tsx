import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { ButtonLink } from "~/components/ui/button";
import { HOME_PAGES } from "~/models/experts/list-address";

interface Props {
  page: number;
  pages: number;
  loading: boolean;
  /** The address that shows one page more. */
  next: string;
  /** Where the whole list is, once there is too much of it for one page. */
  directory: string;
}

/** Pages that load by themselves at the bottom; after them the reader presses the button, so that the footer can be reached. */
const AUTOMATIC_PAGES = 3;

/** Adds the next page to the list: by the button, or by reaching the bottom (public-side.md §4, "Homepage list"). */
export function LoadMore({ page, pages, loading, next, directory }: Props) {
  const bottom = useRef<HTMLParagraphElement>(null);
  const navigate = useNavigate();
  const automatic = page < Math.min(pages, AUTOMATIC_PAGES) && !loading;
  useEffect(() => {
    if (!automatic) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) navigate(next, { replace: true, preventScrollReset: true });
      },
      // A little ahead of the reader, so that nothing in view has to make room.
      { rootMargin: "400px" },
    );
    const start = () => bottom.current && watch.observe(bottom.current);
    // Nothing is scrolled at the start of a visit: what is in view then was not asked for.
    if (window.scrollY > 0) start();
    else window.addEventListener("scroll", start, { once: true });
    return () => {
      window.removeEventListener("scroll", start);
      watch.disconnect();
    };
  }, [automatic, next, navigate]);

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
