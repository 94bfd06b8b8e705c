import type { BotQueue, ResponderRef, World } from "./context.ts";
import { awaitCustomer, ends, menuReply, type Reply, type Turn, textReply } from "./outcome.ts";
import { type BotState, isRunning, stopped } from "./state.ts";
import { backToMenu, rootMenu } from "./texts.ts";

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
  return ends(after, textReply(text), { kind: "closedHours" });
}

/**
 * The customer chose a closed queue and may choose another one: the choice is undone
 * (docs/rules/queue-menu.md#chosen).
 */
function refuseChoice(world: World, state: BotState, queue: BotQueue): Turn {
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
  return { state: after, replies: menuReply(backToMenu(text)), end: null, tagId: null, responder: null };
}

/** The children of a node, or of the queue itself (null), in their order. */
export const childrenOf = (queue: BotQueue, parentId: number | null) =>
  queue.nodes.filter((node) => node.parentId === parentId);

/**
 * Enters a queue (docs/rules/queue-menu.md#chosen): closed → the notice; an option tree → its root; a responder → it
 * takes over; otherwise the greeting, and the ticket waits for a person. `replies` is sent first. `given`: a person
 * chose the queue, so it stays.
 */
export function enterQueue(
  world: World,
  state: BotState,
  queue: BotQueue,
  { replies = [], given = false }: { readonly replies?: readonly Reply[]; readonly given?: boolean } = {},
): Turn {
  const inQueue: BotState = { ...stopped(state, world.now), queueId: queue.id, botMenusSent: 0 };
  if (!queue.isOpen) {
    const open = { ...inQueue, botEndedAt: state.botEndedAt };
    const turn =
      world.queues.length > 1 && !given ? refuseChoice(world, open, queue) : sayClosed(world, open, queue);
    return { ...turn, replies: [...replies, ...turn.replies] };
  }
  const greeted: BotState = { ...inQueue, greetedAt: state.greetedAt ?? world.now };
  const roots = childrenOf(queue, null);
  if (roots.length > 0)
    return awaitCustomer({ ...greeted, chatbot: true }, [
      ...replies,
      ...menuReply(rootMenu(queue, roots), queue.mediaId),
    ]);
  const responder = findResponder(world, queue);
  if (responder) return startResponder(greeted, replies, responder);
  return ends(greeted, [...replies, ...textReply(queue.greeting, queue.mediaId)], { kind: "queue" });
}

/**
 * The responder of a queue, a node or a connection: its integration, otherwise its prompt; null when none can take
 * the conversation.
 */
export function findResponder(
  world: World,
  { integrationId, promptId }: Pick<BotQueue, "integrationId" | "promptId">,
): ResponderRef | null {
  const integration = integrationId === null ? null : ({ kind: "integration", id: integrationId } as const);
  if (integration && world.takes(integration)) return integration;
  const prompt = promptId === null ? null : ({ kind: "prompt", id: promptId } as const);
  return prompt && world.takes(prompt) ? prompt : null;
}

/** Passes the conversation to a responder. */
export function startResponder(state: BotState, replies: readonly Reply[], { kind, id }: ResponderRef): Turn {
  const after: BotState = {
    ...state,
    chatbot: false,
    queueOptionId: null,
    optionTries: 0,
    useIntegration: true,
    integrationId: kind === "integration" ? id : null,
    promptId: kind === "prompt" ? id : null,
  };
  return ends(after, replies, { kind });
}
