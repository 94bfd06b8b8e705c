/**
 * Silences the console of this thread. libsignal prints whole session records, private keys included, each time a
 * session is renewed. The engine logs by messages to the main thread.
 */
export function silenceConsole(): void {
  const silent = (): void => {};
  for (const name of ["log", "info", "warn", "error", "debug", "trace", "dir"] as const)
    console[name] = silent;
}
