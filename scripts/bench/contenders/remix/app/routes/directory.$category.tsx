import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { categoryBySlug } from "../../../../../../app/models/experts/categories";
import { cardsOf } from "../db.server";
import { List, pageNumber, shown } from "../list";

export { meta } from "./_index";

export function loader({ request, params }: LoaderFunctionArgs) {
  const number = pageNumber(request);
  return json(shown(cardsOf(number, categoryBySlug(params.category ?? "")?.key), number));
}

export default List;
