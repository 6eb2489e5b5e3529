import { AppError } from "~/errors";
import { api } from "~/http/api.server";

const missing = async () => {
  throw new AppError("missing", "There is no such call.");
};

/** Every unknown address under /api, whatever the method: an answer in JSON, never a page. */
export const { loader, action } = api({ GET: missing, POST: missing, PUT: missing, PATCH: missing, DELETE: missing });
