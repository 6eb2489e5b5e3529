import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { cardsOf, found } from "../db.server";
import { List, pageNumber, shown } from "../list";

export { meta } from "./_index";

export async function loader({ request }: LoaderFunctionArgs) {
  const number = pageNumber(request);
  const search = new URL(request.url).searchParams.get("search");
  return json(shown(search ? await found(search, number) : cardsOf(number), number));
}

export default List;
