import type { LinksFunction } from "@remix-run/node";
import formStyles from "~/styles/forms.css";
import homeStyles from "~/styles/home.css";
import listStyles from "~/styles/my-list.css";
import ownProfileStyles from "~/styles/own-profile.css";
import stylesheet from "~/styles/pages.css";

/** For `links` of a route with text to read; lists do without this style sheet. */
export const pageStyles: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

/** For `links` of the home page. */
export const homePageStyles: LinksFunction = () => [{ rel: "stylesheet", href: homeStyles }];

/** For `links` of a reader's own list. */
export const myListStyles: LinksFunction = () => [{ rel: "stylesheet", href: listStyles }];

/** For `links` of the form of one's own profile. */
export const ownProfilePageStyles: LinksFunction = () => [{ rel: "stylesheet", href: ownProfileStyles }];

/** For `links` of a route with forms. */
export const formPageStyles: LinksFunction = () => [{ rel: "stylesheet", href: formStyles }];
