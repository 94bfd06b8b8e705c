import { findIntegration } from "#automation/integrations/queries.ts";
import { noteDocument, sessionOf } from "#automation/integrations/sessions.ts";
import type { InboundRedaction } from "#inbox/messages/index.ts";
import { masked } from "./document.ts";

/**
 * What customers write to a billing bot is stored without their documents; the turn gets them sealed
 * (docs/rules/integrations.md#billing-look-ups).
 */
export const maskDocuments: InboundRedaction = (unit, ticket, text, isEdit) => {
  if (!ticket.useIntegration || ticket.integrationId === null) return text;
  if (findIntegration(unit.db, ticket.integrationId)?.type !== "billing") return text;
  const stored = masked(text);
  if (stored !== text && !isEdit && sessionOf(unit.db, ticket.id))
    noteDocument(unit, ticket.id, unit.tenant.installation.secrets.encrypt(text));
  return stored;
};
