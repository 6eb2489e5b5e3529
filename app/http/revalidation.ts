/** Decides when a page is loaded anew after its form was refused. */
import type { ShouldRevalidateFunction } from "@remix-run/react";

/** Loads the page again when somebody else was faster, to show their change. Leaves it as typed after any other refusal. */
export const afterConflict: ShouldRevalidateFunction = ({ actionStatus = 200, defaultShouldRevalidate }) =>
  actionStatus === 409 || (actionStatus < 400 && defaultShouldRevalidate);

/** Loads anew after everything except a sign-out: the page could not be loaded, and the typed values would be lost. */
export const unlessSignedOut: ShouldRevalidateFunction = ({ actionStatus }) => actionStatus !== 401;
