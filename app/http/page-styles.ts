import type { LinksFunction } from "@remix-run/node";
import formStyles from "~/styles/forms.css";
import stylesheet from "~/styles/pages.css";

/** For `links` of a route with text to read; lists do without this style sheet. */
export const pageStyles: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

/** For `links` of a route with forms. */
export const formPageStyles: LinksFunction = () => [{ rel: "stylesheet", href: formStyles }];
