/** Decides whether a page reloads its data after a form. */
import type { ShouldRevalidateFunction } from "@remix-run/react";

/** The status of a form that the server did not answer. The server itself never answers with it. */
export const UNANSWERED = 599;

/** Reloads after an edit conflict, to show the other person's change. Keeps the typed values after any other refusal. */
export const afterConflict: ShouldRevalidateFunction = ({ actionStatus = 200, defaultShouldRevalidate }) =>
  actionStatus === 409 || (actionStatus < 400 && defaultShouldRevalidate);

/** Reloads after a refusal too, for example because a security question works only once. */
export const unlessUnanswered: ShouldRevalidateFunction = ({ actionStatus }) => actionStatus !== UNANSWERED;

/** Reloads unless the session has ended: the page would not load, and the typed values would be lost. */
export const unlessSignedOut: ShouldRevalidateFunction = (visit) =>
  visit.actionStatus !== 401 && unlessUnanswered(visit);
