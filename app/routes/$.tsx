import { AppError } from "~/errors";
import { page } from "~/http/form.server";

/** Every address that is nothing else; the root shows the problem. */
export async function loader() {
  return page(async () => {
    throw new AppError("missing", "There is nothing at this address. It may have been moved or mistyped.");
  });
}

export async function action() {
  return loader();
}

export default function Nothing() {
  return null;
}
