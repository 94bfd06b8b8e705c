import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { SessionUser } from "#accounts/auth/contract.ts";
import type { PlanFlag, ShownBrand } from "#accounts/companies/contract.ts";
import type { Ability } from "#accounts/users/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import { companyZone } from "#web/lib/format/dates.ts";
import { storage } from "#web/lib/storage/storage.ts";
import { type Setting, withBrand, withSetting } from "./session-changes.ts";
import type { SessionOptions } from "./session-options.ts";

/** The signed-in user and their abilities: from the login, updated by events. */
export class Member {
  readonly #options: Pick<SessionOptions, "api" | "socket">;
  readonly #user = signal<SessionUser | null>(null);
  readonly #campaigns = signal(false);
  readonly #settings: ReadonlySignal<ReadonlyMap<string, string>>;

  readonly user: ReadonlySignal<SessionUser | null> = this.#user;
  readonly campaigns: ReadonlySignal<boolean> = this.#campaigns;

  constructor(options: Pick<SessionOptions, "api" | "socket">) {
    this.#options = options;
    this.#settings = computed(
      () => new Map(this.#user.value?.company.settings.map(({ key, value }) => [key, value])),
    );
  }

  enter(user: SessionUser): void {
    storage.set("companyId", String(user.companyId));
    storage.set("userId", String(user.id));
    companyZone.value = user.company.timeZone;
    this.#user.value = user;
    this.#showCampaigns(this.setting("campaignsEnabled") === "true");
  }

  leave(): void {
    this.#user.value = null;
    this.#campaigns.value = false;
  }

  can(ability: Ability): boolean {
    return this.#user.value?.abilities.includes(ability) ?? false;
  }

  hasPlan(flag: PlanFlag): boolean {
    return this.#user.value?.company.plan[flag] ?? false;
  }

  setting(key: string): string | undefined {
    return this.#settings.value.get(key);
  }

  update(change: Partial<SessionUser>): void {
    const user = this.#user.peek();
    if (user) this.#user.value = { ...user, ...change };
  }

  /** Follows events about the user and the company. Returns functions that stop it. */
  listen(): readonly (() => void)[] {
    const { socket } = this.#options;
    return [
      socket.on("setting", (event) => this.#settingChanged(event)),
      socket.on("brand", ({ record }) => this.#brandChanged(record as ShownBrand)),
      socket.on("user", (event) => this.#userChanged(event)),
    ];
  }

  /** Loads the user again: another profile has other abilities, which the server lists. */
  async readAgain(): Promise<void> {
    const user = await this.#options.api.get<SessionUser>("/auth/me").catch(() => null);
    if (user && this.#user.peek()?.id === user.id) this.#user.value = user;
  }

  #showCampaigns(isOn: boolean): void {
    this.#campaigns.value = isOn;
    if (isOn) storage.set("cshow", "true");
    else storage.remove("cshow");
  }

  #settingChanged(event: EventData): void {
    const user = this.#user.peek();
    const changed = event["setting"] as Setting | undefined;
    if (!user || !changed) return;
    this.#user.value = withSetting(user, changed);
    if (changed.key === "timeZone") companyZone.value = changed.value;
    // Campaigns that were enabled appear after the next login.
    if (changed.key === "campaignsEnabled" && changed.value !== "true") this.#showCampaigns(false);
  }

  #brandChanged(brand: ShownBrand): void {
    const user = this.#user.peek();
    if (user) this.#user.value = withBrand(user, brand);
  }

  #userChanged(event: EventData): void {
    const changed = event["user"] as Partial<SessionUser> | undefined;
    const user = this.#user.peek();
    if (!user || changed?.id !== user.id) return;
    // The event has all fields of the user, but neither abilities nor company.
    this.#user.value = { ...user, ...changed };
    if (changed.profile !== undefined && changed.profile !== user.profile) void this.readAgain();
  }
}
