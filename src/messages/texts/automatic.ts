import { say } from "#messages/outbox/say.ts";
import { rendered } from "#messages/send/variables.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import type { Ticket } from "#tickets/index.ts";

export interface AutomaticText {
  readonly ticket: Ticket;
  /** As configured; blank says nothing. */
  readonly text: string;
  readonly origin: "system" | "bot";
  /** Attendant in whose name it speaks, if any. */
  readonly user?: { readonly id: number; readonly name: string } | undefined;
  readonly queueId?: number | null;
  /** Key of the outbox when the same text must not go twice; the message's own id else. */
  readonly source?: { readonly name: string; readonly key: string };
}

/** A text the product writes by itself, with its variables, in the transaction that decided it. */
export function sayAutomatically(unit: TenantUnit, automatic: AutomaticText): void {
  const { ticket, text, origin, user, queueId, source } = automatic;
  if (text.trim() === "") return;
  const body = rendered(unit.tenant, text, {
    ticket,
    contactId: ticket.contactId,
    userName: user?.name,
    ...(queueId !== undefined && { queueId }),
  });
  say(unit, {
    ticketId: ticket.id,
    fields: { body, origin, userId: user?.id ?? null },
    payload: { content: { type: "text", text: body } },
    source: source?.name ?? origin,
    ...(source && { sourceKey: source.key }),
  });
}
