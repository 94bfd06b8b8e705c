/**
 * Silences the console of this thread. libsignal prints whole session records, private keys included, each
 * time a session is renewed; the engine's own words go to the product's log by message.
 */
export function silenceConsole(): void {
  const silent = (): void => {};
  for (const name of ["log", "info", "warn", "error", "debug", "trace", "dir"] as const)
    console[name] = silent;
}
