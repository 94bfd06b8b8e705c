import { languageOf, setting } from "#accounts/settings/index.ts";
import { phoneAsked, windowClosed } from "#inbox/messages/errors.ts";
import { createOutgoing } from "#inbox/messages/outbox/create-outgoing.ts";
import { driverOf } from "#inbox/messages/send/uploaded.ts";
import { rendered } from "#inbox/messages/send/variables.ts";
import { answerWindow, sendableTicket } from "#inbox/tickets/index.ts";
import { notePhoneAsked, notePhoneRefused, visibleContact } from "#people/contacts/index.ts";
import { invalidFields } from "#platform/errors.ts";
import { defineTexts } from "#platform/i18n/define-texts.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";

/** Default text in the company's language, used when the setting is empty, because networks require a text. */
const textsIn = defineTexts("askPhone", { pt, en, es });
/** Pause between two requests, ms. */
const PAUSE_MS = 7 * 24 * 60 * 60_000;

/**
 * `POST /tickets/{id}/ask-phone`: asks the customer for the phone, on the official WhatsApp with a button that shares
 * it (docs/rules/contacts.md#ask-for-the-phone). Throws 404 ERR_NO_TICKET_FOUND, 403 ERR_NO_PERMISSION, 409 ERR_TICKET_CLOSED,
 * 409 ERR_TICKET_NOT_OPEN, 400 ERR_WINDOW_CLOSED, 400 ERR_VALIDATION (a group, a known phone), 409 ERR_PHONE_ASKED.
 */
export function askForPhone(ctx: UserCtx, ticketId: number): void {
  ctx.tenant.write((unit) => {
    const ticket = sendableTicket(ctx, ticketId);
    const contact = visibleContact(unit.tenant, ticket.contactId);
    if (contact.isGroup) throw invalidFields({ id: "invalid" });
    if (contact.number !== null) throw invalidFields({ number: "invalid" });
    const until = (contact.phoneAskedAt ?? Number.NEGATIVE_INFINITY) + PAUSE_MS;
    if (until > unit.now) throw phoneAsked(until);
    if (answerWindow(unit.db, ticket, unit.now) === "closed") throw windowClosed();
    const own = setting(ctx.tenant, "askPhoneMessage").trim();
    const text = rendered(ctx.tenant, own || textsIn(languageOf(ctx.tenant))("request"), {
      ticket,
      contactId: contact.id,
      userName: ctx.actor.name,
    });
    const type = driverOf(ctx.tenant, ticket) === "cloud" ? "contact_request" : "text";
    createOutgoing(unit, {
      ticketId,
      ticket,
      fields: { body: text, origin: "user", userId: ctx.actor.id },
      payload: { content: { type, text } },
      source: "message",
    });
    notePhoneAsked(unit, contact.id);
  });
}

/** `DELETE /tickets/{id}/ask-phone`: records that the customer does not want to share the phone. Throws the errors of `askForPhone`. */
export function recordPhoneRefused(ctx: UserCtx, ticketId: number): void {
  ctx.tenant.write((unit) => {
    const ticket = sendableTicket(ctx, ticketId);
    notePhoneRefused(unit, ticket.contactId);
  });
}
