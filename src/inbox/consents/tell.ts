import { setting } from "#accounts/settings/index.ts";
import { MessageReceived } from "#inbox/messages/events.ts";
import { createAutomaticMessage } from "#inbox/messages/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { one, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { ConsentWithdrawn } from "./events.ts";
import { isOptOut } from "./leave-words.ts";
import { currentText, knows } from "./queries.ts";

/** A word by which people leave counts as an answer to the text this long, ms: later it may mean anything. */
const ANSWER_MS = 24 * 60 * 60_000;
/** Leads to the page of the installation, where the provider has written one. */
const PRIVACY_LINK = /\{\{\s*privacyLink\s*\}\}/gi;

const NOTE = `INSERT INTO consent (contact_id, connection_id, version, message_id, told_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;
const FRESH = `SELECT id FROM consent WHERE contact_id = ? AND connection_id = ? AND withdrawn_at IS NULL AND told_at >= ?
  ORDER BY id DESC LIMIT 1`;
const WITHDRAW = "UPDATE consent SET withdrawn_at = ? WHERE contact_id = ? AND withdrawn_at IS NULL";

/**
 * Tells people once what becomes of their data, in front of the first thing the product answers by itself, and hears
 * when they answer that they want to be left alone. Stands before everything that answers.
 */
export function tellNewContacts({ bus }: Installation): void {
  bus.within(MessageReceived, (unit, { message, ticket, contact, botAllowed }) => {
    if (!ticket.isGroup && isOptOut(message.body, setting(unit.tenant, "optOutWords")))
      withdraw(unit, contact.id, ticket);
    if (botAllowed) tell(unit, contact.id, ticket);
  });
}

function tell(unit: TenantUnit, contactId: number, ticket: Ticket): void {
  const current = currentText(unit.db, ticket.connectionId);
  if (!current || current.body === "" || knows(unit.db, contactId, ticket.connectionId, current.since))
    return;
  const said = createAutomaticMessage(unit, {
    ticket,
    text: current.body.replace(
      PRIVACY_LINK,
      () => `${unit.tenant.installation.config.publicUrl ?? ""}/privacy`,
    ),
    origin: "system",
    source: { name: "consent", key: `${contactId}:${ticket.connectionId}:${current.version}` },
  });
  // The network's answer window is over: next time.
  if (said) run(unit.db, NOTE, contactId, ticket.connectionId, current.version, said.id, unit.now);
}

function withdraw(unit: TenantUnit, contactId: number, ticket: Ticket): void {
  if (!one(unit.db, FRESH, contactId, ticket.connectionId, unit.now - ANSWER_MS)) return;
  run(unit.db, WITHDRAW, unit.now, contactId);
  unit.emit(ConsentWithdrawn, { contactId, ticket });
}
