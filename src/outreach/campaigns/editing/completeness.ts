import { type ConnectionRow, findConnection, noUsableConnection } from "#channels/connections/index.ts";
import { mediaOf, type TemplateProblem, templateProblem } from "#channels/templates/index.ts";
import { missingQuestion, SLOTS } from "#outreach/campaigns/contract.ts";
import { noMessage, noRecipients } from "#outreach/campaigns/errors.ts";
import {
  hasContent,
  hasRecipients,
  templateOf,
  type Variant,
  variantsOf,
} from "#outreach/campaigns/policy.ts";
import type { Campaign } from "#outreach/campaigns/schema.ts";
import { optionsOf } from "#outreach/file-lists/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import type { FieldProblem } from "#platform/http/contract.ts";
import * as sql from "./editing.sql.ts";

/** Whether the connection has an answer window: official WhatsApp, Messenger and Instagram. */
export const isOfficial = ({ provider, channel }: Pick<ConnectionRow, "provider" | "channel">): boolean =>
  provider === "cloud" || channel !== "whatsapp";

/** Why the chosen template cannot be sent: not approved any more, changed, or its file is missing. */
export const brokenTemplate = (db: Db, campaign: Campaign, { template }: Variant): TemplateProblem | null =>
  template && templateProblem(db, campaign.connectionId ?? 0, template, campaign.mediaId);

const FIELD_OF_FILE = { missing_file: "required", wrong_file: "invalid" } as const;

/**
 * Campaigns of an official number consist of approved templates only, and templates are sent by official numbers only.
 * Throws 400 ERR_VALIDATION with the fields named: the template of a slot, the file, the file list, the confirmation.
 */
function checkTemplates(db: Db, campaign: Campaign, connectionId: number): void {
  const fields = problemsOf(db, campaign, connectionId);
  if (Object.keys(fields).length > 0) throw invalidFields(fields);
}

function problemsOf(db: Db, campaign: Campaign, connectionId: number): Record<string, FieldProblem> {
  if (findConnection(db, connectionId)?.provider !== "cloud")
    return Object.fromEntries(
      SLOTS.filter((slot) => templateOf(campaign, slot) !== null).map((slot) => [
        `template${slot}`,
        "invalid",
      ]),
    );
  const fields: Record<string, FieldProblem> = {};
  // A confirmation request and a file list are free texts and files, which official numbers deliver only within the
  // answer window.
  if (campaign.confirmation) fields["confirmation"] = "invalid";
  if (campaign.fileListId !== null) fields["fileListId"] = "invalid";
  const variants = variantsOf(campaign);
  if (variants.length === 0) fields["template1"] = "required";
  for (const { slot, template } of variants) {
    if (template === null) fields[`template${slot}`] = "required";
    else {
      const problem = templateProblem(db, connectionId, template, campaign.mediaId);
      if (problem === "missing_file" || problem === "wrong_file") fields["file"] = FIELD_OF_FILE[problem];
      else if (problem) fields[`template${slot}`] = problem === "missing_values" ? "required" : "invalid";
    }
  }
  const isHeaded = variants.some(({ template }) => template && mediaOf(db, connectionId, template) !== null);
  if (campaign.mediaId !== null && !isHeaded) fields["file"] ??= "invalid";
  return fields;
}

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
