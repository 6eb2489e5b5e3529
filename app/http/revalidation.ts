/** When a page is loaded anew after its form was refused. */
import type { ShouldRevalidateFunction } from "@remix-run/react";

/** Loads the page again when somebody else was faster, to show their change. Leaves it as typed after any other refusal. */
export const afterConflict: ShouldRevalidateFunction = ({ actionStatus = 200, defaultShouldRevalidate }) =>
  actionStatus === 409 || (actionStatus < 400 && defaultShouldRevalidate);

/** After everything, but not for who is signed out: the page could not be loaded, and what was typed would be gone. */
export const unlessSignedOut: ShouldRevalidateFunction = ({ actionStatus }) => actionStatus !== 401;
