import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { PushBody, PushOutcome, PushState } from "#inbox/push/contract.ts";

/** Why this device cannot be told. `notInstalled`: iPhones tell installed apps alone. */
export type PushObstacle = "unsupported" | "notInstalled" | "denied" | "service";
/** What became of the self-test: `late` = sent, but nothing came within 10 s. */
export type PushTest = "running" | "arrived" | "late" | Exclude<PushOutcome, "sent">;

/** What the browser gives, in the form the server takes. */
export type BrowserSubscription = Pick<PushBody, "endpoint" | "keys">;

export interface PushParts {
  readonly read: () => Promise<PushState>;
  readonly keep: (body: PushBody) => Promise<unknown>;
  readonly forget: () => Promise<unknown>;
  readonly sendTest: () => Promise<{ readonly outcome: PushOutcome }>;
  readonly language: () => PushBody["language"];
  /** Before anything is asked of the browser. */
  readonly obstacle: () => PushObstacle | null;
  readonly askPermission: () => Promise<boolean>;
  /** Rejects when the push service of the browser does not answer. */
  readonly subscribe: (publicKey: string) => Promise<BrowserSubscription>;
  /** What the browser has now. */
  readonly current: () => Promise<BrowserSubscription | null>;
  readonly unsubscribe: () => Promise<unknown>;
  /** Whether a test reached the device within the time. */
  readonly arrival: () => Promise<boolean>;
  /** What this browser remembers of whom it tells; null = nobody. */
  readonly wish: { get(): Wish | null; set(wish: Wish | null): void };
  /** `company:user` of whoever is at the page. */
  readonly who: () => string;
}

/** Who wanted to be told by this browser, and how: it outlives a session that another one replaced. */
export interface Wish {
  readonly who: string;
  readonly endpoint: string;
  readonly preview: boolean;
}

/** Notifications of this device: switched on and off, tried out, and kept in step with who is at the page. */
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

  /** Asks the browser, and tells the server. Rejects with the server's refusal. */
  async turnOn(): Promise<void> {
    await this.#working(async () => {
      this.#obstacle.value = this.#parts.obstacle();
      if (this.#obstacle.peek()) return;
      if (!(await this.#parts.askPermission())) {
        this.#obstacle.value = "denied";
        return;
      }
      if (await this.#keep(this.#preview.peek())) this.#state.value = "on";
    });
  }

  async turnOff(): Promise<void> {
    await this.#working(async () => {
      this.#parts.wish.set(null);
      await this.#parts.forget();
      await this.#parts.unsubscribe();
      this.#state.value = "off";
      this.#test.value = null;
    });
  }

  /** Whether the first words of a message are shown. */
  async setPreview(preview: boolean): Promise<void> {
    await this.#working(async () => {
      if (await this.#keep(preview)) this.#preview.value = preview;
    });
  }

  /** Sends one notification the whole way round and says what became of it. */
  async tryOut(): Promise<void> {
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
   * At the beginning of a visit: the wish of whoever is here holds again after a new login; a browser that told somebody else
   * tells them no more.
   */
  async follow(): Promise<void> {
    const { wish, who, current, unsubscribe, obstacle } = this.#parts;
    const wanted = wish.get();
    const subscription = await current();
    if (wanted?.who !== who()) {
      if (subscription) await unsubscribe();
      if (wanted) wish.set(null);
      return;
    }
    if (obstacle() !== null) return;
    const { device } = await this.#parts.read();
    if (!device || subscription?.endpoint !== wanted.endpoint) await this.#keep(wanted.preview);
  }

  /** The session is over: nobody is told here until somebody signs in. */
  async leave(): Promise<void> {
    if (await this.#parts.current()) await this.#parts.unsubscribe();
    this.#state.value = "reading";
    this.#test.value = null;
  }

  async #keep(preview: boolean): Promise<boolean> {
    const { publicKey } = await this.#parts.read();
    let subscription: BrowserSubscription;
    try {
      subscription = await this.#parts.subscribe(publicKey);
    } catch {
      this.#obstacle.value = "service";
      return false;
    }
    await this.#parts.keep({ ...subscription, language: this.#parts.language(), preview });
    this.#parts.wish.set({ who: this.#parts.who(), endpoint: subscription.endpoint, preview });
    return true;
  }

  async #working(work: () => Promise<void>): Promise<void> {
    if (this.#busy.peek()) return;
    this.#busy.value = true;
    try {
      await work();
    } finally {
      this.#busy.value = false;
    }
  }
}
