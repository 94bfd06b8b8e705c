import { findConnection, noUsableConnection } from "#channels/connections/index.ts";
import { missingQuestion } from "#outreach/campaigns/contract.ts";
import { noMessage, noRecipients } from "#outreach/campaigns/errors.ts";
import { hasContent, hasRecipients } from "#outreach/campaigns/policy.ts";
import type { Campaign } from "#outreach/campaigns/schema.ts";
import { optionsOf } from "#outreach/file-lists/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import * as sql from "./editing.sql.ts";
import { checkTemplates } from "./official-templates.ts";

/**
 * The connection that sends the campaign: its own, otherwise the company's default, in any state
 * (docs/rules/connections.md#choice).
 */
export function connectionOf(db: Db, row: Pick<Campaign, "connectionId">): number | undefined {
  if (row.connectionId !== null) return findConnection(db, row.connectionId)?.id;
  return queryOne(db, sql.defaultConnection)?.id;
}

/**
 * Checks that the campaign can be sent (docs/rules/campaigns.md#states). Throws 400 ERR_CAMPAIGN_NO_MESSAGE,
 * ERR_CAMPAIGN_NO_RECIPIENTS, ERR_NO_DEF_WAPP_FOUND, ERR_VALIDATION when it needs confirmation without a request
 * text, and as `checkTemplates`.
 */
export function requireComplete(db: Db, row: Campaign): void {
  const listed =
    row.fileListId !== null && optionsOf(db, [row.fileListId]).some(({ mediaId }) => mediaId !== null);
  if (!hasContent(row, listed)) throw noMessage();
  const question = missingQuestion(row);
  if (question) throw invalidFields({ [question]: "required" });
  if (!hasRecipients(row)) throw noRecipients();
  const connectionId = connectionOf(db, row);
  if (connectionId === undefined) throw noUsableConnection();
  checkTemplates(db, row, connectionId);
}
