import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { PushBody, PushOutcome, PushState } from "#inbox/push/contract.ts";

/** Why this device cannot get push notifications. `notInstalled`: iPhones notify installed apps only. */
export type PushObstacle = "unsupported" | "notInstalled" | "denied" | "service";
/** Result of the self-test: `late` = sent, but not arrived within 10 s. */
export type PushTest = "running" | "arrived" | "late" | Exclude<PushOutcome, "sent">;

/** The browser's subscription, as the server expects it. */
export type BrowserSubscription = Pick<PushBody, "endpoint" | "keys">;

export interface PushParts {
  readonly read: () => Promise<PushState>;
  readonly register: (body: PushBody) => Promise<unknown>;
  readonly unregister: () => Promise<unknown>;
  readonly sendTest: () => Promise<{ readonly outcome: PushOutcome }>;
  readonly language: () => PushBody["language"];
  /** Reasons that can be checked before the browser's permission is requested. */
  readonly obstacle: () => PushObstacle | null;
  readonly requestPermission: () => Promise<boolean>;
  /** Rejects when the push service of the browser does not answer. */
  readonly subscribe: (publicKey: string) => Promise<BrowserSubscription>;
  /** The browser's current subscription. */
  readonly current: () => Promise<BrowserSubscription | null>;
  readonly unsubscribe: () => Promise<unknown>;
  /** Whether a test arrived at the device in time. */
  readonly arrival: () => Promise<boolean>;
  /** The setting stored in this browser; null = push is off. */
  readonly stored: { get(): StoredPush | null; set(push: StoredPush | null): void };
  /** `company:user` of the signed-in user. */
  readonly who: () => string;
}

/** The user who enabled push in this browser, and the options; stored beyond the login session. */
export interface StoredPush {
  readonly who: string;
  readonly endpoint: string;
  readonly preview: boolean;
}

/** Push notifications of this device: enable, disable, test, and follow the signed-in user. */
export class PushModel {
  readonly #parts: PushParts;
  readonly #state = signal<"reading" | "on" | "off">("reading");
  readonly #preview = signal(false);
  readonly #obstacle = signal<PushObstacle | null>(null);
  readonly #test = signal<PushTest | null>(null);
  readonly #busy = signal(false);

  readonly state: ReadonlySignal<"reading" | "on" | "off"> = this.#state;
  readonly preview: ReadonlySignal<boolean> = this.#preview;
  readonly obstacle: ReadonlySignal<PushObstacle | null> = this.#obstacle;
  readonly test: ReadonlySignal<PushTest | null> = this.#test;
  readonly busy: ReadonlySignal<boolean> = this.#busy;

  constructor(parts: PushParts) {
    this.#parts = parts;
  }

  /** Rejects when the server does not answer. */
  async load(): Promise<void> {
    this.#obstacle.value = this.#parts.obstacle();
    const { device } = await this.#parts.read();
    this.#preview.value = device?.preview ?? false;
    this.#state.value = device && this.#obstacle.peek() === null ? "on" : "off";
  }

  /** Asks the browser for permission and registers the device. Rejects with the server's error. */
  async turnOn(): Promise<void> {
    await this.#whileBusy(async () => {
      this.#obstacle.value = this.#parts.obstacle();
      if (this.#obstacle.peek()) return;
      if (!(await this.#parts.requestPermission())) {
        this.#obstacle.value = "denied";
        return;
      }
      if (await this.#register(this.#preview.peek())) this.#state.value = "on";
    });
  }

  async turnOff(): Promise<void> {
    await this.#whileBusy(async () => {
      this.#parts.stored.set(null);
      await this.#parts.unregister();
      await this.#parts.unsubscribe();
      this.#state.value = "off";
      this.#test.value = null;
    });
  }

  /** Whether notifications show the beginning of the message. */
  async setPreview(preview: boolean): Promise<void> {
    await this.#whileBusy(async () => {
      if (await this.#register(preview)) this.#preview.value = preview;
    });
  }

  /** Sends a test notification through the push service; the result is in `test`. */
  async runTest(): Promise<void> {
    if (this.#test.peek() === "running") return;
    this.#test.value = "running";
    try {
      const arrival = this.#parts.arrival();
      const { outcome } = await this.#parts.sendTest();
      this.#test.value = outcome === "sent" ? ((await arrival) ? "arrived" : "late") : outcome;
      if (outcome === "gone") this.#state.value = "off";
    } catch (error) {
      this.#test.value = null;
      throw error;
    }
  }

  /**
   * At the start of a visit: restores the push setting of the same user after a new login, and ends the subscription of
   * another user.
   */
  async syncWithUser(): Promise<void> {
    const { stored, who, current, unsubscribe, obstacle } = this.#parts;
    const wanted = stored.get();
    const subscription = await current();
    if (wanted?.who !== who()) {
      if (subscription) await unsubscribe();
      if (wanted) stored.set(null);
      return;
    }
    if (obstacle() !== null) return;
    const { device } = await this.#parts.read();
    if (!device || subscription?.endpoint !== wanted.endpoint) await this.#register(wanted.preview);
  }

  /** After a logout: no notifications until the next login. */
  async stop(): Promise<void> {
    if (await this.#parts.current()) await this.#parts.unsubscribe();
    this.#state.value = "reading";
    this.#test.value = null;
  }

  async #register(preview: boolean): Promise<boolean> {
    const { publicKey } = await this.#parts.read();
    let subscription: BrowserSubscription;
    try {
      subscription = await this.#parts.subscribe(publicKey);
    } catch {
      this.#obstacle.value = "service";
      return false;
    }
    await this.#parts.register({ ...subscription, language: this.#parts.language(), preview });
    this.#parts.stored.set({ who: this.#parts.who(), endpoint: subscription.endpoint, preview });
    return true;
  }

  async #whileBusy(work: () => Promise<void>): Promise<void> {
    if (this.#busy.peek()) return;
    this.#busy.value = true;
    try {
      await work();
    } finally {
      this.#busy.value = false;
    }
  }
}
