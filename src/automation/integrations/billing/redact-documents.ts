import { findIntegration } from "#automation/integrations/queries.ts";
import { sessionOf, storeDocument } from "#automation/integrations/responder/sessions.ts";
import type { InboundRedaction } from "#inbox/messages/index.ts";
import { masked } from "./document.ts";

/**
 * Masks documents in messages to a billing bot before they are stored; the turn gets the original text encrypted
 * (docs/rules/integrations.md#billing-look-ups).
 */
export const redactDocuments: InboundRedaction = (unit, ticket, text, isEdit) => {
  if (!ticket.useIntegration || ticket.integrationId === null) return text;
  if (findIntegration(unit.db, ticket.integrationId)?.type !== "billing") return text;
  const stored = masked(text);
  if (stored !== text && !isEdit && sessionOf(unit.db, ticket.id))
    storeDocument(unit, ticket.id, unit.tenant.installation.secrets.encrypt(text));
  return stored;
};
