import type { ConnectionStatus } from "#channels/connections/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";

/** Why the user cannot write to the customer now. */
type GateReason = "closed" | "pending" | "otherOwner" | "takeOver" | "windowClosed";
export interface Gate {
  readonly reason: GateReason | null;
  /** The connection is down: messages wait in the outbox until it is back. */
  readonly waits: boolean;
}
export interface GateInput {
  readonly ticket: Pick<TicketAnswer, "status" | "userId" | "windowExpiresAt" | "channel">;
  readonly userId: number;
  readonly isAdmin: boolean;
  /** The user chose to answer in another attendant's ticket without taking it over. */
  readonly answersForOther?: boolean;
  /** Status of the ticket's connection; null until it is loaded. */
  readonly connection: ConnectionStatus | null;
  /** ms since 1970. */
  readonly now: number;
}

const PEOPLE_LONGER_MS = 6 * 24 * 60 * 60_000;

/**
 * Whether this user may send in this ticket: its attendant, or an admin in any open ticket, who must first choose whether to take it
 * over (docs/rules/take-over.md#asked-before-writing).
 */
export function composerGate({
  ticket,
  userId,
  isAdmin,
  answersForOther = false,
  connection,
  now,
}: GateInput): Gate {
  const waits = connection !== null && connection !== "CONNECTED";
  return { reason: reasonOf(), waits };

  function reasonOf(): GateReason | null {
    if (ticket.status === "closed") return "closed";
    if (ticket.status === "pending") return "pending";
    if (ticket.userId !== userId) {
      if (!isAdmin) return "otherOwner";
      if (ticket.userId !== null && !answersForOther) return "takeOver";
    }
    const { windowExpiresAt, channel } = ticket;
    // On Messenger and Instagram a person may answer for seven days, automatic texts for one.
    const graceMs = channel === "whatsapp" ? 0 : PEOPLE_LONGER_MS;
    return windowExpiresAt !== null && Date.parse(windowExpiresAt) + graceMs <= now ? "windowClosed" : null;
  }
}
