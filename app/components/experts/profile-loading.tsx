import { useNavigation } from "@remix-run/react";

/** What a link to a profile carries, so that its way there can be told from any other. */
export const TO_PROFILE = { to: "profile" };

/** Says that a profile is on its way (public-side.md §2, "Expert profile"); the page stays readable meanwhile. */
export function ProfileLoading() {
  const { state, location } = useNavigation();
  const underWay = state === "loading" && location.state?.to === TO_PROFILE.to;
  return (
    <div role="status">
      {underWay && (
        <p className="fixed inset-x-0 bottom-6 z-6 mx-auto w-fit rounded-full border border-edge bg-surface px-4.5 py-2.5 [box-shadow:var(--shadow-floating)]">
          <span
            className="mr-[0.35em] inline-block size-[0.9em] rounded-full border-2 border-line border-t-accent align-[-0.1em] motion-safe:animate-spin"
            aria-hidden="true"
          />{" "}
          Loading expert profile...
        </p>
      )}
    </div>
  );
}
