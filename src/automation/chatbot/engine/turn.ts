import { wordsOf } from "./choice.ts";
import type { World } from "./context.ts";
import { childrenOf, enterQueue, handOver, partnerOf } from "./enter-queue.ts";
import { sayClosed } from "./hours.ts";
import { chooseQueue, enterOnly, queueOfTap, showMenu } from "./menu.ts";
import { ends, heardBy, type Input, silent, type Turn } from "./outcome.ts";
import { type BotState, freshState, isRunning, stopped } from "./state.ts";
import { walkTree } from "./tree.ts";

/**
 * One answer of the bot to one message of the customer (docs/rules/inbound.md#steps steps 12-18). Pure: its
 * input is `world` and `state`, its effects are in the answer. Called only when bots are allowed.
 */
export function turn(world: World, state: BotState, input: Input): Turn {
  const queue = state.queueId === null ? undefined : world.queue(state.queueId);
  if (!world.companyOpen) return sayClosed(world, state, null);
  if (queue && !queue.isOpen) return sayClosed(world, state, queue);
  if (asksForMenu(input) && hasMenu(world)) return mainMenu(world, state);
  if (state.useIntegration) return talkOn(world, state);
  if (state.chatbot && state.queueId !== null) return walkOn(world, state, input);
  if (state.botEndedAt !== null) return silent(state);
  if (queue) return isUnopened(world, state) ? enterOnly(world, state) : silent(state);
  const partner = partnerOf(world, world);
  if (partner) return handOver(state, [], partner);
  return chooseQueue(world, state, input);
}

const asksForMenu = ({ text, tap }: Input): boolean =>
  tap ? tap.kind === "start" : text !== null && wordsOf(text) === "#";

/** In a tree the first menu can still be pressed: that is another choice of the queue. */
function walkOn(world: World, state: BotState, input: Input): Turn {
  const other = input.tap && queueOfTap(world, input.tap);
  return other ? enterQueue(world, anew(state), other) : walkTree(world, state, input);
}

/** The partner goes on; where it is gone, or can no longer talk, the ticket waits for a person. */
function talkOn(world: World, state: BotState): Turn {
  const partner = partnerOf(world, state);
  return partner ? heardBy(state, partner) : ends(stopped(state, world.now), [], { kind: "wait" });
}

/**
 * A person gave the ticket to a queue whose bot is to begin (docs/rules/tickets.md#transfer-rules): its menu, and the
 * queue stays.
 */
export function beginIn(world: World, state: BotState, queueId: number): Turn {
  const queue = world.queue(queueId);
  if (!queue) return silent(state);
  if (!world.companyOpen) return sayClosed(world, { ...state, queueId }, null);
  return enterQueue(world, state, queue, { given: true });
}

/** Whether `#` leads anywhere: to a menu of queues, or to the options of the only one. */
function hasMenu(world: World): boolean {
  const [only, second] = world.queues;
  if (!only || second) return only !== undefined;
  const queue = world.queue(only.id);
  return queue !== undefined && childrenOf(queue, null).length > 0;
}

/** `#` begins anew: queue, pointer and marks of the bot are gone (docs/rules/inbound.md#steps step 13). */
function mainMenu(world: World, state: BotState): Turn {
  return world.queues.length > 1
    ? showMenu({ ...world, lastEndedAt: null }, anew(state), false)
    : enterOnly(world, anew(state));
}

const anew = ({ amountUsedBotQueues, greetedAt, outOfHoursAt }: BotState): BotState => ({
  ...freshState,
  amountUsedBotQueues,
  greetedAt,
  outOfHoursAt,
});

/** The only queue of the connection, set with the ticket itself, and its bot has not said a word yet. */
const isUnopened = ({ queues }: World, state: BotState): boolean =>
  queues.length === 1 && queues[0]?.id === state.queueId && state.greetedAt === null && !isRunning(state);
