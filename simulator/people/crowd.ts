import type { Phone } from "#simulator/phones/phone.ts";
import { Actor, type Temperament } from "./actor.ts";
import { type Random, seededRandom } from "./random.ts";
import type { Script } from "./script.ts";

export interface CrowdOptions {
  readonly shop: Phone;
  readonly people: readonly Phone[];
  readonly scripts: readonly Script[];
  readonly seed: string;
  /**
   * Mean time between two new conversations, ms ± 40 %: `opening` until half of the people have written, `later`
   * after that.
   */
  readonly pace: { readonly opening: number; readonly later: number };
  readonly temperament?: Temperament;
  /** No conversation begins while this returns false. Default: true while a linked client is online. */
  readonly isOpen?: () => boolean;
}

/** The simulated customers of one shop. */
export class Crowd {
  readonly actors: readonly Actor[];
  readonly #options: CrowdOptions;
  readonly #random: Random;
  readonly #told = new Map<Actor, Script[]>();
  #begun = 0;
  #cancel: () => void;

  constructor(options: CrowdOptions) {
    this.#options = options;
    this.#random = seededRandom(`${options.seed}/${options.shop.number}`);
    this.actors = options.people.map((person) => {
      const random = seededRandom(`${options.seed}/${person.number}`);
      return new Actor(person, options.shop, random, options.temperament);
    });
    this.#cancel = this.#later();
  }

  stop(): void {
    this.#cancel();
    for (const actor of this.actors) actor.stop();
  }

  #later(): () => void {
    const { pace, shop } = this.#options;
    const isOpening = this.#begun < this.actors.length / 2;
    const ms = (isOpening ? pace.opening : pace.later) * this.#random.between(0.6, 1.4);
    return shop.network.clock.after(ms, () => {
      if (this.#isOpen()) this.#beginOne();
      this.#cancel = this.#later();
    });
  }

  #isOpen(): boolean {
    const { isOpen, shop } = this.#options;
    return isOpen ? isOpen() : [...shop.companions.values()].some(({ isLive }) => isLive);
  }

  #beginOne(): void {
    const idle = this.actors.filter(({ isBusy }) => !isBusy);
    if (idle.length === 0) return;
    const newcomers = idle.filter((actor) => !this.#told.has(actor));
    const actor = this.#random.pick(newcomers.length > 0 ? newcomers : idle);
    this.#begun += 1;
    void actor.play(this.#nextScript(actor));
  }

  /** A script this person has not used yet, preferably one of the least used. */
  #nextScript(actor: Actor): Script {
    const { scripts } = this.#options;
    const own = this.#told.get(actor) ?? [];
    const fresh = scripts.filter((script) => !own.includes(script));
    const all = [...this.#told.values()].flat();
    const timesTold = (script: Script): number => all.filter((each) => each === script).length;
    const candidates = fresh.length > 0 ? fresh : [...scripts];
    const least = Math.min(...candidates.map(timesTold));
    const script = this.#random.pick(candidates.filter((each) => timesTold(each) === least));
    this.#told.set(actor, [...own, script]);
    return script;
  }
}
