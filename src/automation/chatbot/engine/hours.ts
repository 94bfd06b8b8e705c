import type { BotQueue, World } from "./context.ts";
import { asked, ends, said, type Turn } from "./outcome.ts";
import { type BotState, isRunning, stopped } from "./state.ts";
import { backToMenu } from "./texts.ts";

/** The closed notice, at most once per ticket within the configured minutes (docs/rules/opening-hours.md#closed). */
function due(world: World, state: BotState, text: string): string {
  const { outOfHoursAt } = state;
  const pause = world.outOfHoursRepeatMinutes * 60_000;
  return outOfHoursAt === null || world.now - outOfHoursAt >= pause ? text : "";
}

const noted = (world: World, state: BotState, text: string): BotState =>
  text.trim() === "" ? state : { ...state, outOfHoursAt: world.now };

/**
 * Outside opening hours: sends the notice, stops the bot, and the ticket waits. `queue` null = the company is closed.
 */
export function sayClosed(world: World, state: BotState, queue: BotQueue | null): Turn {
  const text = due(world, state, queue ? queue.outOfHours : world.outOfHours);
  const after = noted(world, isRunning(state) ? stopped(state, world.now) : state, text);
  return ends(after, said(text), { kind: "closedHours" });
}

/**
 * The customer chose a closed queue and may choose another one: the choice is undone
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
    botMenusSent: 0,
    // The menu continues, also after an option tree.
    botEndedAt: null,
  };
  return { state: after, says: asked(backToMenu(text)), end: null, tagId: null, responder: null };
}
