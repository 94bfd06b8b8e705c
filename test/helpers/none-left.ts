/** Without one less for this long something is stuck, ms. */
const PATIENCE_MS = 60_000;

/** Waits while there is less and less of it; throws when a minute brings nothing. However much there is, and however slow the machine. */
export async function noneLeft(left: () => number, what: string): Promise<void> {
  let least = left();
  for (let end = Date.now() + PATIENCE_MS; least > 0; await Bun.sleep(25)) {
    const now = left();
    if (now < least) end = Date.now() + PATIENCE_MS;
    else if (Date.now() > end) throw new Error(`never happened: ${what}; ${least} left`);
    least = Math.min(least, now);
  }
}
