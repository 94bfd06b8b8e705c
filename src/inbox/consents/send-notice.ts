import { setting } from "#accounts/settings/index.ts";
import { MessageReceived } from "#inbox/messages/events.ts";
import { createAutomaticMessage } from "#inbox/messages/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./consents.sql.ts";
import { ConsentWithdrawn } from "./events.ts";
import { isOptOut } from "./opt-out-keywords.ts";
import { currentText, knows } from "./queries.ts";

/** Within this time an opt-out keyword counts as a reply to the notice, ms. Later it may refer to something else. */
const ANSWER_MS = 24 * 60 * 60_000;
const PRIVACY_LINK = /\{\{\s*privacyLink\s*\}\}/gi;
/** Splits after each line break, and after each sentence end that is followed by a space. */
const SENTENCE_END = /(?<=[.!?…](?=\s)|\n)/;

/**
 * Fills in the URL of the privacy page. Without `PUBLIC_URL` the server knows no public URL, so the sentences with the
 * link are omitted.
 */
function withPrivacyLink(text: string, publicUrl: string | null): string {
  if (publicUrl !== null) return text.replace(PRIVACY_LINK, () => `${publicUrl}/privacy`);
  const sentences = text.split(SENTENCE_END);
  return sentences
    .filter((sentence) => sentence.search(PRIVACY_LINK) < 0)
    .join("")
    .trim();
}

/**
 * Sends the privacy notice once, before the first automatic reply, and detects the opt-out reply. Its listener must be
 * registered before those of every feature that replies automatically.
 */
export function sendPrivacyNotices({ bus }: Installation): void {
  bus.within(MessageReceived, (unit, { message, ticket, contact, botAllowed }) => {
    if (!ticket.isGroup && isOptOut(message.body, setting(unit.tenant, "optOutWords")))
      withdraw(unit, contact.id, ticket);
    if (botAllowed) sendNotice(unit, contact.id, ticket);
  });
}

function sendNotice(unit: TenantUnit, contactId: number, ticket: Ticket): void {
  const current = currentText(unit.db, ticket.connectionId);
  if (!current || current.body === "" || knows(unit.db, contactId, ticket.connectionId, current.since))
    return;
  const text = withPrivacyLink(current.body, unit.tenant.installation.config.publicUrl);
  if (text === "") return;
  const notice = createAutomaticMessage(unit, {
    ticket,
    text,
    origin: "system",
    source: { name: "consent", key: `${contactId}:${ticket.connectionId}:${current.version}` },
  });
  // Undefined when the answer window has closed; the notice is then sent with the next message.
  if (notice)
    execute(unit.db, sql.insertConsent, {
      contactId,
      connectionId: ticket.connectionId,
      version: current.version,
      messageId: notice.id,
      now: unit.now,
    });
}

function withdraw(unit: TenantUnit, contactId: number, ticket: Ticket): void {
  if (
    !queryOne(unit.db, sql.recentConsent, {
      contactId,
      connectionId: ticket.connectionId,
      toldAt: unit.now - ANSWER_MS,
    })
  )
    return;
  execute(unit.db, sql.withdraw, { now: unit.now, contactId });
  unit.emit(ConsentWithdrawn, { contactId, ticket });
}
