import type { ReachAnswer } from "#inbox/reach/contract.ts";

/** What the budget of new chats means for a campaign. */
export type NewChatsGuess =
  /** The network holds new chats; `endsAt` null = no end is known. */
  | { readonly kind: "held"; readonly endsAt: string | null }
  /** `days`: after today, for the others; null when the company sets no limit of its own. */
  | { readonly kind: "partly"; readonly left: number; readonly days: number | null };

/** `recipients`: those who never wrote. Null when all of them can start today (docs/rules/reach.md#budget). */
export function guessNewChats(reach: ReachAnswer, recipients: number): NewChatsGuess | null {
  if (recipients === 0) return null;
  if (reach.holdsNewChats) {
    const ends = reach.restrictions
      .filter(({ effect }) => effect !== "none" && effect !== "calls")
      .map(({ endsAt }) => endsAt);
    const known = ends.filter((end) => end !== null).toSorted();
    return { kind: "held", endsAt: known.length < ends.length ? null : (known.at(-1) ?? null) };
  }
  const left = reach.left ?? null;
  if (left === null || left >= recipients) return null;
  const perDay = reach.own?.limit ?? null;
  const days = perDay === null || perDay === 0 ? null : Math.ceil((recipients - left) / perDay);
  return { kind: "partly", left, days };
}
