/** Why a public record changes, and what each cause asks for and leaves behind: a further way to change one is a row here. */
import type { Action } from "~/models/records/shared/revisions.server";

export interface Rules {
  /** Whether an admin who says why may list somebody who asked not to be listed. */
  relisting: "with a reason" | "never";
  /** "checked": within the limits of an edit, new identifiers compared; "stored": as it stood on some record before. */
  values: "checked" | "stored";
  /** Whether who had a text written may not publish it, where four eyes are asked for: in any case, or where it appears now. */
  fourEyes: "always" | "appearing" | "no";
  /**
   * Sentences of a model without a source. "refused": the change is not made, but a text that was not public yet is stored
   * as a draft. "waiting": so is one, and the new text of a public one is left to the editor. "listed": for the dashboard,
   * because nobody is there to be asked; "held": so, and it does not appear. "carried": as they stood before.
   */
  sentences: "refused" | "waiting" | "listed" | "held" | "carried";
  /** Stands for the editor's own reason for such sentences. */
  reason?: string;
  /** What the history calls it; an edit of an article may be called by what it does, see `articles.server.ts`. */
  history: Action;
  /** What the audit log says, given the kind of record; null where what caused it is audited. */
  audit: ((noun: string, changes: Record<string, unknown>) => string) | null;
  /** Returns the detail beside it, given the labels of the changed fields and the caller's words. */
  detail?: (fields: string, said: string) => string;
  /** Whether the editor has read what somebody else wrote, all of it, so that it counts as reviewed: who writes or mends has not. */
  isReview?: true;
  /** Where a new record says it comes from. */
  origin?: string;
  /** Whether records in the trash change, too. */
  isForTrash?: true;
}

const BY_EDITOR = {
  relisting: "with a reason",
  values: "checked",
  sentences: "refused",
} as const satisfies Partial<Rules>;

const fields = (labels: string) => labels;
const said = (_labels: string, given: string) => given;

export const CAUSES = {
  created: {
    ...BY_EDITOR,
    fourEyes: "always",
    history: "created",
    origin: "editor",
    audit: (noun) => `${noun} created`,
  },
  edited: {
    ...BY_EDITOR,
    fourEyes: "appearing",
    history: "edited",
    audit: (noun) => `${noun} edited`,
    detail: fields,
  },
  /** A submission for a new profile. */
  approved: {
    ...BY_EDITOR,
    isReview: true,
    fourEyes: "always",
    history: "approved",
    audit: null,
    origin: "submission",
  },
  /** A submission that changes a profile. */
  changed: { ...BY_EDITOR, fourEyes: "always", history: "changed", audit: null },
  /** Applied after a report. */
  corrected: {
    ...BY_EDITOR,
    fourEyes: "always",
    reason: "Corrected after a report",
    history: "edited",
    audit: (noun) => `${noun} edited`,
    detail: (labels) => `${labels}, after a report`,
  },
  /** Identifiers of the person, found in a registry. */
  identified: {
    ...BY_EDITOR,
    relisting: "never",
    fourEyes: "no",
    history: "edited",
    audit: () => "identifiers accepted",
    detail: (labels, given) => labels + given,
  },
  merged: {
    relisting: "with a reason",
    values: "stored",
    fourEyes: "no",
    sentences: "carried",
    history: "merged",
    audit: (noun) => `${noun}s merged`,
    detail: said,
  },
  imported: {
    relisting: "never",
    values: "stored",
    fourEyes: "no",
    sentences: "listed",
    history: "imported",
    audit: null,
    origin: "import",
  },
  /** An earlier version. */
  restored: {
    relisting: "never",
    values: "stored",
    fourEyes: "no",
    sentences: "refused",
    history: "restored",
    audit: (noun) => `${noun} brought back to an earlier version`,
    detail: said,
  },
  /** The approval of a change is taken back. */
  undone: {
    relisting: "never",
    values: "stored",
    fourEyes: "no",
    sentences: "carried",
    history: "restored",
    audit: null,
  },
  featured: {
    relisting: "never",
    values: "checked",
    fourEyes: "no",
    sentences: "carried",
    history: "featured",
    audit: (noun, { featured }) => (featured ? `${noun} featured` : `${noun} no longer featured`),
  },
  /** A category or topic that many profiles get or lose together: nobody has reviewed their texts. */
  sorted: {
    relisting: "never",
    values: "checked",
    fourEyes: "no",
    sentences: "carried",
    history: "edited",
    audit: (noun) => `${noun} edited`,
    detail: fields,
  },
  /** An article from the library, as a draft. */
  drafted: {
    ...BY_EDITOR,
    fourEyes: "appearing",
    history: "created",
    origin: "library",
    audit: (noun) => `${noun} created`,
  },
  /** A text of the wizard. */
  promoted: {
    ...BY_EDITOR,
    sentences: "waiting",
    fourEyes: "always",
    history: "edited",
    origin: "promotion",
    audit: (noun) => `${noun} edited`,
    detail: fields,
  },
  /** The time came that an article was scheduled for. */
  due: {
    relisting: "never",
    values: "stored",
    fourEyes: "no",
    sentences: "held",
    history: "edited",
    audit: (noun) => `${noun} edited`,
    detail: fields,
  },
  /** An image of it is deleted. */
  imageRemoved: {
    relisting: "never",
    values: "stored",
    fourEyes: "no",
    sentences: "carried",
    history: "edited",
    audit: null,
    isForTrash: true,
  },
} as const satisfies Record<string, Rules>;

export type Cause = keyof typeof CAUSES;
