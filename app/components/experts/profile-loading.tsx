import { useNavigation } from "@remix-run/react";

/** The navigation state of links to profiles, by which `ProfileLoading` knows them. */
export const TO_PROFILE = { to: "profile" };

/** Says that a profile is loading. The current page stays readable. */
export function ProfileLoading() {
  const { state, location } = useNavigation();
  const isLoading = state === "loading" && location.state?.to === TO_PROFILE.to;
  return (
    <div role="status">
      {isLoading && (
        <p className="fixed inset-x-0 bottom-6 z-6 mx-auto w-fit rounded-full border border-edge bg-surface px-4.5 py-2.5 [box-shadow:var(--shadow-floating)]">
          <span
            className="mr-1.5 inline-block size-4 rounded-full border-2 border-line border-t-accent align-[-0.15em] motion-safe:animate-spin"
            aria-hidden="true"
          />{" "}
          Loading expert profile...
        </p>
      )}
    </div>
  );
}
