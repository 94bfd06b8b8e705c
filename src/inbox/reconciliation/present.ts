import type { GapAnswer, RunAnswer } from "./contract.ts";
import type { GapRow } from "./report.sql.ts";
import type { Run } from "./schema.ts";

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

export const presentRun = (run: Run): RunAnswer => ({
  id: run.id,
  cause: run.cause,
  state: run.state,
  createdAt: iso(run.createdAt),
  startedAt: isoOrNull(run.startedAt),
  endedAt: isoOrNull(run.endedAt),
  asked: run.asked,
  answered: run.answered,
  compared: run.compared,
  gaps: run.gaps,
  filled: run.filled,
});

export const presentGap = (row: GapRow): GapAnswer => ({
  id: row.id,
  at: iso(row.at),
  foundAt: iso(row.foundAt),
  state: row.state,
  contact: { id: row.contactId, name: row.contactName },
  messageId: row.messageId,
  ticketId: row.ticketId,
  ticketUuid: row.ticketUuid,
});
