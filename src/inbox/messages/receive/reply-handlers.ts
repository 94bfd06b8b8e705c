import type { InboundContent } from "#channels/connections/index.ts";
import type { Message } from "#inbox/messages/schema.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import type { KnownContact } from "#people/contacts/index.ts";
import { definePort } from "#platform/ports.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** What a customer wrote, before it is known which attendance it belongs to. */
export interface Reply {
  readonly contact: KnownContact;
  readonly connectionId: number;
  /** Null for everything but plain text. */
  readonly text: string | null;
  readonly sticker: boolean;
  /** Time of the network, ms. */
  readonly at: number;
}

/** A reply belongs to what is over: it is stored in this ticket and opens nothing. */
export interface ClaimedReply {
  readonly ticket: Ticket;
  /** In the same transaction, once the message is stored. */
  readonly stored?: (message: Message) => void;
}

/** A reply is a message like any other, but an attendance that begins with it belongs to this queue. */
interface QueueChoice {
  readonly startsIn: number;
}

/** Says whether a reply is its own; runs in the lane's transaction and may write, also when it lets the reply go. */
export type ReplyHandler = (unit: TenantUnit, reply: Reply) => ClaimedReply | QueueChoice | undefined;

/** What all of them said together. */
export interface ReplyDecision {
  readonly claim?: ClaimedReply;
  /** Queue of a new attendance, null = as usual. */
  readonly startsIn: number | null;
}

/** Who is asked before whom (docs/rules/inbound.md#steps steps 7 and 8). */
const ORDER = ["campaign", "rating", "farewell"] as const;
type ReplyHandlerName = (typeof ORDER)[number];

/** Those who are asked before a message finds or makes its ticket. */
export interface ReplyHandlers {
  /** A feature takes its place, once, when it is wired. */
  join(name: ReplyHandlerName, claimer: ReplyHandler): void;
  /** The first claim, none when nobody wants the reply; and where it leads then. */
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
        const said = joined.get(name)?.(unit, reply);
        if (said && "ticket" in said) return { claim: said, startsIn: null };
        startsIn ??= said?.startsIn ?? null;
      }
      return { startsIn };
    },
  };
}

export const textOf = (content: InboundContent): string | null =>
  content.type === "text" ? content.text : null;
export const isSticker = (content: InboundContent): boolean =>
  content.type === "media" && content.media.sticker;
