import { exportedPages, importPage } from "~/models/whole/pages/transfer.server";
import { type Kind, oneByOne } from "../kind.server";

export const pages: Kind = {
  tables: ["pages"],
  records: exportedPages,
  restore: oneByOne(importPage),
};
