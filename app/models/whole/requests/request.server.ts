import { readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { findRequest, type RequestInFull, toRequestInFull } from "~/models/editing/requests/queue.server";
import { survivorOf } from "~/models/records/experts/survivor.server";
import { type Piece, piecesOf } from "~/models/records/shared/diff.server";
import { findMentions, type Mention } from "~/models/whole/removal/mentions.server";
import { findProfiles, namesOf } from "~/models/whole/removal/removal.server";
import { requestUndoableFor } from "./undo.server";

export interface RequestForAdmin extends RequestInFull {
  pieces: Piece[];
  /** Filled for a removal request only. */
  mentions: Mention[];
  /** In milliseconds; 0 if this editor cannot undo the decision. */
  undoableFor: number;
}

/** Returns a request with its changes. Throws "missing". */
export async function requestForAdmin(editor: Editor, id: string): Promise<RequestForAdmin> {
  const row = await findRequest(readDb, id);
  const experts = readDb.selectFrom("experts").selectAll().where("rowId", "=", row.expertRowId);
  const target = await experts.executeTakeFirst();
  const expert = target ? await survivorOf(readDb, target) : null;
  const request = toRequestInFull(row, expert);
  const { present, proposed, kind, status } = request;
  const leavingProfiles = expert && kind === "removal" && status === "open" ? await findProfiles(readDb, expert) : [];
  const rowIds = leavingProfiles.map(({ rowId }) => rowId);
  return {
    ...request,
    undoableFor: kind === "removal" && editor.role !== "admin" ? 0 : requestUndoableFor(row),
    pieces: present === null || proposed === null ? [] : piecesOf(present, proposed),
    mentions:
      leavingProfiles.length > 0 ? await findMentions(readDb, await namesOf(readDb, leavingProfiles), rowIds) : [],
  };
}
