import type { InboundContent } from "#channels/connections/index.ts";
import type { Message } from "#inbox/messages/schema.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import type { KnownContact } from "#people/contacts/index.ts";
import { definePort } from "#platform/ports.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** A customer's message whose ticket is not looked up yet. */
export interface Reply {
  readonly contact: KnownContact;
  readonly connectionId: number;
  /** The body; null for everything but plain text. */
  readonly text: string | null;
  readonly sticker: boolean;
  /** The network's time, ms. */
  readonly at: number;
}

/** The reply belongs to a closed ticket and must not open a new one. */
export interface ClaimedReply {
  readonly ticket: Ticket;
  /** Called in the same transaction, after the message is stored. */
  readonly stored?: (message: Message) => void;
}

/** The reply is an ordinary message; a new ticket that starts with it gets this queue. */
interface QueueChoice {
  readonly startsIn: number;
}

/**
 * Decides whether the feature consumes a reply. Runs in the event's transaction and may write even when it does not
 * consume the reply.
 */
export type ReplyHandler = (unit: TenantUnit, reply: Reply) => ClaimedReply | QueueChoice | undefined;

/** The decision of all handlers together. */
export interface ReplyDecision {
  readonly claim?: ClaimedReply;
  /** Queue of a new ticket; null = the usual queue. */
  readonly startsIn: number | null;
}

/** Order of the handlers (docs/rules/inbound.md#steps steps 7 and 8). */
const ORDER = ["campaign", "rating", "farewell"] as const;
type ReplyHandlerName = (typeof ORDER)[number];

/** Handlers that run before the ticket of a message is found or created. */
export interface ReplyHandlers {
  /** Registers the handler of a feature, once at start. */
  join(name: ReplyHandlerName, claimer: ReplyHandler): void;
  /** Returns the decision of the first handler that consumes the reply; else the queue that a handler chose. */
  ask(unit: TenantUnit, reply: Reply): ReplyDecision;
}

export const ReplyHandlersPort = definePort<ReplyHandlers>("claimers");

export function createReplyHandlers(): ReplyHandlers {
  const joined = new Map<ReplyHandlerName, ReplyHandler>();
  return {
    join: (name, claimer) => void joined.set(name, claimer),
    ask(unit, reply) {
      let startsIn: number | null = null;
      for (const name of ORDER) {
        const outcome = joined.get(name)?.(unit, reply);
        if (outcome && "ticket" in outcome) return { claim: outcome, startsIn: null };
        startsIn ??= outcome?.startsIn ?? null;
      }
      return { startsIn };
    },
  };
}

export const textOf = (content: InboundContent): string | null =>
  content.type === "text" ? content.text : null;
export const isSticker = (content: InboundContent): boolean =>
  content.type === "media" && content.media.sticker;
