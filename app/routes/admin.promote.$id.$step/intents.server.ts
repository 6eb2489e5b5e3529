import type { Editor } from "~/models/base/accounts/admin.server";
import { articleAtField, FORM_ID_FIELD, promotionAddress, savedAtField } from "~/models/editing/promotions/form";
import { startTask, stopTask } from "~/models/editing/promotions/generate.server";
import { chooseExpert, goToStep, storeChoices } from "~/models/editing/promotions/promotions.server";
import {
  keepPieceSentence,
  publishPiece,
  type ShownVersions,
  savePiece,
  saveToLibrary,
  suggestTags,
} from "~/models/editing/promotions/save.server";
import { STEPS, type Step, TASKS } from "~/models/editing/promotions/state";
import { startWhole } from "~/models/editing/promotions/whole.server";
import { type KeepBy, keepInputIn } from "~/models/records/provenance/sentences";

interface PressedButton {
  editor: Editor;
  /** The id of the promotion. */
  id: string;
  step: Step;
  fields: Record<string, string | string[]>;
  origin: string;
  /** Aborts when the browser closes the connection. */
  signal: AbortSignal;
}

/** Carries out the action of a button of the wizard and returns the next address. The value of the button is its argument. */
type Intent = (button: PressedButton, value: string) => Promise<string>;

const INTENTS: Record<string, Intent> = {
  go: async ({ editor, id, step }, value) => {
    const next = STEPS.find(({ number }) => String(number) === value)?.number ?? step;
    await goToStep(editor, id, next);
    return promotionAddress(id, next);
  },
  expert: async ({ editor, id, step }, value) => {
    await chooseExpert(editor, id, value);
    return promotionAddress(id, step);
  },
  ask: async ({ editor, id, step }, value) => {
    const task = TASKS.find((candidate) => candidate === value);
    if (task === "whole") await startWhole(editor, id);
    else if (task) await startTask(editor, id, task);
    return promotionAddress(id, step);
  },
  stop: async ({ editor, id, step }, jobId) => {
    await stopTask(editor, id, jobId);
    return promotionAddress(id, step);
  },
  save: async ({ editor, id, step, fields }, pieceId) => {
    await savePiece(editor, id, pieceId, shownVersionsIn(fields, pieceId));
    return promotionAddress(id, step, pieceId);
  },
  support: async ({ editor, id, step, fields }, value) => {
    const [pieceId = "", index, by] = value.split(" ");
    await keepPieceSentence(editor, id, pieceId, keepInputIn(fields, pieceId, Number(index), by as KeepBy));
    return promotionAddress(id, step, pieceId);
  },
  saveImage: async ({ editor, id, step, origin }, imageId) => {
    await saveToLibrary(editor, id, imageId, { origin });
    return promotionAddress(id, step, imageId);
  },
  feature: async ({ editor, id, step }, imageId) => {
    await storeChoices(editor, id, { featuredId: imageId });
    return promotionAddress(id, step, imageId);
  },
  suggestTags: async ({ editor, id, step, signal }, pieceId) => {
    await suggestTags(editor, id, pieceId, { signal });
    return promotionAddress(id, step, pieceId);
  },
  preview: async ({ editor, id, origin, fields }, pieceId) => {
    const shown = shownVersionsIn(fields, pieceId);
    const { slug } = await publishPiece(editor, id, pieceId, { origin, asDraft: true, shown });
    return `/articles/${slug}`;
  },
  publish: async ({ editor, id, step, origin, fields }, pieceId) => {
    const { acceptedReason } = fields;
    await publishPiece(editor, id, pieceId, { origin, acceptedReason, shown: shownVersionsIn(fields, pieceId) });
    return promotionAddress(id, step, pieceId);
  },
};

function shownVersionsIn(fields: PressedButton["fields"], pieceId: string): ShownVersions {
  const readText = (name: string) => (typeof fields[name] === "string" ? fields[name] : undefined);
  return {
    savedAt: readText(savedAtField(pieceId)),
    formId: readText(FORM_ID_FIELD),
    articleAt: readText(articleAtField(pieceId)),
  };
}

/** Returns the intent of the pressed button. Any other button only searches experts or shows the step again. */
export function intentIn(fields: PressedButton["fields"]): (button: PressedButton) => Promise<string> {
  const name = Object.keys(INTENTS).find((candidate) => fields[candidate] !== undefined);
  const intent = name && INTENTS[name];
  if (intent) return (button) => intent(button, String(fields[name] ?? ""));
  const { search, keep = "" } = fields;
  return async ({ id, step }) =>
    search
      ? `${promotionAddress(id, step)}?${new URLSearchParams({ search: String(search) })}`
      : promotionAddress(id, step, String(keep));
}
