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
        <p className="loading">
          <span className="spinner" aria-hidden="true" /> Loading expert profile...
        </p>
      )}
    </div>
  );
}
