import type { RestrictionKind } from "#channels/connections/contract.ts";
import type { AccountLimits, Provider, SessionKey } from "#channels/connections/provider.ts";
import { applyCap, applyLimits, dropOldSuspicions } from "#channels/connections/restrictions/apply-limits.ts";
import {
  liftRestriction,
  openRestriction,
  openRestrictions,
} from "#channels/connections/restrictions/store.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { createTimers } from "./timers.ts";

/** Minimum time between two queries about one account, ms (docs/rules/reach.md#queries). */
const AT_MOST_EVERY_MS = 60_000;
const AFTER_END_MS = 60_000;
const WITHOUT_END_MS = 15 * 60_000;
const USUALLY_MS = 6 * 60 * 60_000;

/**
 * Queries the network for the limits of one connection's WhatsApp account (no new chats, a cap of new chats) while its
 * WhatsApp session is open, and stores them.
 */
export class LimitChecks {
  readonly #tenant: Tenant;
  readonly #key: SessionKey;
  readonly #provider: Provider;
  readonly #timers;
  #askedAt = Number.NEGATIVE_INFINITY;
  #suspected: RestrictionKind | null = null;
  #running: Promise<boolean> | null = null;

  constructor(tenant: Tenant, key: SessionKey, provider: Provider) {
    this.#tenant = tenant;
    this.#key = key;
    this.#provider = provider;
    this.#timers = createTimers<"ask" | "cap">(tenant.clock);
  }

  /** Milliseconds until the network may be asked. */
  waitMs(): number {
    return Math.max(0, this.#askedAt + AT_MOST_EVERY_MS - this.#tenant.clock.now());
  }

  /** Queries the network as soon as allowed. When it does not answer, the suspected restriction counts as in force. */
  askAfterRefusal(kind: RestrictionKind): void {
    this.#suspected = kind;
    this.askSoon();
  }

  /** Queries now, or as soon as the last query is a minute old. */
  askSoon(): void {
    const wait = this.waitMs();
    if (wait > 0) this.#timers.set("ask", wait, () => void this.ask());
    else void this.ask();
  }

  /**
   * Queries now. Returns true only when the network answered that the account may not start new chats: false also
   * without an answer, or when the last query is less than a minute old.
   */
  ask(): Promise<boolean> {
    if (this.#running) return this.#running;
    const { clock } = this.#tenant;
    if (clock.now() - this.#askedAt < AT_MOST_EVERY_MS) return Promise.resolve(false);
    this.#askedAt = clock.now();
    this.#running = this.#askNetwork().finally(() => {
      this.#running = null;
      this.#plan();
    });
    return this.#running;
  }

  /** Stores limits that the network reported without a query. */
  store(limits: AccountLimits): void {
    this.#write((unit) => applyLimits(unit, this.#key.connectionId, limits));
    this.#plan();
  }

  stop(): void {
    this.#timers.cancelAll();
  }

  /** Errors are logged here, because the callers (timers and the session) cannot handle them. */
  #write(work: (unit: TenantUnit) => void): void {
    try {
      this.#tenant.write(work);
    } catch (error) {
      this.#tenant.log.error(
        { connection: this.#key.connectionId, err: error },
        "the limits that the network reported for the account of a connection were not stored",
      );
    }
  }

  async #askNetwork(): Promise<boolean> {
    const limits = await this.#provider.limits(this.#key).catch(() => null);
    const suspected = this.#suspected;
    this.#suspected = null;
    if (limits) this.store(limits);
    const isAnswered = limits !== null && limits.lock !== null;
    const { connectionId } = this.#key;
    this.#write((unit) => {
      dropOldSuspicions(unit, connectionId);
      if (!isAnswered && suspected)
        openRestriction(unit, { connectionId, kind: suspected, endsAt: null, isSuspected: true });
    });
    return isAnswered;
  }

  /** Schedules the next query, and the end of the cap of new chats at the end of its cycle. */
  #plan(): void {
    const { clock, db } = this.#tenant;
    if (!db.$client.open) return;
    const now = clock.now();
    const open = openRestrictions(db, this.#key.connectionId);
    const lock = open.find(({ kind }) => kind === "reachout_lock");
    const end = lock?.endsAt ?? null;
    const untilEnd = end === null ? 0 : end + AFTER_END_MS - now;
    const whileLocked = untilEnd > 0 ? Math.min(untilEnd, USUALLY_MS) : WITHOUT_END_MS;
    this.#timers.set("ask", lock ? whileLocked : USUALLY_MS, () => this.askSoon());
    const cap = open.find(({ kind, endsAt }) => kind === "new_chat_cap" && endsAt !== null);
    if (cap?.endsAt) this.#timers.set("cap", Math.max(0, cap.endsAt - now), () => this.#endCap());
  }

  #endCap(): void {
    const { connectionId } = this.#key;
    this.#write((unit) => {
      applyCap(unit, connectionId);
      const cap = openRestrictions(unit.db, connectionId).find(({ kind }) => kind === "new_chat_cap");
      if (cap?.endsAt && cap.endsAt <= unit.now) liftRestriction(unit, connectionId, "new_chat_cap");
    });
    this.#plan();
  }
}
