import { signal } from "@preact/signals-react";
import type { UserRef } from "#accounts/users/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";

/** One word "typing" counts this long, ms (docs/rules/realtime.md#frames). */
const TYPING_MS = 5000;
/** Typing frames are sent at most this often, ms. */
const TELL_MS = 3000;

/** Who else watches the ticket on screen, and who is typing in it. */
export function createPresence(tell: (ticketId: number) => void, ownId: () => number, now: () => number) {
  const looking = signal<readonly UserRef[]>([]);
  const typing = signal<readonly UserRef[]>([]);
  const writing = signal(false);
  let rest: ReturnType<typeof setTimeout> | undefined;
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let ticketId: number | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;

  function stop(userId: number): void {
    clearTimeout(timers.get(userId));
    timers.delete(userId);
    typing.value = typing.peek().filter(({ id }) => id !== userId);
  }

  function restNow(): void {
    clearTimeout(rest);
    writing.value = false;
  }

  function heard(user: UserRef): void {
    if (user.id === ownId()) return;
    stop(user.id);
    typing.value = [...typing.peek(), user];
    timers.set(
      user.id,
      setTimeout(() => stop(user.id), TYPING_MS),
    );
  }

  return {
    looking,
    typing,
    /** The attendant is writing, too: two are about to answer at once. */
    writing,
    /** Another ticket came on screen, or none. */
    enter(next: number | null): void {
      if (next === ticketId) return;
      ticketId = next;
      toldAt = Number.NEGATIVE_INFINITY;
      for (const id of [...timers.keys()]) stop(id);
      looking.value = [];
      restNow();
    },
    /** Events of the channel `presence`. */
    apply(event: EventData): void {
      if (ticketId === null || event["ticketId"] !== ticketId) return;
      if (event.action === "typing")
        heard({ id: Number(event["userId"]), name: String(event["name"] ?? "") });
      else if (event.action === "looking")
        looking.value = (event["users"] as readonly UserRef[]).filter(({ id }) => id !== ownId());
    },
    /** A colleague's message has arrived: he is not writing it any more. */
    wrote(userId: number | null): void {
      if (userId !== null) stop(userId);
    },
    /** The attendant types: sends a typing frame to the others. */
    tellTyping(): void {
      if (ticketId === null) return;
      clearTimeout(rest);
      writing.value = true;
      rest = setTimeout(restNow, TYPING_MS);
      if (now() - toldAt < TELL_MS) return;
      toldAt = now();
      tell(ticketId);
    },
  };
}
