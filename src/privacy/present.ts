import type { RetentionRun } from "./contract.ts";
import type { RetentionRunRow } from "./schema.ts";

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
