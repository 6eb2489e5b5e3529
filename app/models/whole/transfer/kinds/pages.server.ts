import { exportedPages, importPage } from "~/models/whole/pages/transfer.server";
import { type Kind, oneByOne } from "../kind.server";

export const pages: Kind = {
  records: exportedPages,
  restore: oneByOne(importPage),
};
