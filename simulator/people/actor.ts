import type { PhoneEvent } from "#simulator/feed.ts";
import type { ChatMessage } from "#simulator/phones/chat-message.ts";
import { kindOf, textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import {
  asksForRating,
  type Choice,
  effort,
  FAREWELLS,
  type Gesture,
  meant,
  offeredLines,
  perform,
  RESIGNATIONS,
  ratingOf,
} from "./gestures.ts";
import type { Random } from "./random.ts";
import type { Script, Step } from "./script.ts";

/** An answer within this time (ms) is automatic: a greeting or a menu. */
const AUTOMATIC_MS = 2_500;
/** How long a person waits for a menu after the first message, ms. */
const LOOKS_MS = 2_500;
const CONTROL_KINDS = new Set(["reaction", "edit", "revoke", "other"]);

/** Ranges in ms from which every delay of a person is drawn. */
export interface Temperament {
  readonly readsAfter: readonly [number, number];
  readonly answersAfter: readonly [number, number];
  readonly patience: readonly [number, number];
}

const CALM: Temperament = {
  readsAfter: [1_500, 9_000],
  answersAfter: [2_000, 8_000],
  patience: [90_000, 240_000],
};

/** A simulated customer: plays scripts, reads, waits, sends reminders and rates. */
export class Actor {
  readonly phone: Phone;
  readonly #shop: Phone;
  readonly #random: Random;
  readonly #temperament: Temperament;
  readonly #timers = new Set<() => void>();
  readonly #deafen: () => void;
  #script: Script | null = null;
  #lastOwn: ChatMessage | null = null;
  #lastHeard: ChatMessage | null = null;
  #spokeAt = 0;
  #heard: (() => void) | null = null;
  #owesFarewell = false;
  /** Cancels the menu choice that is about to be typed. */
  #dropChoice: (() => void) | null = null;

  constructor(phone: Phone, shop: Phone, random: Random, temperament: Temperament = CALM) {
    this.phone = phone;
    this.#shop = shop;
    this.#random = random;
    this.#temperament = temperament;
    this.#deafen = phone.network.feed.listen(phone.number, (event) => this.#notice(event));
  }

  get isBusy(): boolean {
    return this.#script !== null;
  }

  /** Stops the person; planned steps are cancelled. */
  stop(): void {
    this.#deafen();
    for (const cancel of [...this.#timers]) cancel();
    this.#script = null;
  }

  /** Plays a script; ends early when the shop closes the ticket or never answers. */
  async play(script: Script): Promise<void> {
    this.#script = script;
    for (const [index, step] of script.steps.entries()) {
      if (this.#script !== script) return;
      const goesOn = await this.#do(step, script);
      if (!goesOn) break;
      if (index === 0) await this.#throughMenus();
    }
    if (this.#script !== script) return;
    this.#script = null;
    this.#owesFarewell = true;
  }

  async #do(step: Step, script: Script): Promise<boolean> {
    if ("wait" in step) return this.#waitForAnswer(script);
    if ("pause" in step) await this.#sleep(step.pause * 1000);
    else if ("call" in step) await this.#ring(step.call);
    else await this.#gesture(step);
    return true;
  }

  /** Answers open menus first, one after the other. */
  async #throughMenus(): Promise<void> {
    do await this.#sleep(LOOKS_MS);
    while (this.#dropChoice);
  }

  async #gesture(step: Gesture): Promise<void> {
    const { ms, state } = effort(step);
    this.phone.send.typing(this.#shop, state);
    await this.#sleep(ms);
    this.phone.send.typing(this.#shop, "paused");
    const situation = { lastOwn: this.#lastOwn, lastHeard: this.#lastHeard, random: this.#random };
    const message = await perform(this.phone, this.#shop, step, situation);
    this.#spokeAt = this.phone.network.clock.now();
    if (message && !CONTROL_KINDS.has(kindOf(message.content))) this.#lastOwn = message;
  }

  async #ring(seconds: number): Promise<void> {
    const call = this.phone.send.call(this.#shop);
    await this.#sleep(seconds * 1000);
    this.phone.send.hangUp(this.#shop, call);
  }

  async #waitForAnswer(script: Script): Promise<boolean> {
    for (const complaint of script.impatience) {
      if (await this.#hears()) return true;
      if (this.#script !== script) return false;
      await this.#gesture({ say: complaint });
    }
    if (await this.#hears()) return true;
    if (this.#script === script) await this.#gesture({ say: RESIGNATIONS });
    return false;
  }

  /** Returns true when the shop answers in time, after a short pause for reading. */
  async #hears(): Promise<boolean> {
    const heard = await new Promise<boolean>((resolve) => {
      const giveUp = this.#after(this.#drawn("patience"), () => {
        this.#heard = null;
        resolve(false);
      });
      this.#heard = () => {
        giveUp();
        this.#heard = null;
        resolve(true);
      };
    });
    if (heard) await this.#sleep(this.#drawn("answersAfter"));
    return heard;
  }

  #notice(event: PhoneEvent): void {
    if (event.type !== "message" || event.message.fromMe || event.message.chat !== this.#shop.number) return;
    const { message } = event;
    this.#after(this.#drawn("readsAfter"), () => this.phone.read(this.#shop));
    const text = textOf(message.content);
    const lines = offeredLines(text);
    if (asksForRating(text)) this.#rate();
    else if (lines.length > 1) this.#choose(lines);
    else if (!CONTROL_KINDS.has(kindOf(message.content))) this.#listen(message);
  }

  #listen(message: ChatMessage): void {
    this.#lastHeard = message;
    const isAutomatic = this.phone.network.clock.now() - this.#spokeAt < AUTOMATIC_MS;
    if (isAutomatic) return;
    this.#heard?.();
    if (this.#script || !this.#owesFarewell) return;
    this.#owesFarewell = false;
    if (this.#random.chance(0.6)) this.#soon({ say: FAREWELLS });
  }

  /** Rates the attendance and drops the remaining steps, because the shop closed the ticket. */
  #rate(): void {
    this.#script = null;
    this.#owesFarewell = false;
    this.#heard?.();
    this.#soon({ say: ratingOf(this.#random) });
  }

  /** Answers the newest menu only. */
  #choose(lines: readonly Choice[]): void {
    const choice = meant(lines, this.#script?.wishes ?? []) ?? this.#random.pick(lines);
    this.#dropChoice?.();
    const drop = this.#after(this.#drawn("answersAfter"), () => {
      void this.#gesture({ say: String(choice.number) }).then(() => {
        if (this.#dropChoice === drop) this.#dropChoice = null;
      });
    });
    this.#dropChoice = drop;
  }

  #soon(step: Gesture): void {
    this.#after(this.#drawn("answersAfter"), () => void this.#gesture(step));
  }

  #drawn(range: keyof Temperament): number {
    return this.#random.between(...this.#temperament[range]);
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#after(ms, resolve));
  }

  #after(ms: number, fn: () => void): () => void {
    const cancel = this.phone.network.clock.after(ms, () => {
      this.#timers.delete(forget);
      fn();
    });
    const forget = (): void => {
      this.#timers.delete(forget);
      cancel();
    };
    this.#timers.add(forget);
    return forget;
  }
}
