import { AppError } from "~/errors";
import { page } from "~/http/form.server";

/** Answers every address without a route. The root's error boundary shows the message. */
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
