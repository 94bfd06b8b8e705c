import { signal } from "@preact/signals-react";
import type { UserRef } from "#accounts/users/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";

/** A colleague counts as typing this long after a typing frame, ms (docs/rules/realtime.md#frames). */
const TYPING_MS = 5000;
/** Typing frames are sent at most this often, ms. */
const TELL_MS = 3000;

/** Colleagues who have the same ticket on screen, and those who are typing in it. */
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
    /** True while the user is typing; if a colleague is typing too, both may answer at the same time. */
    writing,
    /** Call when another ticket is shown, or none (null). */
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
    /** A message of a colleague has arrived: the colleague is no longer shown as typing. */
    wrote(userId: number | null): void {
      if (userId !== null) stop(userId);
    },
    /** The user types: sends a typing frame to colleagues, at most every `TELL_MS`. */
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
