import { useNavigation } from "@remix-run/react";

/** Marks links to profiles, so that loading one shows its skeleton. */
export const TO_PROFILE = { to: "profile" };

/** Says that a profile is on its way; the page stays readable meanwhile. */
export function ProfileLoading() {
  const { state, location } = useNavigation();
  const underWay = state === "loading" && location.state?.to === TO_PROFILE.to;
  return (
    <div role="status">
      {underWay && (
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
