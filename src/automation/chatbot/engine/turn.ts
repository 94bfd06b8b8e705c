import { chosenQueue, type Tap, wordsOf } from "./choice.ts";
import type { BotQueue, World } from "./context.ts";
import { childrenOf, enterQueue, findResponder, sayClosed, startResponder } from "./enter-queue.ts";
import {
  awaitCustomer,
  ends,
  type Input,
  menuReply,
  passToResponder,
  silent,
  type Turn,
  textReply,
} from "./outcome.ts";
import { type BotState, freshState, isRunning, stopped } from "./state.ts";
import { queueMenu, withNotice } from "./texts.ts";
import { walkTree } from "./tree.ts";

/** A ticket without a queue (docs/rules/queue-menu.md#cases): greeting, the only queue, or the menu. */
function chooseQueue(world: World, state: BotState, input: Input): Turn {
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
const queueOfTap = (world: World, tap: Tap): BotQueue | undefined =>
  tap.kind === "queue" && world.queues.some(({ id }) => id === tap.id) ? world.queue(tap.id) : undefined;

function greet(world: World, state: BotState): Turn {
  if (state.greetedAt !== null) return silent(state);
  const greeted = { ...stopped(state, world.now), greetedAt: world.now };
  return ends(greeted, textReply(world.greeting), { kind: "wait" });
}

/** Enters the only queue of the connection. */
function enterOnly(world: World, state: BotState): Turn {
  const [only] = world.queues;
  const queue = only && world.queue(only.id);
  if (!queue) return silent(state);
  const greets = world.greetsWithOneQueue && state.greetedAt === null;
  return enterQueue(world, state, queue, { replies: greets ? textReply(world.greeting) : [] });
}

/** Sends the menu, as often as the connection allows (docs/rules/queue-menu.md#menu). */
function showMenu(world: World, state: BotState, wasInvalid: boolean): Turn {
  if (isPaused(world)) return silent(state);
  if (world.maxMenus > 0 && state.botMenusSent >= world.maxMenus) {
    const placed = { ...stopped(state, world.now), queueId: world.redirectQueueId };
    return ends(placed, [], { kind: "limit" });
  }
  const menu = withNotice(wasInvalid ? world.invalidOption : "", queueMenu(world));
  return awaitCustomer({ ...state, botMenusSent: state.botMenusSent + 1 }, menuReply(menu));
}

const isPaused = ({ restMinutes, lastEndedAt, now }: World): boolean =>
  restMinutes > 0 && lastEndedAt !== null && now < lastEndedAt + restMinutes * 60_000;

/**
 * The bot's answer to one message of the customer (docs/rules/inbound.md#steps steps 12-18). Pure: it reads `world`
 * and `state` and returns its effects. Called only when bots are allowed.
 */
export function turn(world: World, state: BotState, input: Input): Turn {
  const queue = state.queueId === null ? undefined : world.queue(state.queueId);
  if (!world.companyOpen) return sayClosed(world, state, null);
  if (queue && !queue.isOpen) return sayClosed(world, state, queue);
  if (asksForMenu(input) && hasMenu(world)) return mainMenu(world, state);
  if (state.useIntegration) return continueResponder(world, state);
  if (state.chatbot && state.queueId !== null) return continueTree(world, state, input);
  if (state.botEndedAt !== null) return silent(state);
  if (queue) return isUnopened(world, state) ? enterOnly(world, state) : silent(state);
  const responder = findResponder(world, world);
  if (responder) return startResponder(state, [], responder);
  return chooseQueue(world, state, input);
}

const asksForMenu = ({ text, tap }: Input): boolean =>
  tap ? tap.kind === "start" : text !== null && wordsOf(text) === "#";

/** The queue menu can still be pressed inside a tree: that selects another queue. */
function continueTree(world: World, state: BotState, input: Input): Turn {
  const other = input.tap && queueOfTap(world, input.tap);
  return other ? enterQueue(world, restarted(state), other) : walkTree(world, state, input);
}

/** The responder continues; if it was deleted or cannot take the conversation, the ticket waits for a person. */
function continueResponder(world: World, state: BotState): Turn {
  const responder = findResponder(world, state);
  return responder
    ? passToResponder(state, responder)
    : ends(stopped(state, world.now), [], { kind: "wait" });
}

/**
 * A person transferred the ticket to a queue whose bot starts (docs/rules/tickets.md#transfer-rules): sends its menu,
 * and the queue stays.
 */
export function beginIn(world: World, state: BotState, queueId: number): Turn {
  const queue = world.queue(queueId);
  if (!queue) return silent(state);
  if (!world.companyOpen) return sayClosed(world, { ...state, queueId }, null);
  return enterQueue(world, state, queue, { given: true });
}

/** A rule starts the menu of queues, as `#` does. */
export const beginMenu = (world: World, state: BotState): Turn =>
  world.companyOpen ? mainMenu(world, state) : sayClosed(world, state, null);

/** Whether `#` has a menu to return to: of queues, or of the options of the only queue. */
function hasMenu(world: World): boolean {
  const [only, second] = world.queues;
  if (!only || second) return only !== undefined;
  const queue = world.queue(only.id);
  return queue !== undefined && childrenOf(queue, null).length > 0;
}

/** `#` starts again: queue, position and state of the bot are reset (docs/rules/inbound.md#steps step 13). */
function mainMenu(world: World, state: BotState): Turn {
  return world.queues.length > 1
    ? showMenu({ ...world, lastEndedAt: null }, restarted(state), false)
    : enterOnly(world, restarted(state));
}

const restarted = ({ botMenusSent, greetedAt, outOfHoursAt }: BotState): BotState => ({
  ...freshState,
  botMenusSent,
  greetedAt,
  outOfHoursAt,
});

/** The ticket was created in the connection's only queue, and its bot has sent nothing yet. */
const isUnopened = ({ queues }: World, state: BotState): boolean =>
  queues.length === 1 && queues[0]?.id === state.queueId && state.greetedAt === null && !isRunning(state);
