import type { TicketAnswer, UpdateTicketBody } from "#tickets/contract.ts";
import type { ColleagueAnswer } from "#users/contract.ts";
import { presenceOf } from "#web/ui/presence-dot.tsx";

export interface TransferChoice {
  readonly userId: number | null;
  readonly queueId: number;
  readonly whatsappId: number;
  readonly reason: string;
}

/** What a transfer sends: with a queue alone the ticket waits there for whoever accepts it (specification 001 section 4). */
export function transferBody({ userId, queueId, whatsappId, reason }: TransferChoice): UpdateTicketBody {
  const words = reason.trim();
  return {
    userId,
    queueId,
    whatsappId,
    status: userId === null ? "pending" : "open",
    ...(words === "" ? {} : { reason: words }),
  };
}

/**
 * Who may take it: admins and the attendants of the queue, those at their desk first; not whoever has it in that
 * queue already (`from`).
 */
export function transferCandidates(
  colleagues: readonly ColleagueAnswer[],
  queueId: number | null,
  from: Pick<TicketAnswer, "userId" | "queueId">,
): readonly ColleagueAnswer[] {
  const rank = { online: 0, away: 1, offline: 2 };
  return colleagues
    .filter(({ id }) => id !== from.userId || queueId !== from.queueId)
    .filter(
      ({ profile, queues }) =>
        profile === "admin" || queueId === null || queues.some(({ id }) => id === queueId),
    )
    .toSorted((a, b) => rank[presenceOf(a)] - rank[presenceOf(b)] || a.name.localeCompare(b.name));
}
