import type { Tenant } from "#tenants/tenant.ts";
import { applyTrigger, rememberLink } from "./apply-trigger.ts";
import { backOffMs } from "./back-off.ts";
import { leaseOwner, releaseLease, takeLease } from "./leases.ts";
import type { Effect, Trigger } from "./lifecycle.ts";
import type { SessionEvent, SessionKey } from "./provider.ts";
import { ProviderPort } from "./provider-port.ts";
import { sessionDirectory } from "./session-directory.ts";
import { startOptions } from "./start-options.ts";

/** Without getting through for this long it is TIMEOUT (behaviour 2.1). */
const OFFLINE_MS = 60_000;
const PAIRING_MS = 120_000;
/** Open for this long: the next outage begins with short pauses again. */
const STEADY_MS = 60_000;
const SLOW_RETRY_MS = 600_000;

/** One connection's live session: what the driver says moves the row, and the row's next step moves the driver. */
export interface Session {
  readonly key: SessionKey;
  readonly tenant: Tenant;
  /** Last thing heard from the network, ms; null before the first. */
  readonly lastEventAt: number | null;
  /** Opens the socket. Throws nothing; a lease held elsewhere is tried again later. */
  begin(options?: { readonly pairingNumber?: string }): void;
  hear(event: SessionEvent): void;
  /** Moves the session for a reason of our own. */
  move(trigger: Trigger): void;
  /** The next pairing code; null when the session ends without one. */
  pairingCode(): Promise<string | null>;
  /** True while the lease is ours. */
  readonly leased: boolean;
  /** Closes a socket that hears nothing any more and opens it again. */
  restartSilent(): Promise<void>;
  /** How often that was done since `sinceMs`. */
  silentRestarts(sinceMs: number): number;
  /** Closes the socket (or logs out of the phone), gives lease and company back. Idempotent. */
  end(how?: "close" | "log out"): Promise<void>;
}

/** `onEnd` runs once, when the session is over. */
export function createSession(tenant: Tenant, connectionId: number, onEnd: () => void): Session {
  const { clock, log, installation } = tenant;
  const provider = installation.ports.use(ProviderPort);
  const key: SessionKey = { companyId: tenant.id, connectionId };
  const owner = leaseOwner(installation);
  const release = tenant.hold();
  const timers = new Map<"retry" | "offline" | "pairing" | "steady", () => void>();
  let attempt = 0;
  let ended: Promise<void> | undefined;
  let pairingNumber: string | undefined;
  let lastEventAt: number | null = null;
  let codeWaiters: ((code: string | null) => void)[] = [];
  let stale = false;
  let leased = false;
  const restarts: number[] = [];
  let tail: Promise<unknown> = Promise.resolve();

  /** What is asked of the driver about one session happens in the order it was asked. */
  const inTurn = (work: () => Promise<unknown>): Promise<void> => {
    const turn = tail.then(work).then(
      () => undefined,
      (error: unknown) => log.error({ connection: connectionId, err: error }, "driver failed"),
    );
    tail = turn;
    return turn;
  };
  const cancel = (name: "retry" | "offline" | "pairing" | "steady") => {
    timers.get(name)?.();
    timers.delete(name);
  };
  const after = (name: "retry" | "offline" | "pairing" | "steady", ms: number, task: () => void) => {
    cancel(name);
    timers.set(
      name,
      clock.after(ms, () => {
        timers.delete(name);
        task();
      }),
    );
  };
  const answerCode = (code: string | null) => {
    const waiters = codeWaiters;
    codeWaiters = [];
    for (const waiter of waiters) waiter(code);
  };

  const open = () => {
    if (ended) return;
    if (!timers.has("offline")) after("offline", OFFLINE_MS, () => move({ type: "offline_too_long" }));
    leased = tenant.write((unit) => takeLease(unit.db, connectionId, owner, unit.now));
    if (!leased) {
      move({ type: "lease_busy" });
      return;
    }
    void inTurn(async () => {
      const options = startOptions(tenant, connectionId, pairingNumber);
      if (!ended && options) await provider.start(key, options);
    });
  };

  const act = (effects: readonly Effect[]) => {
    const comesBack = effects.some((effect) => effect.startsWith("retry"));
    for (const effect of effects) {
      if (effect === "restart") open();
      if (effect === "retry") after("retry", backOffMs(attempt++, Math.random()), open);
      if (effect === "retry_slowly") after("retry", SLOW_RETRY_MS, open);
      if (effect === "begin_pairing" && !timers.has("pairing"))
        after("pairing", PAIRING_MS, () => move({ type: "pairing_too_long" }));
      if (effect === "end_pairing") cancel("pairing");
      if (effect === "stop") void (comesBack ? inTurn(() => provider.stop(key)) : end());
      if (effect === "wipe") void inTurn(() => provider.wipe(sessionDirectory(tenant, connectionId)));
    }
  };

  const move = (trigger: Trigger) => {
    if (ended) return;
    if (trigger.type === "qr" || trigger.type === "pairing" || trigger.type === "open") cancel("offline");
    if (trigger.type === "no_event_for_long") stale = true;
    if (trigger.type === "heard_again") stale = false;
    if (trigger.type === "closed") {
      cancel("steady");
      answerCode(null);
      if (trigger.reason === "network" && !timers.has("offline"))
        after("offline", OFFLINE_MS, () => move({ type: "offline_too_long" }));
    }
    act(tenant.write((unit) => applyTrigger(unit, connectionId, trigger)));
  };

  const opened = (event: Extract<SessionEvent, { type: "open" }>) => {
    cancel("offline");
    pairingNumber = undefined;
    stale = false;
    after("steady", STEADY_MS, () => {
      attempt = 0;
    });
    const number = event.identities.find((identity) => identity.kind === "pn")?.value ?? null;
    const effects = tenant.write((unit) => {
      rememberLink(unit, connectionId, number);
      return applyTrigger(unit, connectionId, { type: "open" });
    });
    act(effects);
  };

  const end = (how: "close" | "log out" = "close"): Promise<void> => {
    if (ended) return ended;
    for (const name of [...timers.keys()]) cancel(name);
    answerCode(null);
    ended = inTurn(async () => {
      await (how === "log out" ? provider.logout(key) : provider.stop(key));
    });
    // What the last step still asked of the driver (a wipe) comes before anybody may begin again.
    ended = ended
      .then(() => tail)
      .then(() => {
        // Socket first, lease last: nobody else may open while ours still lives.
        tenant.write((unit) => releaseLease(unit.db, connectionId, owner));
        onEnd();
        release();
      });
    return ended;
  };

  return {
    key,
    tenant,
    get lastEventAt() {
      return lastEventAt;
    },
    begin(options) {
      pairingNumber = options?.pairingNumber;
      attempt = 0;
      move({ type: pairingNumber ? "starting_with_code" : "starting" });
      open();
    },
    hear(event) {
      if (ended) return;
      if (event.type === "alive" || event.type === "open") lastEventAt = clock.now();
      if (event.type === "alive") {
        if (stale) move({ type: "heard_again" });
      } else if (event.type === "pairing_code") answerCode(event.code);
      else if (event.type === "qr") move({ type: "qr", qr: event.qr, attempt: event.attempt });
      else if (event.type === "pairing") {
        // The code was typed: what follows opens the session that was made by it.
        pairingNumber = undefined;
        move({ type: "pairing" });
      } else if (event.type === "open") opened(event);
      else {
        log.info({ connection: connectionId, reason: event.reason, detail: event.detail }, "session closed");
        move({ type: "closed", reason: event.reason });
      }
    },
    move,
    pairingCode: () =>
      ended ? Promise.resolve(null) : new Promise((resolve) => void codeWaiters.push(resolve)),
    get leased() {
      return leased;
    },
    restartSilent() {
      restarts.push(clock.now());
      return inTurn(async () => {
        await provider.stop(key);
        open();
      });
    },
    silentRestarts: (sinceMs) => restarts.filter((at) => at >= sinceMs).length,
    end,
  };
}
