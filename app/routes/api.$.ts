import { AppError } from "~/errors";
import { api } from "~/http/api.server";

const refuse = async () => {
  throw new AppError("missing", "There is no call at this address.");
};

/** Answers unknown addresses under /api in JSON. */
export const { loader, action } = api({ GET: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse });
