import type { BotQueue, World } from "./context.ts";
import { asked, ends, said, type Turn } from "./outcome.ts";
import { type BotState, isRunning, stopped } from "./state.ts";
import { backToMenu } from "./texts.ts";

/** The text of a closed door, at most once per ticket and so many minutes (docs/rules/opening-hours.md#closed). */
function due(world: World, state: BotState, text: string): string {
  const { outOfHoursAt } = state;
  const pause = world.outOfHoursRepeatMinutes * 60_000;
  return outOfHoursAt === null || world.now - outOfHoursAt >= pause ? text : "";
}

const noted = (world: World, state: BotState, text: string): BotState =>
  text.trim() === "" ? state : { ...state, outOfHoursAt: world.now };

/** Nobody is there: the text, and the ticket waits; what ran of the bot is over. `queue` null = the company is closed. */
export function sayClosed(world: World, state: BotState, queue: BotQueue | null): Turn {
  const text = due(world, state, queue ? queue.outOfHours : world.outOfHours);
  const after = noted(world, isRunning(state) ? stopped(state, world.now) : state, text);
  return ends(after, said(text), { kind: "closedHours" });
}

/**
 * The customer chose a queue that is closed and may choose another one: the choice is taken back
 * (docs/rules/queue-menu.md#chosen).
 */
export function refuseChoice(world: World, state: BotState, queue: BotQueue): Turn {
  const text = due(world, state, queue.outOfHours);
  const after: BotState = {
    ...noted(world, state, text),
    queueId: null,
    chatbot: false,
    queueOptionId: null,
    optionTries: 0,
    amountUsedBotQueues: 0,
    // The menu goes on, also for who came from a tree.
    botEndedAt: null,
  };
  return { state: after, says: asked(backToMenu(text)), end: null, tagId: null, hearer: null };
}
