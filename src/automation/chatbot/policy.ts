/** A message as the loop guard checks it; lists are newest first. */
export interface CheckedMessage {
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
/** Number of messages of a ticket the guard has to see. */
export const MAX_MESSAGES = 60;

const isOfBot = ({ fromMe, origin }: CheckedMessage): boolean =>
  fromMe && (origin === "bot" || origin === "ai" || origin === "rule");

/**
 * Whether the bot repeats itself or sends far too much (docs/rules/automation.md#loop-guard); checked after it
 * answered.
 */
export function isLooping(newestFirst: readonly CheckedMessage[], now: number): boolean {
  const texts = newestFirst.filter((line) => isOfBot(line) && line.body !== "");
  const [last, ...earlier] = texts.slice(0, SAME_IN_A_ROW);
  const same = earlier.length === SAME_IN_A_ROW - 1 && earlier.every(({ body }) => body === last?.body);
  return same || texts.filter(({ at }) => now - at <= MANY_MS).length >= MANY;
}

/**
 * Whether the other side is a bot: it answers within two seconds five times in a row
 * (docs/rules/automation.md#loop-guard); checked before the bot answers. Only answers count: several messages in a
 * row are one.
 */
export function isAnsweredByBot(newestFirst: readonly CheckedMessage[]): boolean {
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
