import { listQuery } from "#accounts/audit/index.ts";

/** For the audit trail. */
export const textForAudit = listQuery(
  "SELECT version AS value FROM consent_text WHERE connection_id = :id ORDER BY version DESC LIMIT 1",
);
