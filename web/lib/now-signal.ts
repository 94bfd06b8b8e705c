import { signal } from "@preact/signals-react";

const MINUTE_MS = 60_000;

/** The time, ms since 1970, moving once a minute: what shows an age follows it. */
export const currentMinute = signal(Date.now(), {
  watched() {
    timer = setInterval(() => {
      currentMinute.value = Date.now();
    }, MINUTE_MS);
  },
  unwatched() {
    clearInterval(timer);
  },
});
let timer: ReturnType<typeof setInterval> | undefined;
