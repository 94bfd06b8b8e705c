import { batch, computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { SessionAnswer, SessionUser } from "#auth/contract.ts";
import type { PlanFlag, ShownBrand } from "#companies/contract.ts";
import type { Ability } from "#users/contract.ts";
import { sessionHooks } from "./api.ts";
import { companyZone } from "./dates.ts";
import { personOf, storedPerson } from "./person.ts";
import {
  isElsewhere,
  type LoginAnswer,
  type LoginResult,
  resultOf,
  type Setting,
  withBrand,
  withSetting,
} from "./session-changes.ts";
import type { SessionOptions } from "./session-options.ts";
import { storage } from "./storage.ts";
import { companyOf } from "./token-life.ts";

/** `starting` until the first answer, `in` with a user, `out` without, `unreachable` when the server is silent. */
export type SessionState = "starting" | "in" | "out" | "unreachable";
/** After a payment the page goes on by itself, ms (specification 001 section 9). */
const RENEW_MS = 3_000;

/** Where a super user looks at the companies. */
const COMPANIES = "/settings?tab=companies";

/** Who works at this page, what they may do, and for which company (specification 000 section 4). */
export class Session {
  readonly #options: SessionOptions;
  readonly #user = signal<SessionUser | null>(null);
  readonly #state = signal<SessionState>("starting");
  readonly #replaced = signal(false);
  #isLeaving = false;
  readonly #expired = signal(false);
  readonly #campaigns = signal(false);
  readonly #settings: ReadonlySignal<ReadonlyMap<string, string>>;

  readonly user: ReadonlySignal<SessionUser | null> = this.#user;
  readonly state: ReadonlySignal<SessionState> = this.#state;
  /** The same account was accessed elsewhere: the page says so and starts anew. */
  readonly replaced: ReadonlySignal<boolean> = this.#replaced;
  /** The company is past its due date: nothing but the payment is left to do here. */
  readonly expired: ReadonlySignal<boolean> = this.#expired;
  /** What the server said when it ended the session; the login page tells it, and forgets it. */
  readonly refusal = signal<unknown>(null);
  /** The flag `cshow`: without it the pages of campaigns do not exist (specification 002 section 2.1). */
  readonly campaigns: ReadonlySignal<boolean> = this.#campaigns;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#settings = computed(
      () => new Map(this.#user.value?.company.settings.map(({ key, value }) => [key, value])),
    );
  }

  /** Takes up the session of the last visit, when there is one. Called once, before the first paint. */
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
    if (!("expired" in answer)) this.take(answer);
    return resultOf(answer);
  }

  /** Enters with a session somebody just gave us: login, or the end of the set-up. */
  take(answer: SessionAnswer): void {
    storage.set("token", answer.token);
    this.#enter(answer.user);
  }

  /** Ends the session here and on the server; the page goes to /login by itself. */
  async logout(): Promise<void> {
    await this.#options.api.delete("/auth/logout").catch(() => undefined);
    this.end();
  }

  /** Forgets the session in this browser: logout, a 401, or a logout in another tab. */
  end(): void {
    const user = this.#user.peek();
    const person = user ? personOf(user) : storedPerson();
    if (person !== null) this.#options.files.clear(person).catch(() => undefined);
    storage.clearSession();
    this.#options.socket.stop();
    this.#options.drafts.close();
    batch(() => {
      this.#user.value = null;
      this.#expired.value = false;
      this.#campaigns.value = false;
      this.#state.value = "out";
    });
  }

  /**
   * Enters a company as the provider's support; the page begins anew in it. The person's own session stays in its
   * cookie and waits. Throws ApiError.
   */
  async enterSupport(companyId: number): Promise<void> {
    const { token } = await this.#options.api.post<SessionAnswer>(`/companies/${companyId}/support`);
    storage.set("token", token);
    this.#begin("/");
  }

  /** Leaves that company and goes back to one's own. */
  async leaveSupport(): Promise<void> {
    await this.#options.api.delete("/support").catch(() => undefined);
    await this.#goHome();
  }

  /** Sets or ends the pause. Throws ApiError; the page shows it at once and takes it back. */
  async setAway(away: boolean): Promise<void> {
    this.update({ away });
    try {
      await this.#options.api.put("/users/me/away", { away });
    } catch (error) {
      this.update({ away: !away });
      throw error;
    }
  }

  /** Whether the user holds an ability; the server gave the list and checks again. */
  can(ability: Ability): boolean {
    return this.#user.value?.abilities.includes(ability) ?? false;
  }

  /** Whether the company's plan has a feature. */
  hasPlan(flag: PlanFlag): boolean {
    return this.#user.value?.company.plan[flag] ?? false;
  }

  /** A setting of the company, undefined when this user may not read it. */
  setting(key: string): string | undefined {
    return this.#settings.value.get(key);
  }

  /** Keeps the user's own data in step with what the server says later. */
  update(change: Partial<SessionUser>): void {
    const user = this.#user.peek();
    if (user) this.#user.value = { ...user, ...change };
  }

  /** Listens for what ends or changes the session. Answers how to stop. */
  listen(): () => void {
    const { socket } = this.#options;
    sessionHooks.onSignedOut = () => this.#over();
    sessionHooks.onRefreshed = (answer) => this.#refreshed(answer);
    sessionHooks.onExpired = () => {
      this.#expired.value = this.#state.peek() === "in";
    };
    const stops = [
      socket.on("auth", (event) => this.#accessed(event)),
      socket.on("setting", (event) => this.#settingChanged(event)),
      socket.on("company", () => void this.renew()),
      socket.on("brand", ({ record }) => this.#brandChanged(record as ShownBrand)),
      socket.on("user", (event) => this.#userChanged(event)),
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
        // Another tab entered or left a company as support: what is shown here is not that session's.
        else if (companyOf(value) !== this.#user.peek()?.companyId) this.#begin("/");
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** The company has paid: its new due date is read, and the page works again. */
  async renew(): Promise<void> {
    await this.#readAgain();
    this.#expired.value = false;
  }

  #enter(user: SessionUser): void {
    storage.set("companyId", String(user.companyId));
    storage.set("userId", String(user.id));
    companyZone.value = user.company.timeZone;
    batch(() => {
      this.#user.value = user;
      this.#replaced.value = false;
      this.#expired.value = false;
      this.#state.value = "in";
    });
    this.#showCampaigns(this.setting("campaignsEnabled") === "true");
    // The support writes no drafts.
    if (!user.supportUntil) void this.#options.drafts.open(personOf(user));
    this.#options.socket.start();
  }

  #accessed(event: Readonly<Record<string, unknown>>): void {
    const user = this.#user.peek();
    if (user && isElsewhere(user, event)) this.#replace();
  }

  #replace(): void {
    storage.clearSession();
    this.#options.socket.stop();
    this.#replaced.value = true;
  }

  /** The server says why. */
  async #ended(): Promise<void> {
    if (this.#replaced.peek()) return;
    this.refusal.value = await this.#options.api.get("/auth/me").catch((error: unknown) => error);
    this.#over();
  }

  /** The session is over; the support's leads back to the person's own. */
  #over(): void {
    if (this.#user.peek()?.supportUntil && !this.#isLeaving) void this.#goHome();
    else this.end();
  }

  async #goHome(): Promise<void> {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    const isBack = await this.#options.api.refresh().catch(() => false);
    if (isBack) this.#begin(COMPANIES);
    else this.end();
  }

  /** A refresh is answered with the person's own session; the support's ran out then. */
  #refreshed(answer: { readonly token: string }): void {
    const user = this.#user.peek();
    if (user?.supportUntil && companyOf(answer.token) !== user.companyId) this.#begin(COMPANIES);
  }

  #begin(path: string): void {
    if (this.#options.begin) this.#options.begin(path);
    else globalThis.location.assign(path);
  }

  #showCampaigns(isOn: boolean): void {
    this.#campaigns.value = isOn;
    if (isOn) storage.set("cshow", "true");
    else storage.remove("cshow");
  }

  #settingChanged(event: Readonly<Record<string, unknown>>): void {
    const user = this.#user.peek();
    const changed = event["setting"] as Setting | undefined;
    if (!user || !changed) return;
    this.#user.value = withSetting(user, changed);
    if (changed.key === "timeZone") companyZone.value = changed.value;
    // Switched on, they appear with the next login.
    if (changed.key === "campaignsEnabled" && changed.value !== "true") this.#showCampaigns(false);
  }

  #brandChanged(brand: ShownBrand): void {
    const user = this.#user.peek();
    if (user) this.#user.value = withBrand(user, brand);
  }

  #userChanged(event: Readonly<Record<string, unknown>>): void {
    const changed = event["user"] as Partial<SessionUser> | undefined;
    const user = this.#user.peek();
    if (!user || changed?.id !== user.id) return;
    // A record of the person themselves is whole; abilities and company do not come with it.
    this.#user.value = { ...user, ...changed };
    if (changed.profile !== undefined && changed.profile !== user.profile) void this.#readAgain();
  }

  /** Another profile means other abilities, and the server names them. */
  async #readAgain(): Promise<void> {
    const user = await this.#options.api.get<SessionUser>("/auth/me").catch(() => null);
    if (user && this.#user.peek()?.id === user.id) this.#user.value = user;
  }
}
