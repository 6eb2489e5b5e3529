/**
 * Lists the causes for which a public record changes, with the checks and traces of each. A new way to change records is a row
 * here.
 */
import type { Action } from "~/models/records/shared/revisions.server";

export interface Rules {
  /** Says whether an admin who gives a reason may list somebody who asked not to be listed. */
  relisting: "with a reason" | "never";
  /**
   * "checked": values keep the limits of an edit, and new identifiers are compared. "stored": values may stay as an earlier
   * record had them.
   */
  values: "checked" | "stored";
  /**
   * Says when the person who had a text written may not publish it under the four-eyes rule: always, or only if it appears
   * with this change.
   */
  fourEyes: "always" | "appearing" | "no";
  /**
   * The treatment of a model's sentences without a source. "refused": the change is not made, but a text that is not public
   * yet is stored as a draft. "waiting": as "refused", and the new text of a public record waits for an editor. "listed":
   * they appear and are listed on the dashboard, because nobody is present to decide. "held": as "listed", but the text
   * does not appear. "carried": they stay as they were.
   */
  sentences: "refused" | "waiting" | "listed" | "held" | "carried";
  /** Replaces the editor's reason for such sentences. */
  reason?: string;
  /** The name of the step in the history. An edit of an article may have another name, see `articles.server.ts`. */
  history: Action;
  /** Returns the words of the audit log for the kind of record; null if the cause itself is audited. */
  audit: ((noun: string, changes: Record<string, unknown>) => string) | null;
  /** Returns the detail of the audit entry from the labels of the changed fields and the caller's words. */
  detail?: (fields: string, words: string) => string;
  /** Counts the change as a review: the editor has read the whole text of another author. */
  isReview?: true;
  /** The origin of a new record. */
  origin?: string;
  /** Brings former values back, of which images may have been deleted. */
  isReturn?: true;
  /** Allows changes of records in the trash. */
  isForTrash?: true;
}

const BY_EDITOR = {
  relisting: "with a reason",
  values: "checked",
  sentences: "refused",
} as const satisfies Partial<Rules>;

const fieldLabels = (labels: string) => labels;
const callerWords = (_labels: string, words: string) => words;

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
    detail: fieldLabels,
  },
  /** Approval of a submission for a new profile. */
  approved: {
    ...BY_EDITOR,
    isReview: true,
    fourEyes: "always",
    history: "approved",
    audit: null,
    origin: "submission",
  },
  /** Approval of a submission that changes a profile. */
  changed: { ...BY_EDITOR, fourEyes: "always", history: "changed", audit: null },
  /** A correction after a report. */
  corrected: {
    ...BY_EDITOR,
    fourEyes: "always",
    reason: "Corrected after a report",
    history: "edited",
    audit: (noun) => `${noun} edited`,
    detail: (labels) => `${labels}, after a report`,
  },
  /** Identifiers of the person from a registry. */
  identified: {
    ...BY_EDITOR,
    relisting: "never",
    fourEyes: "no",
    history: "edited",
    audit: () => "identifiers accepted",
    detail: (labels, words) => labels + words,
  },
  merged: {
    relisting: "with a reason",
    values: "stored",
    fourEyes: "no",
    sentences: "carried",
    history: "merged",
    audit: (noun) => `${noun}s merged`,
    detail: callerWords,
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
  /** Return to an earlier version. */
  restored: {
    isReturn: true,
    relisting: "never",
    values: "stored",
    fourEyes: "no",
    sentences: "refused",
    history: "restored",
    audit: (noun) => `${noun} brought back to an earlier version`,
    detail: callerWords,
  },
  /** Withdrawal of an approved change. */
  undone: {
    isReturn: true,
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
  /** A category or topic that many profiles get or lose together; nobody has reviewed their texts. */
  sorted: {
    relisting: "never",
    values: "checked",
    fourEyes: "no",
    sentences: "carried",
    history: "edited",
    audit: (noun) => `${noun} edited`,
    detail: fieldLabels,
  },
  /** A draft from the library. */
  drafted: {
    ...BY_EDITOR,
    fourEyes: "appearing",
    history: "created",
    origin: "library",
    audit: (noun) => `${noun} created`,
  },
  /** A text of the promotion wizard. */
  promoted: {
    ...BY_EDITOR,
    sentences: "waiting",
    fourEyes: "always",
    history: "edited",
    origin: "promotion",
    audit: (noun) => `${noun} edited`,
    detail: fieldLabels,
  },
  /** The appearance of a scheduled article. */
  due: {
    relisting: "never",
    values: "stored",
    fourEyes: "no",
    sentences: "held",
    history: "edited",
    audit: (noun) => `${noun} edited`,
    detail: fieldLabels,
  },
  /** The deletion of an image in the record. */
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
