import type { Phone } from "#simulator/phones/phone.ts";

/** The account may not start new chats until `endsAt` (ms; null = the network gives no end). */
export interface Lock {
  readonly type: string;
  readonly endsAt: number | null;
}

/** A limit of new chats per cycle; `total` null means that there is none. */
export interface Cap {
  readonly total: number | null;
  readonly startsAt: number;
  readonly endsAt: number;
  /** New chats of this cycle that no message of the simulator shows. */
  readonly usedBefore: number;
}

/** The account is banned: 402 for a time, 403 locked, 406 for good. */
export interface Ban {
  readonly reason: 402 | 403 | 406;
  /** Why: 101 too many strangers, 102 blocked by people … */
  readonly code?: number;
  /** End of a temporary ban, ms. */
  readonly endsAt?: number;
  readonly header?: string;
  readonly text?: string;
}

export type CapStatus = "NONE" | "FIRST_WARNING" | "SECOND_WARNING" | "CAPPED";
/** The types of limits of new chats that clients query. */
export const CAP_TYPES = ["INDIVIDUAL_NEW_CHAT_MSG", "INDIVIDUAL_NEW_CHAT_THREAD"] as const;

const LOCKED = "463";
const CAPPED = "475";
const FIRST_WARNING = 0.7;
const SECOND_WARNING = 0.9;

/** What the network allows an account to do. */
export class Standing {
  lock: Lock | null = null;
  cap: Cap | null = null;
  ban: Ban | null = null;
  /** Numbers whose chat with this account is established: they wrote to it, or gave it a privacy token. */
  readonly tokens = new Set<string>();
  /** Numbers that this account wrote to first in this cycle. */
  readonly reached = new Set<string>();
  /** Ids of the queries for lock and limit that clients of this account made. */
  readonly queries: string[] = [];
  readonly #phone: Phone;

  constructor(phone: Phone) {
    this.#phone = phone;
  }

  get used(): number {
    return this.reached.size + (this.cap?.usedBefore ?? 0);
  }

  get capStatus(): CapStatus {
    const total = this.cap?.total ?? null;
    if (total === null) return "NONE";
    if (this.used >= total) return "CAPPED";
    if (this.used >= total * SECOND_WARNING) return "SECOND_WARNING";
    return this.used >= total * FIRST_WARNING ? "FIRST_WARNING" : "NONE";
  }

  get isLocked(): boolean {
    const { lock } = this;
    return lock !== null && (lock.endsAt === null || lock.endsAt > this.#now());
  }

  /** The current ban; a temporary ban ends at its time. */
  get currentBan(): Ban | null {
    const { ban } = this;
    return ban?.endsAt !== undefined && ban.endsAt <= this.#now() ? null : ban;
  }

  isEstablished(peer: Phone): boolean {
    return this.tokens.has(peer.number);
  }

  /** The error for the ack of a message to `peer`, or null; counts the new chat when the message passes. */
  refusal(peer: Phone): string | null {
    if (this.isEstablished(peer) || this.reached.has(peer.number)) {
      return this.isLocked && !this.isEstablished(peer) ? LOCKED : null;
    }
    if (this.isLocked) return LOCKED;
    if (this.capStatus === "CAPPED") return CAPPED;
    this.reached.add(peer.number);
    return null;
  }

  #now(): number {
    return this.#phone.network.clock.now();
  }
}
