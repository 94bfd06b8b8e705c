import { afterAll, beforeAll } from "bun:test";

/** Mutes libsignal, which prints whole sessions with keys to the console. Call once per file. */
export function muteSignalLogs(): void {
  const { console: original } = globalThis;
  beforeAll(() => {
    const nothing = (): void => undefined;
    globalThis.console = { ...original, info: nothing, warn: nothing, error: nothing };
  });
  afterAll(() => {
    globalThis.console = original;
  });
}
