import type { DraftAnswer } from "./contract.ts";
import type { DraftRow } from "./schema.ts";

export const presentDraft = (row: Omit<DraftRow, "userId">): DraftAnswer => ({
  ticketId: row.ticketId,
  mode: row.mode,
  body: row.body,
  quotedMsgId: row.quotedId,
  version: row.version,
  updatedAt: new Date(row.updatedAt).toISOString(),
});
