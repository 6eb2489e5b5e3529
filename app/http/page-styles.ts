import type { LinksFunction } from "@remix-run/node";
import formStyles from "~/styles/forms.css";
import homeStyles from "~/styles/home.css";
import listStyles from "~/styles/my-list.css";
import ownProfileStyles from "~/styles/own-profile.css";
import stylesheet from "~/styles/pages.css";

/** Styles for `links` of a route with text to read; lists do without this style sheet. */
export const pageStyles: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

/** Styles for `links` of the home page. */
export const homePageStyles: LinksFunction = () => [{ rel: "stylesheet", href: homeStyles }];

/** Styles for `links` of a reader's own list. */
export const myListStyles: LinksFunction = () => [{ rel: "stylesheet", href: listStyles }];

/** Styles for `links` of the form of a person's own profile. */
export const ownProfilePageStyles: LinksFunction = () => [{ rel: "stylesheet", href: ownProfileStyles }];

/** Styles for `links` of a route with forms. */
export const formPageStyles: LinksFunction = () => [{ rel: "stylesheet", href: formStyles }];
