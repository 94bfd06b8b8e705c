import { batch, type ReadonlySignal, signal } from "@preact/signals-react";
import type { SessionAnswer, SessionUser } from "#accounts/auth/contract.ts";
import type { PlanFlag } from "#accounts/companies/contract.ts";
import type { Ability } from "#accounts/users/contract.ts";
import { sessionHooks } from "#web/lib/api/api.ts";
import { readyBrand } from "#web/lib/page/brand.ts";
import { storage } from "#web/lib/storage/storage.ts";
import { storageScopeOf, storedScope } from "#web/lib/storage/storage-scope.ts";
import { isElsewhere, type LoginAnswer, type LoginResult, resultOf } from "./session-changes.ts";
import { Member } from "./session-member.ts";
import type { SessionOptions } from "./session-options.ts";
import { SupportStay } from "./session-support.ts";
import { companyOf } from "./token-claims.ts";

/** `starting` until the first response, `in` with a user, `out` without, `unreachable` when the server does not respond. */
export type SessionState = "starting" | "in" | "out" | "unreachable";
/** Delay between a payment and the next page, ms (docs/rules/forms.md#pages). */
const RENEW_MS = 3_000;

/** The signed-in user, their abilities and their company (docs/rules/screens.md#session-in-the-browser). */
export class Session {
  readonly #options: SessionOptions;
  readonly #member: Member;
  readonly #support: SupportStay;
  readonly #state = signal<SessionState>("starting");
  readonly #replaced = signal(false);
  readonly #expired = signal(false);

  readonly user: ReadonlySignal<SessionUser | null>;
  readonly state: ReadonlySignal<SessionState> = this.#state;
  /** The account signed in elsewhere: the page shows a message and reloads. */
  readonly replaced: ReadonlySignal<boolean> = this.#replaced;
  /** The company is expired: only the payment page is available. */
  readonly expired: ReadonlySignal<boolean> = this.#expired;
  /** Why the server ended the session; the login page shows and clears it. */
  readonly refusal = signal<unknown>(null);
  /** The flag `cshow`: without it the pages of campaigns do not exist (docs/rules/screens.md#routes). */
  readonly campaigns: ReadonlySignal<boolean>;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#member = new Member(options);
    this.#support = new SupportStay(options, { user: () => this.user.peek(), end: () => this.end() });
    this.user = this.#member.user;
    this.campaigns = this.#member.campaigns;
  }

  /** Restores the login session of the last visit, if there is one. Called once, before the first paint. */
  async start(): Promise<void> {
    if (!storage.get("token")) {
      this.#state.value = "out";
      return;
    }
    this.#state.value = "starting";
    try {
      this.#enter(await this.#options.api.get<SessionUser>("/auth/me"));
    } catch {
      if (this.#state.peek() === "starting") this.#state.value = storage.get("token") ? "unreachable" : "out";
    }
  }

  /** Logs in. Throws ApiError `ERR_INVALID_CREDENTIALS`, `ERR_COMPANY_INACTIVE`, `ERR_RATE_LIMIT`. */
  async login(email: string, password: string): Promise<LoginResult> {
    const answer = await this.#options.api.post<LoginAnswer>("/auth/login", { email, password });
    if (!("expired" in answer)) {
      await readyBrand(answer.user.company.brand);
      this.take(answer);
    }
    return resultOf(answer);
  }

  /** Starts a new login session: after a login, or at the end of the set-up. */
  take(answer: SessionAnswer): void {
    storage.set("token", answer.token);
    this.#enter(answer.user);
  }

  /** Ends the login session in this browser and on the server; the page then shows /login. */
  async logout(): Promise<void> {
    // An event that arrives now would cause requests which the server refuses a moment later.
    this.#options.socket.stop();
    await this.#options.api.delete("/auth/logout").catch(() => undefined);
    this.end();
  }

  /** Removes the login session from this browser: after a logout, a 401, or a logout in another tab. */
  end(): void {
    const user = this.user.peek();
    const person = user ? storageScopeOf(user) : storedScope();
    if (person !== null) this.#options.files.clear(person).catch(() => undefined);
    storage.clearSession();
    this.#options.socket.stop();
    this.#options.drafts.close();
    batch(() => {
      this.#member.leave();
      this.#expired.value = false;
      this.#state.value = "out";
    });
  }

  /**
   * Starts a support session in a company and reloads the page. The user's own login session remains in its cookie.
   * Throws ApiError.
   */
  enterSupport(companyId: number): Promise<void> {
    return this.#support.enter(companyId);
  }

  /** Ends the support session and returns to the user's own company. */
  leaveSupport(): Promise<void> {
    return this.#support.leave();
  }

  /** Starts or ends "away": shown at once, and reverted on an error. Throws ApiError. */
  async setAway(away: boolean, reasonId: number | null = null): Promise<void> {
    this.update({ away });
    try {
      await this.#options.api.put("/users/me/away", reasonId === null ? { away } : { away, reasonId });
    } catch (error) {
      this.update({ away: !away });
      throw error;
    }
  }

  /** Whether the user has an ability; the list is the server's, which checks every request again. */
  can(ability: Ability): boolean {
    return this.#member.can(ability);
  }

  /** Whether the company's plan includes a feature. */
  hasPlan(flag: PlanFlag): boolean {
    return this.#member.hasPlan(flag);
  }

  /** A setting of the company; undefined when this user may not read it. */
  setting(key: string): string | undefined {
    return this.#member.setting(key);
  }

  /** Updates the user's own data. */
  update(change: Partial<SessionUser>): void {
    this.#member.update(change);
  }

  /** Follows everything that ends or changes the login session. Returns a function that stops it. */
  listen(): () => void {
    const { socket } = this.#options;
    sessionHooks.onSignedOut = () => this.#support.over();
    sessionHooks.onRefreshed = (answer) => this.#support.refreshed(answer);
    sessionHooks.onExpired = () => {
      this.#expired.value = this.#state.peek() === "in";
    };
    const stops = [
      ...this.#member.listen(),
      socket.on("auth", (event) => this.#accessed(event)),
      socket.on("company", () => void this.renew()),
      socket.on("subscription", ({ action }) => {
        if (action === "expired") this.#expired.value = true;
        else void this.renew();
      }),
      socket.on("payment", ({ action }) => {
        if (action === "CONCLUIDA") setTimeout(() => void this.renew(), RENEW_MS);
      }),
      socket.onSessionEnded(() => void this.#ended()),
      storage.onChange((key, value) => {
        if (key !== "token" || this.#state.peek() !== "in") return;
        if (value === null) this.end();
        // Another tab started or ended a support session: this page shows data of another login session.
        else if (companyOf(value) !== this.user.peek()?.companyId) this.#support.begin("/");
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** To be called after a payment: loads the new due date and makes the pages available again. */
  async renew(): Promise<void> {
    await this.#member.readAgain();
    this.#expired.value = false;
  }

  #enter(user: SessionUser): void {
    batch(() => {
      this.#member.enter(user);
      this.#replaced.value = false;
      this.#expired.value = false;
      this.#state.value = "in";
    });
    // A support session has no drafts.
    if (!user.supportUntil) void this.#options.drafts.open(storageScopeOf(user));
    this.#options.socket.start();
  }

  #accessed(event: Readonly<Record<string, unknown>>): void {
    const user = this.user.peek();
    if (user && isElsewhere(user, event)) this.#replace();
  }

  #replace(): void {
    storage.clearSession();
    this.#options.socket.stop();
    this.#replaced.value = true;
  }

  /** The server sends the reason. */
  async #ended(): Promise<void> {
    if (this.#replaced.peek()) return;
    this.refusal.value = await this.#options.api.get("/auth/me").catch((error: unknown) => error);
    this.#support.over();
  }
}
