import { languageOf, setting } from "#accounts/settings/index.ts";
import { raiseRuleEvent } from "#automation/rules/index.ts";
import { isOptOut, plainWord } from "#inbox/consents/index.ts";
import {
  type ClaimedReply,
  createAutomaticMessage,
  type Reply,
  type ReplyHandler,
  ReplyHandlersPort,
} from "#inbox/messages/index.ts";
import { newestTicketOf, type Ticket, ticketById } from "#inbox/tickets/index.ts";
import { CAMPAIGNS_DUE } from "#outreach/campaigns/editing/write.ts";
import { campaignById } from "#outreach/campaigns/queries.ts";
import {
  changeRecipient,
  lastContacted,
  recipientAwaitingAnswer,
  recipientsOfContact,
} from "#outreach/campaigns/recipients/rows.ts";
import type { CampaignRecipient } from "#outreach/campaigns/schema.ts";
import { finishIfDone } from "#outreach/campaigns/sending/control.ts";
import { PacerPort } from "#outreach/campaigns/sending/pacer.ts";
import { nextSendAt } from "#outreach/campaigns/sending/sender-state.ts";
import { setOptedOut, visibleContact } from "#people/contacts/index.ts";
import { defineTexts } from "#platform/i18n/define-texts.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";

/** The confirmation of an opt-out has the company's language (docs/rules/campaigns.md#opt-out). */
const textsIn = defineTexts("campaignReplies", { pt, en, es });

/** Opts a contact out of all campaigns, including those that wait for its confirmation, and sends one confirmation. */
export function optOut(unit: TenantUnit, contactId: number, ticket: Ticket): void {
  if (!setOptedOut(unit, contactId, true)) return;
  for (const row of recipientsOfContact(unit.db, contactId)) {
    if (row.state !== "waiting" && row.state !== "awaiting_confirmation") continue;
    changeRecipient(unit, row, { state: "skipped", reason: "opt_out" });
    finishIfDone(unit, row.campaignId);
  }
  const now = ticketById(unit.db, ticket.id);
  const text = textsIn(languageOf(unit.tenant))("optedOut");
  if (now) createAutomaticMessage(unit, { ticket: now, text, origin: "system" });
}

/** Undoes an opt-out, for every user; the contact gets campaigns that start later. Throws 404 ERR_NO_CONTACT_FOUND. */
export function undoOptOut({ tenant }: UserCtx, contactId: number): void {
  tenant.write((unit) => {
    visibleContact(tenant, contactId);
    setOptedOut(unit, contactId, false);
  });
}

/** A reply within this time counts as a reply to the campaign (docs/rules/campaigns.md#opt-out). */
const REPLY_MS = 7 * 86_400_000;

/** Registers the reply handler of campaigns, which runs first (docs/rules/inbound.md#steps step 7). */
export const handleReplies = ({ ports }: Installation): void =>
  ports.use(ReplyHandlersPort).join("campaign", claimReply);

/**
 * An opt-out word or the answer to a confirmation request is stored in the ticket of the campaign message and opens no
 * ticket; any other reply is counted for the campaign and handled as usual (docs/rules/campaigns.md#confirmation,
 * docs/rules/campaigns.md#opt-out).
 */
const claimReply: ReplyHandler = (unit, reply) => {
  if (reply.contact.isGroup) return undefined;
  const last = lastContacted(unit.db, reply.contact.id, reply.connectionId, {
    from: reply.at - REPLY_MS,
    // A minute later, because timestamps of the network are whole seconds.
    to: reply.at + 60_000,
  });
  // Most contacts got no campaign message: skip the other queries for them.
  if (!last) return undefined;
  const ticket = newestTicketOf(unit.db, reply.contact.id, reply.connectionId);
  if (ticket && isOptOut(reply.text, setting(unit.tenant, "optOutWords")))
    return { ticket, stored: () => optOut(unit, reply.contact.id, ticket) };
  const asked = recipientAwaitingAnswer(unit.db, reply.contact.id, reply.connectionId);
  if (asked && ticket) {
    const answer = parseAnswer(reply.text, setting(unit.tenant, "campaignConfirmMode"));
    return (
      answer && ({ ticket, stored: () => takeAnswer(unit, asked, answer, reply) } satisfies ClaimedReply)
    );
  }
  return markReplied(unit, last, reply);
};

function takeAnswer(
  unit: TenantUnit,
  row: CampaignRecipient,
  answer: "yes" | "no",
  { connectionId }: Reply,
): void {
  if (answer === "no") {
    changeRecipient(unit, row, { state: "skipped", reason: "refused", confirmation: "no" });
    finishIfDone(unit, row.campaignId);
    return;
  }
  changeRecipient(unit, row, { state: "waiting", confirmation: "yes", confirmedAt: unit.now });
  wakeSender(unit, connectionId);
}

/**
 * A confirmed recipient gets the next message of the campaign. The sender is scheduled at the connection's pace, so
 * that the message does not wait for the job.
 */
function wakeSender(unit: TenantUnit, connectionId: number): void {
  const { tenant } = unit;
  const at = nextSendAt(tenant, connectionId);
  unit.scheduleWake(CAMPAIGNS_DUE, at);
  unit.afterCommit(() => tenant.installation.ports.use(PacerPort).plan(tenant.id, connectionId, at));
}

function markReplied(unit: TenantUnit, row: CampaignRecipient, { contact, connectionId }: Reply) {
  if (row.deliveredAt === null) return undefined;
  if (row.repliedAt === null) {
    changeRecipient(unit, row, { state: "replied", repliedAt: unit.now });
    raiseRuleEvent(unit, {
      ...{
        event: "campaign_answered",
        key: `campaign:${row.id}`,
        ticketId: null,
        contactId: contact.id,
        connectionId,
      },
      facts: { "campaign.id": row.campaignId },
    });
  }
  const queueId = campaignById(unit.db, row.campaignId)?.replyQueueId ?? null;
  return queueId === null ? undefined : { startsIn: queueId };
}

/** Answers that confirm a request (docs/rules/campaigns.md#variants). */
const YES = ["sim", "s", "1", "ok", "quero", "pode", "claro", "aceito", "confirmo", "yes", "si", "👍"];
const NO = ["nao", "n", "2", "no"];

/** Reads the answer to a confirmation request; undefined = neither yes nor no. */
export function parseAnswer(text: string | null, mode: "words" | "any"): "yes" | "no" | undefined {
  if (mode === "any") return "yes";
  const word = plainWord(text ?? "");
  if (YES.includes(word)) return "yes";
  return NO.includes(word) ? "no" : undefined;
}
