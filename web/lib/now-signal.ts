import { signal } from "@preact/signals-react";

const MINUTE_MS = 60_000;

/** The current time, ms since 1970, updated once a minute: for components that show an age. */
export const currentMinute = signal(Date.now(), {
  watched() {
    // Nobody has read it for a while. After the render that reads it, in which signals must not change.
    queueMicrotask(() => {
      currentMinute.value = Date.now();
    });
    timer = setInterval(() => {
      currentMinute.value = Date.now();
    }, MINUTE_MS);
  },
  unwatched() {
    clearInterval(timer);
  },
});
let timer: ReturnType<typeof setInterval> | undefined;
