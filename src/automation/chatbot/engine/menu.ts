import { chosenQueue } from "./choice.ts";
import type { BotQueue, World } from "./context.ts";
import { enterQueue } from "./enter-queue.ts";
import { asked, asks, ends, type Input, said, silent, type Turn } from "./outcome.ts";
import { type BotState, stopped } from "./state.ts";
import type { Tap } from "./tap.ts";
import { queueMenu, withNotice } from "./texts.ts";

/** A ticket without a queue (docs/rules/queue-menu.md#cases): greeting, the only queue, or the menu. */
export function chooseQueue(world: World, state: BotState, input: Input): Turn {
  const [first, second] = world.queues;
  if (!first) return greet(world, state);
  if (!second) return enterOnly(world, state);
  // The first message of a ticket period is answered with the menu; its text is not read as a choice.
  const wasAsked = state.botMenusSent > 0;
  const queue = wasAsked ? queueBy(world, input) : undefined;
  return queue ? enterQueue(world, state, queue) : showMenu(world, state, wasAsked);
}

function queueBy(world: World, { text, tap }: Input): BotQueue | undefined {
  if (tap) return queueOfTap(world, tap);
  const chosen = text === null ? undefined : chosenQueue(world.queues, text);
  return chosen && world.queue(chosen.id);
}

/** The pressed queue, if the connection still has it. */
export const queueOfTap = (world: World, tap: Tap): BotQueue | undefined =>
  tap.kind === "queue" && world.queues.some(({ id }) => id === tap.id) ? world.queue(tap.id) : undefined;

function greet(world: World, state: BotState): Turn {
  if (state.greetedAt !== null) return silent(state);
  const greeted = { ...stopped(state, world.now), greetedAt: world.now };
  return ends(greeted, said(world.greeting), { kind: "wait" });
}

/** Enters the only queue of the connection. */
export function enterOnly(world: World, state: BotState): Turn {
  const [only] = world.queues;
  const queue = only && world.queue(only.id);
  if (!queue) return silent(state);
  const greets = world.greetsWithOneQueue && state.greetedAt === null;
  return enterQueue(world, state, queue, { says: greets ? said(world.greeting) : [] });
}

/** Sends the menu, as often as the connection allows (docs/rules/queue-menu.md#menu). */
export function showMenu(world: World, state: BotState, wasInvalid: boolean): Turn {
  if (isPaused(world)) return silent(state);
  if (world.maxMenus > 0 && state.botMenusSent >= world.maxMenus) {
    const placed = { ...stopped(state, world.now), queueId: world.redirectQueueId };
    return ends(placed, [], { kind: "limit" });
  }
  const menu = withNotice(wasInvalid ? world.invalidOption : "", queueMenu(world));
  return asks({ ...state, botMenusSent: state.botMenusSent + 1 }, asked(menu));
}

const isPaused = ({ restMinutes, lastEndedAt, now }: World): boolean =>
  restMinutes > 0 && lastEndedAt !== null && now < lastEndedAt + restMinutes * 60_000;
