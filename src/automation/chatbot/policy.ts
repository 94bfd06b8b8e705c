/** A message as the loop guard sees it, newest first in lists. */
interface Line {
  readonly body: string;
  readonly fromMe: boolean;
  readonly origin: string;
  /** ms. */
  readonly at: number;
}

const SAME_IN_A_ROW = 3;
const QUICK_IN_A_ROW = 5;
const QUICK_MS = 2000;
const MANY = 20;
const MANY_MS = 10 * 60_000;
/** Enough lines of a ticket to see all of it. */
export const LINES_LOOKED_AT = 60;

const isOfBot = ({ fromMe, origin }: Line): boolean => fromMe && (origin === "bot" || origin === "ai");

/**
 * The bot says the same over and over, or far too much (docs/rules/automation.md#loop-guard); asked when it has spoken.
 */
export function talksInCircles(newestFirst: readonly Line[], now: number): boolean {
  const texts = newestFirst.filter((line) => isOfBot(line) && line.body !== "");
  const [last, ...earlier] = texts.slice(0, SAME_IN_A_ROW);
  const same = earlier.length === SAME_IN_A_ROW - 1 && earlier.every(({ body }) => body === last?.body);
  return same || texts.filter(({ at }) => now - at <= MANY_MS).length >= MANY;
}

/**
 * Whoever answers the bot within two seconds five times in a row is a bot as well
 * (docs/rules/automation.md#loop-guard); asked before it speaks. Only answers count: several messages in one breath are
 * one.
 */
export function isAnsweredByMachine(newestFirst: readonly Line[]): boolean {
  let quick = 0;
  for (const [index, line] of newestFirst.entries()) {
    const before = newestFirst[index + 1];
    if (line.fromMe || !before || !isOfBot(before)) continue;
    if (line.at - before.at > QUICK_MS) return false;
    quick += 1;
    if (quick >= QUICK_IN_A_ROW) return true;
  }
  return false;
}
