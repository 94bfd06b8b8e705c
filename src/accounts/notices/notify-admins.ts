import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { NoticeCreated } from "./events.ts";
import * as sql from "./notices.sql.ts";

export interface Notice {
  /** Selects the text on the page, for example `connection_logged_out`. */
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** A notice with the same key is stored once. */
  readonly key: string;
}

/** Stores a notice and broadcasts it to the admins who are online (docs/rules/realtime.md#channels, channel `notice`). */
export function notifyAdmins(unit: TenantUnit, notice: Notice): void {
  const { changes } = execute(unit.db, sql.insertNotice, {
    code: notice.code,
    details: JSON.stringify(notice.details),
    key: notice.key,
    now: unit.now,
  });
  if (changes > 0) unit.emit(NoticeCreated, { code: notice.code, details: notice.details });
}
