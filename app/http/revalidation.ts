/** When a page is loaded anew after its form was refused. */
import type { ShouldRevalidateFunction } from "@remix-run/react";

/** Where somebody else was faster, the page says what they did. After any other refusal it stays as it is, with what was typed. */
export const afterConflict: ShouldRevalidateFunction = ({ actionStatus = 200, defaultShouldRevalidate }) =>
  actionStatus === 409 || (actionStatus < 400 && defaultShouldRevalidate);

/** After everything, but not for who is signed out: the page could not be loaded, and what was typed would be gone. */
export const unlessSignedOut: ShouldRevalidateFunction = ({ actionStatus }) => actionStatus !== 401;
