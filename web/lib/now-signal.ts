import { signal } from "@preact/signals-react";

const MINUTE_MS = 60_000;

/** The current time, ms since 1970, updated once a minute: for components that show an age. */
export const currentMinute = signal(Date.now(), {
  watched() {
    // Nobody has shown it for a while. The component that begins to show it reads the new time, and is not rendered again.
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
