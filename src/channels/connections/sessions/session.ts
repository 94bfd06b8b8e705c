import type { Provider, SessionEvent, SessionKey } from "#channels/connections/provider.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { banPauseMs } from "#channels/connections/restrictions/bans.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { applyTrigger } from "./apply-trigger.ts";
import { sessionDirectory } from "./directory.ts";
import { mayRestartEngine } from "./engine-restarts.ts";
import { CELL_RETRY_MS, giveLease, takeLease } from "./leases.ts";
import { type Effect, showsNetwork, type Trigger } from "./lifecycle.ts";
import { LimitChecks } from "./limit-checks.ts";
import { Reconnects } from "./reconnects.ts";
import { Replacements } from "./replacements.ts";
import { startOptions } from "./start-options.ts";
import { createTimers, OFFLINE_MS, PAIRING_MS, PASSKEY_MS, type Timers } from "./timers.ts";

/** After this time without interruption the back-off begins again at its first step. */
const STEADY_MS = 10_000;
const SLOW_RETRY_MS = 600_000;
/** Pause before a failed write (disk full) is retried. */
const WRITE_RETRY_MS = 5000;

/** One running session: events of the driver change the stored state, and its effects control the driver. */
export class Session {
  readonly key: SessionKey;
  readonly tenant: Tenant;
  /** Time of the last event from the network, ms; null before the first. */
  lastEventAt: number | null = null;
  /** True while this process holds the lease. */
  leased = false;
  /** Questions to the network about the restrictions of this account. */
  readonly limits: LimitChecks;
  readonly #provider: Provider;
  readonly #onEnd: () => void;
  readonly #releaseTenant: () => void;
  readonly #timers: Timers<"retry" | "offline" | "pairing" | "steady">;
  /** Times of restarts after silence or a stuck engine, ms. */
  readonly #restarts: number[] = [];
  readonly #reconnects = new Reconnects();
  readonly #replacements = new Replacements();
  #ended: Promise<void> | undefined;
  #pairingNumber: string | undefined;
  #codeWaiters: ((code: string | null) => void)[] = [];
  #isStale = false;
  #tail: Promise<unknown> = Promise.resolve();

  /** `onEnd` runs once, when the session is over. */
  constructor(tenant: Tenant, connectionId: number, onEnd: () => void) {
    this.key = { companyId: tenant.id, connectionId };
    this.tenant = tenant;
    this.#provider = tenant.installation.ports.use(ProviderPort);
    this.#onEnd = onEnd;
    this.#releaseTenant = tenant.keepOpen();
    this.#timers = createTimers(tenant.clock);
    this.limits = new LimitChecks(tenant, this.key, this.#provider);
  }

  /** Opens the socket. Throws no error; a lease held by another process is retried later. */
  begin(options?: { readonly pairingNumber?: string }): void {
    this.#pairingNumber = options?.pairingNumber;
    this.#reconnects.reset();
    this.#timers.cancel("retry");
    this.transition({ type: this.#pairingNumber ? "starting_with_code" : "starting" });
    this.#open();
  }

  /** Handles an event of the driver. */
  handleEvent(event: SessionEvent): void {
    if (this.#ended) return;
    const { clock } = this.tenant;
    if (event.type === "alive" || event.type === "open") this.lastEventAt = clock.now();
    switch (event.type) {
      case "alive":
        if (this.#isStale) this.transition({ type: "heard_again" });
        return;
      case "pairing_code":
        this.#resolveCode(event.code);
        return;
      case "qr":
        this.transition({ type: "qr", qr: event.qr, attempt: event.attempt });
        return;
      case "pairing":
      case "passkey":
        // The user typed the code, so that the restart after the link opens the linked session.
        this.#pairingNumber = undefined;
        this.transition(event);
        return;
      case "open":
        this.#opened(event);
        return;
      case "limits":
        this.limits.store(event.limits);
        return;
      case "closed":
        this.#closed(event);
    }
  }

  /** Changes the stored state and carries out the effects. Retried while the disk is full. */
  transition(trigger: Trigger): void {
    if (this.#ended) return;
    const { tenant } = this;
    const { connectionId } = this.key;
    if (showsNetwork(trigger)) this.#timers.cancel("offline");
    if (trigger.type === "no_event_for_long") this.#isStale = true;
    if (trigger.type === "heard_again") this.#isStale = false;
    if (trigger.type === "closed") {
      this.#timers.cancel("steady");
      this.limits.stop();
      this.#resolveCode(null);
      if (trigger.reason === "network") this.#beginOffline();
    }
    let effects: readonly Effect[];
    try {
      effects = tenant.write((unit) => applyTrigger(unit, connectionId, trigger));
    } catch (error) {
      tenant.log.error(
        { connection: connectionId, trigger: trigger.type, err: error },
        "session state not stored; retrying",
      );
      tenant.clock.after(WRITE_RETRY_MS, () => this.transition(trigger));
      return;
    }
    this.#apply(effects);
  }

  /** Opens the socket at once when the session waits for its next attempt. */
  retryNow(): void {
    if (this.#ended || !this.#timers.has("retry")) return;
    this.#reconnects.reset();
    this.#timers.cancel("retry");
    this.#open();
  }

  /** True from the moment the session begins to end: it accepts no more commands. */
  get isEnding(): boolean {
    return this.#ended !== undefined;
  }

  /** The next pairing code; null when the session ends without one. */
  pairingCode(): Promise<string | null> {
    if (this.#ended) return Promise.resolve(null);
    return new Promise((resolve) => void this.#codeWaiters.push(resolve));
  }

  /** Closes a socket that receives no data any more and opens it again. */
  restartSilent(): Promise<void> {
    this.#restarts.push(this.tenant.clock.now());
    return this.reopen();
  }

  /** Closes the socket and opens it again; in a cluster not before the lease of the cell is valid. */
  reopen(): Promise<void> {
    return this.#enqueue(async () => {
      await this.#provider.stop(this.key);
      this.#open();
    });
  }

  /** Number of restarts since `sinceMs`. */
  silentRestarts(sinceMs: number): number {
    return this.#restarts.filter((at) => at >= sinceMs).length;
  }

  /** Closes the socket (or logs out of the phone), releases the lease and the hold on the company. Idempotent. */
  end(how: "close" | "log out" = "close"): Promise<void> {
    if (this.#ended) return this.#ended;
    this.#timers.cancelAll();
    this.limits.stop();
    this.#resolveCode(null);
    this.#ended = this.#enqueue(() =>
      how === "log out" ? this.#provider.logout(this.key) : this.#provider.stop(this.key),
    );
    // Calls queued by the last transition (a wipe) finish before the next session may begin.
    this.#ended = this.#ended.then(() => this.#tail).then(() => this.#release());
    return this.#ended;
  }

  /** The socket is closed before the lease is released, so that no other process opens a second one. */
  #release(): void {
    giveLease(this.tenant, this.key.connectionId);
    this.#onEnd();
    this.#releaseTenant();
  }

  /** Runs the driver's calls for one session in the order in which they were made. */
  #enqueue(work: () => Promise<unknown>): Promise<void> {
    const { log } = this.tenant;
    const turn = this.#tail.then(work).then(
      () => undefined,
      (error: unknown) =>
        log.error(
          { connection: this.key.connectionId, err: error },
          "a call of the driver failed for this connection's session",
        ),
    );
    this.#tail = turn;
    return turn;
  }

  #resolveCode(code: string | null): void {
    const waiters = this.#codeWaiters;
    this.#codeWaiters = [];
    for (const waiter of waiters) waiter(code);
  }

  #beginOffline(): void {
    this.#timers.begin("offline", OFFLINE_MS, () => this.transition({ type: "offline_too_long" }));
  }

  #open(): void {
    if (this.#ended) return;
    const { tenant } = this;
    const { connectionId } = this.key;
    try {
      if (banPauseMs(tenant, connectionId) > 0) {
        this.transition({ type: "still_banned" });
        return;
      }
      this.#beginOffline();
      this.leased = takeLease(tenant, connectionId);
    } catch (error) {
      tenant.log.error({ connection: connectionId, err: error }, "session lease not acquired; retrying");
      this.#timers.set("retry", WRITE_RETRY_MS, () => this.#open());
      return;
    }
    if (!this.leased) {
      if (tenant.installation.cell) this.#timers.set("retry", CELL_RETRY_MS, () => this.#open());
      else this.transition({ type: "lease_busy" });
      return;
    }
    void this.#enqueue(async () => {
      const options = startOptions(tenant, connectionId, this.#pairingNumber);
      if (!this.#ended && options) await this.#provider.start(this.key, options);
    });
  }

  /** One connect after the end of the ban; when that fails without a new ban, the usual back-off follows. */
  #retryAfterBan(): void {
    const pauseMs = banPauseMs(this.tenant, this.key.connectionId);
    if (pauseMs > 0) this.#timers.set("retry", pauseMs, () => this.#open());
    else this.#retryAfterBackOff();
  }

  #retryAfterBackOff(): void {
    this.#timers.set("retry", this.#reconnects.nextPauseMs(), () => this.#open());
  }

  /** Reopens at once; restarts in quick succession count as failures. */
  #reopen(): void {
    if (this.#reconnects.isRestartTooSoon(this.tenant.clock.now())) this.#retryAfterBackOff();
    else this.#open();
  }

  #apply(effects: readonly Effect[]): void {
    const reopens = effects.some((effect) => effect.startsWith("retry"));
    for (const effect of effects) {
      if (effect === "restart") this.#reopen();
      if (effect === "retry") this.#retryAfterBackOff();
      if (effect === "retry_after_ban") this.#retryAfterBan();
      if (effect === "retry_slowly") this.#timers.set("retry", SLOW_RETRY_MS, () => this.#open());
      if (effect === "begin_pairing")
        this.#timers.begin("pairing", PAIRING_MS, () => this.transition({ type: "pairing_too_long" }));
      if (effect === "begin_passkey")
        this.#timers.set("pairing", PASSKEY_MS, () => this.transition({ type: "passkey_too_long" }));
      if (effect === "end_pairing") this.#timers.cancel("pairing");
      if (effect === "stop") void (reopens ? this.#enqueue(() => this.#provider.stop(this.key)) : this.end());
      if (effect === "wipe")
        void this.#enqueue(() =>
          this.#provider.wipe(sessionDirectory(this.tenant, this.key.connectionId), this.key),
        );
    }
  }

  #opened({ identities }: Extract<SessionEvent, { type: "open" }>): void {
    this.#timers.cancel("retry");
    this.#reconnects.opened();
    this.#pairingNumber = undefined;
    this.#isStale = false;
    this.#timers.set("steady", STEADY_MS, () => this.#reconnects.reset());
    this.transition({ type: "open", number: identities.find(({ kind }) => kind === "pn")?.value ?? null });
    this.limits.askSoon();
  }

  #closed({ reason, detail, ban }: Extract<SessionEvent, { type: "closed" }>): void {
    const { connectionId } = this.key;
    this.tenant.log.info({ connection: connectionId, reason, detail }, "session closed");
    if (reason === "engine_stuck" && !mayRestartEngine(this.tenant, connectionId, this.#restarts)) {
      this.transition({ type: "no_traffic" });
      return;
    }
    const { cell } = this.tenant.installation;
    const next = cell && reason === "replaced" && this.#replacements.next(cell, this.tenant.clock.now());
    if (next === "end") void this.end();
    if (next === "reconnect") this.transition({ type: "closed", reason: "network" });
    if (next === "end" || next === "reconnect") return;
    // A pairing code is valid on one socket only: the user has to request a new one.
    const isCodeLost = this.#pairingNumber !== undefined && reason === "network";
    this.transition({ type: "closed", reason: isCodeLost ? "pairing_timeout" : reason, ban });
  }
}
