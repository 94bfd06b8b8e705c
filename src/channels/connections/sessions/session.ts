import type { SessionEvent, SessionKey } from "#channels/connections/provider.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { applyTrigger } from "./apply-trigger.ts";
import { backOffMs } from "./back-off.ts";
import { sessionDirectory } from "./directory.ts";
import { mayRestartEngine } from "./engine-restarts.ts";
import { leaseOwner, releaseLease, takeLease } from "./leases.ts";
import type { Effect, Trigger } from "./lifecycle.ts";
import { startOptions } from "./start-options.ts";
import { createTimers } from "./timers.ts";

/** Without getting through for this long it is TIMEOUT (docs/rules/connections.md#states). */
const OFFLINE_MS = 60_000;
const PAIRING_MS = 120_000;
/** Open for this long: the next outage begins with the shortest pause again. */
const STEADY_MS = 10_000;
/** A network that lets the session open is fine: the pause after the next outage is at most this step. */
const STEP_AFTER_OPEN = 2;
const SLOW_RETRY_MS = 600_000;
/** Restarts the network asks for are not counted, unless they come closer together than this. */
const RESTART_GAP_MS = 5000;
/** What could not be written (disk full) is written after this. */
const WRITE_RETRY_MS = 5000;

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
  /** Opens the socket at once when the session waits for its next attempt. */
  tryNow(): void;
  /** True from the moment the session begins to end: it takes no commands any more. */
  readonly isEnding: boolean;
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
  const timers = createTimers<"retry" | "offline" | "pairing" | "steady">(clock);
  let attempt = 0;
  let reopenedAt = Number.NEGATIVE_INFINITY;
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
  const answerCode = (code: string | null) => {
    const waiters = codeWaiters;
    codeWaiters = [];
    for (const waiter of waiters) waiter(code);
  };

  const open = () => {
    if (ended) return;
    timers.begin("offline", OFFLINE_MS, () => move({ type: "offline_too_long" }));
    try {
      leased = tenant.write((unit) => takeLease(unit.db, connectionId, owner, unit.now));
    } catch (error) {
      log.error({ connection: connectionId, err: error }, "lease not taken yet");
      timers.set("retry", WRITE_RETRY_MS, open);
      return;
    }
    if (!leased) {
      move({ type: "lease_busy" });
      return;
    }
    void inTurn(async () => {
      const options = startOptions(tenant, connectionId, pairingNumber);
      if (!ended && options) await provider.start(key, options);
    });
  };

  /** At once; but a network that asks for it again and again is treated like one in trouble. */
  const reopen = () => {
    const soon = clock.now() - reopenedAt < RESTART_GAP_MS;
    reopenedAt = clock.now();
    if (soon) timers.set("retry", backOffMs(attempt++, Math.random()), open);
    else open();
  };

  const act = (effects: readonly Effect[]) => {
    const comesBack = effects.some((effect) => effect.startsWith("retry"));
    for (const effect of effects) {
      if (effect === "restart") reopen();
      if (effect === "retry") timers.set("retry", backOffMs(attempt++, Math.random()), open);
      if (effect === "retry_slowly") timers.set("retry", SLOW_RETRY_MS, open);
      if (effect === "begin_pairing")
        timers.begin("pairing", PAIRING_MS, () => move({ type: "pairing_too_long" }));
      if (effect === "end_pairing") timers.cancel("pairing");
      if (effect === "stop") void (comesBack ? inTurn(() => provider.stop(key)) : end());
      if (effect === "wipe") void inTurn(() => provider.wipe(sessionDirectory(tenant, connectionId), key));
    }
  };

  const move = (trigger: Trigger) => {
    if (ended) return;
    if (trigger.type === "qr" || trigger.type === "pairing" || trigger.type === "open")
      timers.cancel("offline");
    if (trigger.type === "no_event_for_long") stale = true;
    if (trigger.type === "heard_again") stale = false;
    if (trigger.type === "closed") {
      timers.cancel("steady");
      answerCode(null);
      if (trigger.reason === "network")
        timers.begin("offline", OFFLINE_MS, () => move({ type: "offline_too_long" }));
    }
    let effects: readonly Effect[];
    try {
      effects = tenant.write((unit) => applyTrigger(unit, connectionId, trigger));
    } catch (error) {
      // A full disk: the row says it as soon as there is room, and what follows follows then.
      log.error({ connection: connectionId, trigger: trigger.type, err: error }, "session not moved yet");
      clock.after(WRITE_RETRY_MS, () => move(trigger));
      return;
    }
    act(effects);
  };

  const opened = (event: Extract<SessionEvent, { type: "open" }>) => {
    timers.cancel("retry");
    attempt = Math.min(attempt, STEP_AFTER_OPEN);
    pairingNumber = undefined;
    stale = false;
    timers.set("steady", STEADY_MS, () => {
      attempt = 0;
    });
    const number = event.identities.find((identity) => identity.kind === "pn")?.value ?? null;
    move({ type: "open", number });
  };

  const end = (how: "close" | "log out" = "close"): Promise<void> => {
    if (ended) return ended;
    timers.cancelAll();
    answerCode(null);
    ended = inTurn(async () => {
      await (how === "log out" ? provider.logout(key) : provider.stop(key));
    });
    // What the last step still asked of the driver (a wipe) comes before anybody may begin again.
    ended = ended
      .then(() => tail)
      .then(() => {
        // Socket first, lease last: nobody else may open while ours still lives.
        try {
          tenant.write((unit) => releaseLease(unit.db, connectionId, owner));
        } catch (error) {
          // It runs out by itself.
          log.error({ connection: connectionId, err: error }, "lease not released");
        }
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
      timers.cancel("retry");
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
        if (event.reason === "engine_stuck" && !mayRestartEngine(tenant, connectionId, restarts))
          return move({ type: "no_traffic" });
        // A typed code is worth nothing on another socket: who waits with it is to ask for a new one.
        const isCodeLost = pairingNumber !== undefined && event.reason === "network";
        move({ type: "closed", reason: isCodeLost ? "pairing_timeout" : event.reason });
      }
    },
    move,
    tryNow() {
      if (ended || !timers.has("retry")) return;
      attempt = 0;
      timers.cancel("retry");
      open();
    },
    get isEnding() {
      return ended !== undefined;
    },
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
