import { readDb } from "~/db.server";
import type { Step } from "~/models/editing/imports/import-rows.server";
import { PAGE_LABELS } from "~/models/records/pages/labels";
import { comparedPage, exportedPages, type ImportedPage, importPage } from "~/models/records/pages/transfer.server";
import { change } from "../changes.server";
import { type Kind, oneByOne, same } from "../kind.server";

interface PageStep extends Step {
  kind: "pages";
  value: ImportedPage;
}

export const pages: Kind = {
  tables: ["pages"],
  records: exportedPages,
  comparer:
    ({ from }) =>
    async (input) => {
      const { value, isNew, changed } = await comparedPage(from, input);
      if (changed.length === 0) return same(value.title);
      const step: PageStep = { kind: "pages", value };
      return { outcome: isNew ? "new" : "changed", name: value.title, detail: changed.join(", "), step };
    },
  write: oneByOne<PageStep>((tx, { value }) => importPage(tx, value)),
  async changes({ step }) {
    const { was, value } = await comparedPage(readDb, (step as PageStep).value);
    return [change(PAGE_LABELS.title, was?.title, value.title), change(PAGE_LABELS.body, was?.body, value.body)];
  },
};
