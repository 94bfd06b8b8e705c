import type { ContactErasure, RetentionRun } from "./contract.ts";
import type { ContactErasureRow, RetentionRunRow } from "./schema.ts";

const instant = (ms: number): string => new Date(ms).toISOString();

export const presentRun = ({
  phase: _,
  cursor: __,
  startedAt,
  finishedAt,
  ...run
}: RetentionRunRow): RetentionRun => ({
  ...run,
  startedAt: instant(startedAt),
  finishedAt: finishedAt === null ? null : instant(finishedAt),
});

export const presentErasure = ({
  userId: _,
  erasedAt,
  counts,
  ...erasure
}: ContactErasureRow): ContactErasure => ({
  ...erasure,
  counts: { ...counts },
  erasedAt: instant(erasedAt),
});
