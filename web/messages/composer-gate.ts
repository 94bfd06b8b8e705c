import type { ConnectionStatus } from "#connections/contract.ts";
import type { TicketAnswer } from "#tickets/contract.ts";

/** Why nothing can be written to the customer now. */
export type GateReason = "closed" | "pending" | "otherOwner" | "windowClosed";
export interface Gate {
  readonly reason: GateReason | null;
  /** The connection is down: what is sent waits and leaves when it is back. */
  readonly waits: boolean;
}
export interface GateInput {
  readonly ticket: Pick<TicketAnswer, "status" | "userId" | "windowExpiresAt" | "channel">;
  readonly userId: number;
  readonly isAdmin: boolean;
  /** Null while it is not known. */
  readonly connection: ConnectionStatus | null;
  /** ms since 1970. */
  readonly now: number;
}

const PEOPLE_LONGER_MS = 6 * 24 * 60 * 60_000;

/** Whether this person may send in this ticket (behaviour 5.7, 7.3): the owner, or an admin in any open one. */
export function composerGate({ ticket, userId, isAdmin, connection, now }: GateInput): Gate {
  const waits = connection !== null && connection !== "CONNECTED";
  return { reason: reasonOf(), waits };

  function reasonOf(): GateReason | null {
    if (ticket.status === "closed") return "closed";
    if (ticket.status === "pending") return "pending";
    if (ticket.userId !== userId && !isAdmin) return "otherOwner";
    const { windowExpiresAt, channel } = ticket;
    // On pages and Instagram people may answer six days longer than the product itself.
    const graceMs = channel === "whatsapp" ? 0 : PEOPLE_LONGER_MS;
    return windowExpiresAt !== null && Date.parse(windowExpiresAt) + graceMs <= now ? "windowClosed" : null;
  }
}
