import { wordsOf } from "./choice.ts";
import type { World } from "./context.ts";
import { childrenOf, enterQueue, findResponder, startResponder } from "./enter-queue.ts";
import { sayClosed } from "./hours.ts";
import { chooseQueue, enterOnly, queueOfTap, showMenu } from "./menu.ts";
import { ends, heardBy, type Input, silent, type Turn } from "./outcome.ts";
import { type BotState, freshState, isRunning, stopped } from "./state.ts";
import { walkTree } from "./tree.ts";

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
  return responder ? heardBy(state, responder) : ends(stopped(state, world.now), [], { kind: "wait" });
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
