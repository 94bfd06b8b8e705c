import type { Clock } from "#platform/clock.ts";
import type { Db } from "#platform/db/database.ts";
import type { Unit } from "#platform/db/unit.ts";
import type { Log } from "#platform/log.ts";
import type { Installation } from "./installation.ts";
import type { Plan } from "./plan-columns.ts";

export type { Plan } from "./plan-columns.ts";

/** A span of opening hours as stored in the company row; `opening-hours/contract.ts` explains the fields. */
interface CompanyHours {
  readonly weekday: string;
  readonly weekdayEn: "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday";
  readonly startTime: string;
  readonly endTime: string;
}

/** Billing period: 1, 2, 3, 6 or 12 months. */
export type Recurrence = "monthly" | "bimonthly" | "quarterly" | "half-yearly" | "yearly";

/** A company: its row in the system database. */
export interface Company {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** `YYYY-MM-DD`; null = never expires (company 1). */
  readonly dueDate: string | null;
  readonly recurrence: Recurrence;
  readonly active: boolean;
  /** Opening hours; none = always open. */
  readonly schedules: readonly CompanyHours[];
  /** `YYYY-MM-DD`: end of the trial of a company from the public sign-up; null = none. */
  readonly trialExpiration: string | null;
  /** Day of the month (1-31) to which due dates return after a shorter month; null = that of the due date. */
  readonly billingDay: number | null;
  /** Billing address, by field; null = not entered yet. */
  readonly address: Readonly<Record<string, string>> | null;
  readonly createdAt: number;
  /** When the files were last restored to an earlier moment, ms; null = never. */
  readonly restoredAt: number | null;
  /** When a user resumed the company after that, ms; null with `restoredAt` = held (docs/rules/cluster.md#hold). */
  readonly resumedAt: number | null;
  readonly plan: Plan;
}

/** A transaction of one company. */
export interface TenantUnit extends Unit {
  readonly tenant: Tenant;
  /** Time of the transaction, ms: one value for all rows of it. */
  readonly now: number;
}

/** The run-time handle of a company: its database, its files, its clock. */
export interface Tenant {
  readonly id: number;
  readonly company: Company;
  readonly db: Db;
  /** `DATA_DIR/companies/<id>`. */
  readonly directory: string;
  readonly mediaDirectory: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly installation: Installation;
  /** One transaction; nested calls join it. Synchronous. */
  write<T>(work: (unit: TenantUnit) => T): T;
  /** One transaction of the system file, for writes of this company's users there. Nested calls join it. Synchronous. */
  writeSystem<T>(work: () => T): T;
  /**
   * The handle that the registry holds; a request may have a view of it. Store `base`, never the view, in anything that
   * outlives the request or is keyed by the tenant.
   */
  readonly base: Tenant;
  /** Resolves once what `withDeferredSync` wrote here, and the due work noted for it, is durable (`installation.durability`). */
  durable(): Promise<void>;
  /** Values derived from rows and kept until the key is dropped (settings, time zone). */
  cached<T>(key: string, load: () => T): T;
  drop(key: string): void;
  /** Notes user activity: the company, with its in-memory page cursors, stays open for a while. */
  noteActivity(): void;
  /** Keeps the company open (sessions, sockets) until the returned function is called. */
  keepOpen(): () => void;
}

/** A signed-in person, read from the rows at every request. */
export interface UserActor {
  readonly type: "user";
  readonly id: number;
  readonly name: string;
  readonly profile: "admin" | "user" | "supervisor" | "NAO";
  readonly super: boolean;
  readonly queueIds: readonly number[];
  readonly sessionId: number;
  readonly connectionId: number | null;
  /** Also notified of pending tickets. */
  readonly allTicket: boolean;
  readonly signMessages: boolean;
  /** Token of an expired company: opens billing only (docs/rules/users.md#expired-company). */
  readonly billingOnly: boolean;
  /** End of a support session, ms; undefined for other users. The support sees no secrets and sets no passwords. */
  readonly supportUntil?: number;
}

/** The product itself: bots, jobs, imports. */
interface SystemActor {
  readonly type: "system";
  readonly name: string;
}

export type Actor = UserActor | SystemActor;

/** First argument of every action. */
interface Ctx<A extends Actor = Actor> {
  readonly tenant: Tenant;
  readonly actor: A;
}

/** Actions that only people may call take this. */
export type UserCtx = Ctx<UserActor>;

export const isAdmin = (actor: Actor): boolean => actor.type === "user" && actor.profile === "admin";
