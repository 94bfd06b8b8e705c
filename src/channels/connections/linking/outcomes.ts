import { SessionChanged } from "#channels/connections/events.ts";
import type { Installation } from "#tenants/installation.ts";
import { isPasskeyStep } from "./contract.ts";

/** How links ended whose account required a passkey; `passkey_interrupted`: the socket or the process ended. */
const OUTCOMES = [
  "passkey_linked",
  "passkey_timeout",
  "passkey_refused",
  "passkey_unanswered",
  "passkey_interrupted",
] as const;

const counts = new WeakMap<Installation, Record<string, number>>();

/** Number of links with a passkey since this process started, by outcome; for the metrics. */
export function passkeyOutcomes(installation: Installation): Readonly<Record<string, number>> {
  const known = counts.get(installation) ?? Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0]));
  counts.set(installation, known);
  return known;
}

/** Counts the ends, so that the provider sees whether linking with a passkey works. */
export function countPasskeyOutcomes(installation: Installation): void {
  installation.bus.after(SessionChanged, (_tenant, { before, after }) => {
    if (!isPasskeyStep(before.statusReason) || isPasskeyStep(after.statusReason)) return;
    const isLinked = after.status === "PAIRING" || after.status === "CONNECTED";
    const ended = OUTCOMES.find((outcome) => outcome === after.statusReason) ?? "passkey_interrupted";
    const outcome = isLinked ? "passkey_linked" : ended;
    const all = passkeyOutcomes(installation);
    counts.set(installation, { ...all, [outcome]: (all[outcome] ?? 0) + 1 });
  });
}
