import type { ColleagueAnswer } from "#accounts/users/contract.ts";
import type { TicketAnswer, UpdateTicketBody } from "#inbox/tickets/contract.ts";
import { hasWords } from "#web/lib/format/typed-match.ts";
import { presenceOf } from "#web/ui/display/presence-dot.tsx";

export interface TransferChoice {
  readonly userId: number | null;
  readonly queueId: number;
  readonly whatsappId: number;
  readonly reason: string;
}

/**
 * What a transfer sends: with a queue alone the ticket waits there to be accepted (docs/rules/screens.md#tickets).
 */
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
 * The possible receivers: admins and the attendants of the queue, online ones first; not the current attendant in
 * that queue already (`from`).
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

/** Below this many colleagues the dialog lists them immediately; from here on names are searched. */
const LISTED_BELOW = 50;
/** Minimum number of letters of a search for a colleague. */
export const FEWEST_LETTERS = 3;

/** True when all colleagues fit into a list that needs no search. */
export const showsEverybody = (colleagues: number): boolean => colleagues < LISTED_BELOW;

/**
 * The candidates that the dialog lists for a trimmed search text. Small company: those whose name contains its
 * words. Large company: the same from three letters on; before, only the one already `chosen`.
 */
export function foundCandidates(
  candidates: readonly ColleagueAnswer[],
  search: string,
  colleagues: number,
  chosen: ColleagueAnswer | null,
): readonly ColleagueAnswer[] {
  if (!showsEverybody(colleagues) && search.length < FEWEST_LETTERS) return chosen ? [chosen] : [];
  return candidates.filter(({ name }) => hasWords(name, search));
}

/** Number of attendants of a queue who are online. */
export const onlineIn = (colleagues: readonly ColleagueAnswer[], queueId: number): number =>
  colleagues.filter(
    (colleague) => presenceOf(colleague) === "online" && colleague.queues.some(({ id }) => id === queueId),
  ).length;
