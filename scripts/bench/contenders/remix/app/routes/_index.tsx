import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { cardsOf } from "../db.server";
import { List, pageNumber, shown } from "../list";

export const meta: MetaFunction = () => [{ title: "Expert Directory" }];

export function loader({ request }: LoaderFunctionArgs) {
  const number = pageNumber(request);
  return json(shown(cardsOf(number), number));
}

export default List;
