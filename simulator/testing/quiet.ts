import { afterAll, beforeAll } from "bun:test";

/** libsignal prints whole sessions, keys included, with console; tests keep it quiet. Call once per file. */
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
