import { signal } from "@preact/signals-react";

const MINUTE_MS = 60_000;

/** The current time, ms since 1970, updated once a minute: for components that show an age. */
export const currentMinute = signal(Date.now(), {
  watched() {
    // The value is old: no component has read it since the timer stopped. Set before the first component reads it, it causes
    // no second render.
    currentMinute.value = Date.now();
    timer = setInterval(() => {
      currentMinute.value = Date.now();
    }, MINUTE_MS);
  },
  unwatched() {
    clearInterval(timer);
  },
});
let timer: ReturnType<typeof setInterval> | undefined;
