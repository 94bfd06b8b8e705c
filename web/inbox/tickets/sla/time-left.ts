import type { ShownPromise } from "#inbox/tickets/promised/contract.ts";

type Shown = ShownPromise;

interface TimeLeft {
  /** The promised time is over. */
  readonly isOver: boolean;
  readonly isPaused: boolean;
  readonly unit: "minutes" | "hours" | "days";
  readonly count: number;
}

/** What is left of a promised time, or how long it is over. Below two hours in minutes, below two days in hours. `now` in ms. */
export function timeOf({ dueAt, leftMs }: Shown, now: number): TimeLeft {
  const isPaused = dueAt === null;
  const ms = dueAt === null ? (leftMs ?? 0) : Date.parse(dueAt) - now;
  const isOver = ms <= 0;
  // Neither the last minute nor the first one after it is "0 min".
  const minutes = isOver ? Math.max(1, Math.floor(-ms / 60_000)) : Math.ceil(ms / 60_000);
  if (minutes < 120) return { isOver, isPaused, unit: "minutes", count: minutes };
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return { isOver, isPaused, unit: "hours", count: hours };
  return { isOver, isPaused, unit: "days", count: Math.floor(hours / 24) };
}

/** A span as `2 h 05 min`, rounded down; the units are the same in all languages. */
export function hoursAndMinutes(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
}
