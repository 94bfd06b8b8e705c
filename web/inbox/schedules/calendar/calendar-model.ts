import { batch, computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { addDays, addMonths, weekdayOf } from "#platform/dates.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import type { Schedule, ScheduleCalls } from "#web/inbox/schedules/schedules-api.ts";
import { isAborted } from "#web/lib/api/api-error.ts";
import { dayKey } from "#web/lib/format/dates.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";

export type CalendarView = "month" | "week";

/** The seven days of the week that contains `day`; `firstWeekday` 0 = Sunday. */
export function weekOf(day: string, firstWeekday: number): readonly string[] {
  const back = (weekdayOf(day) - firstWeekday + 7) % 7;
  return Array.from({ length: 7 }, (_, at) => addDays(day, at - back));
}

/** The weeks of a month, filled with days of the neighbouring months. */
export function monthOf(day: string, firstWeekday: number): readonly (readonly string[])[] {
  const month = day.slice(0, 7);
  const weeks: (readonly string[])[] = [];
  let week = weekOf(`${month}-01`, firstWeekday);
  while (weeks.length === 0 || week[0]?.startsWith(month)) {
    weeks.push(week);
    week = weekOf(addDays(week[0] ?? day, 7), firstWeekday);
  }
  return weeks;
}

/** The day shown after `steps` presses of “next” (negative: “previous”): weeks later, or the first of another month. */
export function stepped(day: string, view: CalendarView, steps: number): string {
  if (view === "week") return addDays(day, 7 * steps);
  return addMonths(day, steps, 1);
}

/** The days on screen. */
export const daysShown = (day: string, view: CalendarView, firstWeekday: number): readonly string[] =>
  view === "week" ? weekOf(day, firstWeekday) : monthOf(day, firstWeekday).flat();

/** The scheduled messages of the days on screen, updated by events. */
export class CalendarModel {
  readonly #calls: Pick<ScheduleCalls, "span">;
  readonly #items = new Collection<Schedule>({ record: "record", id: "id" });
  readonly #state = signal<"loading" | "ready" | "error">("loading");
  readonly #error = signal<unknown>(null);
  readonly #hasMore = signal(false);
  #span: { readonly from: string; readonly to: string } | null = null;
  #request: AbortController | null = null;

  readonly state: ReadonlySignal<"loading" | "ready" | "error"> = this.#state;
  readonly error: ReadonlySignal<unknown> = this.#error;
  /** True when the server has more messages than one response contains. */
  readonly hasMore: ReadonlySignal<boolean> = this.#hasMore;
  /** Scheduled messages per day in the company's time zone, earliest first. */
  readonly days: ReadonlySignal<ReadonlyMap<string, readonly Schedule[]>> = computed(() => {
    const days = new Map<string, Schedule[]>();
    const sorted = [...this.#items.all.value].sort((a, b) => a.sendAt.localeCompare(b.sendAt) || a.id - b.id);
    for (const schedule of sorted) {
      const key = dayKey(schedule.sendAt);
      const known = days.get(key);
      if (known) known.push(schedule);
      else days.set(key, [schedule]);
    }
    return days;
  });

  constructor(calls: Pick<ScheduleCalls, "span">) {
    this.#calls = calls;
  }

  /** Shows these days; messages that are already loaded stay on screen until the response arrives. */
  async show(days: readonly string[]): Promise<void> {
    this.#span = { from: days[0] ?? "", to: addDays(days.at(-1) ?? "", 1) };
    await this.reload();
  }

  async reload(): Promise<void> {
    const span = this.#span;
    if (!span) return;
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    if (this.#state.peek() === "error") this.#state.value = "loading";
    try {
      let hasMore = false;
      await this.#items.replaceBy(async () => {
        const answer = await this.#calls.span(span.from, span.to, request.signal);
        hasMore = answer.hasMore;
        return answer.schedules;
      });
      if (this.#request !== request) return;
      batch(() => {
        this.#hasMore.value = hasMore;
        this.#state.value = "ready";
      });
    } catch (error) {
      if (this.#request !== request || isAborted(error)) return;
      batch(() => {
        this.#error.value = error;
        this.#state.value = "error";
      });
    }
  }

  /** Subscribes to the events of scheduled messages. Returns the stop function. */
  listen(socket: Pick<LiveSocket, "on" | "onResync">): () => void {
    const stops = [
      socket.on("schedule", (event: EventData) => {
        if (event.action === "reload" || event.action === "delete-all") void this.reload();
        else this.#items.apply(event);
      }),
      socket.onResync(() => void this.reload()),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#request?.abort();
    };
  }

  put(schedule: Schedule): void {
    this.#items.upsert(schedule);
  }

  remove(id: number): void {
    this.#items.remove(id);
  }
}
