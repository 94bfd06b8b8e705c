import type { CDPSession, Locator, Page } from "playwright-core";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The point where a finger touches an element: its middle, or an offset in px from its upper left corner. */
export async function spot(locator: Locator, inside?: Point): Promise<Point> {
  const box = await locator.boundingBox();
  if (!box) throw new Error("nothing to touch: it is not on screen");
  return inside
    ? { x: box.x + inside.x, y: box.y + inside.y }
    : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A finger on a phone: real touches, as the browser gets them from its screen. */
export class Finger {
  readonly #page: Page;
  readonly #session: CDPSession;
  #at: Point = { x: 0, y: 0 };

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async of(page: Page): Promise<Finger> {
    return new Finger(page, await page.context().newCDPSession(page));
  }

  async down(at: Point): Promise<void> {
    this.#at = at;
    await this.#touch("touchStart", [at]);
  }

  /** Moves in small steps, as a finger does. */
  async to(to: Point, steps = 8): Promise<void> {
    const from = this.#at;
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      this.#at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      await this.#touch("touchMove", [this.#at]);
      // Waits for the next frame, because browsers report one movement per frame.
      await this.#page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
  }

  async up(): Promise<void> {
    await this.#touch("touchEnd", []);
  }

  async #touch(type: "touchStart" | "touchMove" | "touchEnd", touchPoints: readonly Point[]): Promise<void> {
    await this.#session.send("Input.dispatchTouchEvent", { type, touchPoints: [...touchPoints] });
  }
}
