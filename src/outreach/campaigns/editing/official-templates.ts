import { type ConnectionRow, findConnection } from "#channels/connections/index.ts";
import { mediaOf, type TemplateProblem, templateProblem } from "#channels/templates/index.ts";
import { SLOTS } from "#outreach/campaigns/contract.ts";
import { templateOf, type Variant, variantsOf } from "#outreach/campaigns/policy.ts";
import type { Campaign } from "#outreach/campaigns/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { invalidFields } from "#platform/errors.ts";
import type { FieldProblem } from "#platform/http/contract.ts";

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
export function checkTemplates(db: Db, campaign: Campaign, connectionId: number): void {
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
