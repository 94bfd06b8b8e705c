import { findConnection, noUsableConnection } from "#channels/connections/index.ts";
import { optionsOf } from "#outreach/file-lists/index.ts";
import { type Db, one } from "#platform/db/database.ts";
import { invalidFields } from "#platform/errors.ts";
import { missingQuestion } from "./contract.ts";
import { noMessage, noRecipients } from "./errors.ts";
import { checkTemplates } from "./official.ts";
import { hasRecipients, saysSomething } from "./policy.ts";
import type { Campaign } from "./schema.ts";

const DEFAULT = "SELECT id FROM connection WHERE is_default = 1 AND deleted_at IS NULL";

/**
 * The connection it goes by: its own, else the company's default, whatever state that is in
 * (docs/rules/connections.md#choice).
 */
export function connectionOf(db: Db, row: Pick<Campaign, "connectionId">): number | undefined {
  if (row.connectionId !== null) return findConnection(db, row.connectionId)?.id;
  return one<{ id: number }>(db, DEFAULT)?.id;
}

/**
 * It can be sent as it is (docs/rules/campaigns.md#states). Throws 400 ERR_CAMPAIGN_NO_MESSAGE,
 * ERR_CAMPAIGN_NO_RECIPIENTS, ERR_NO_DEF_WAPP_FOUND, ERR_VALIDATION when it is to be confirmed and asks nothing, and as
 * `checkTemplates`.
 */
export function checkComplete(db: Db, row: Campaign): void {
  const listed =
    row.fileListId !== null && optionsOf(db, [row.fileListId]).some(({ mediaId }) => mediaId !== null);
  if (!saysSomething(row, listed)) throw noMessage();
  const question = missingQuestion(row);
  if (question) throw invalidFields({ [question]: "required" });
  if (!hasRecipients(row)) throw noRecipients();
  const connectionId = connectionOf(db, row);
  if (connectionId === undefined) throw noUsableConnection();
  checkTemplates(db, row, connectionId);
}
