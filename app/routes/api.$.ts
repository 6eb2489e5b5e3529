import { AppError } from "~/errors";
import { api } from "~/http/api.server";

const missing = async () => {
  throw new AppError("missing", "There is no call at this address.");
};

/** Answers unknown addresses under /api in JSON. */
export const { loader, action } = api({ GET: missing, POST: missing, PUT: missing, PATCH: missing, DELETE: missing });
