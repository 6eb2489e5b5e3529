import { expect, test } from "vitest";
import { NO_RECORD } from "~/models/records/experts/fields";
import { formOf, recordIn } from "~/models/records/experts/form";
import { accept, type Offer, undo } from "./suggestions";

test("undoing a suggested list removes what it added, and keeps what the list had before", () => {
  const highlights = ["Sleep|She works on it.", "Worms|She typed this."];
  const form = formOf({ ...NO_RECORD, scienceHighlights: highlights });
  const offer = {
    field: "scienceHighlights",
    value: ["Sleep|She works on it.", "Flies|She works on them, too."],
    isAccepted: false,
    before: "",
  } as Partial<Offer> as Offer;
  const accepted = accept(form, offer);
  expect(recordIn(accepted.form).scienceHighlights).toEqual([...highlights, "Flies|She works on them, too."]);
  const undone = undo(accepted.form, accepted.offer);
  expect(recordIn(undone.form).scienceHighlights).toEqual(highlights);
  expect(undone.offer).toEqual(offer);
});
