import type { BotQueue, ResponderRef, World } from "./context.ts";
import { refuseChoice, sayClosed } from "./hours.ts";
import { asked, asks, ends, type Say, said, type Turn } from "./outcome.ts";
import { type BotState, stopped } from "./state.ts";
import { rootMenu } from "./texts.ts";

/** The children of a node, or of the queue itself (null), in their order. */
export const childrenOf = (queue: BotQueue, parentId: number | null) =>
  queue.nodes.filter((node) => node.parentId === parentId);

/**
 * Enters a queue (docs/rules/queue-menu.md#chosen): closed → the notice; an option tree → its root; a responder → it
 * takes over; otherwise the greeting, and the ticket waits for a person. `says` is sent first. `given`: a person
 * chose the queue, so it stays.
 */
export function enterQueue(
  world: World,
  state: BotState,
  queue: BotQueue,
  { says = [], given = false }: { readonly says?: readonly Say[]; readonly given?: boolean } = {},
): Turn {
  const inQueue: BotState = { ...stopped(state, world.now), queueId: queue.id, botMenusSent: 0 };
  if (!queue.isOpen) {
    const open = { ...inQueue, botEndedAt: state.botEndedAt };
    const turn =
      world.queues.length > 1 && !given ? refuseChoice(world, open, queue) : sayClosed(world, open, queue);
    return { ...turn, says: [...says, ...turn.says] };
  }
  const greeted: BotState = { ...inQueue, greetedAt: state.greetedAt ?? world.now };
  const roots = childrenOf(queue, null);
  if (roots.length > 0)
    return asks({ ...greeted, chatbot: true }, [...says, ...asked(rootMenu(queue, roots), queue.mediaId)]);
  const responder = findResponder(world, queue);
  if (responder) return startResponder(greeted, says, responder);
  return ends(greeted, [...says, ...said(queue.greeting, queue.mediaId)], { kind: "queue" });
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
export function startResponder(state: BotState, says: readonly Say[], { kind, id }: ResponderRef): Turn {
  const after: BotState = {
    ...state,
    chatbot: false,
    queueOptionId: null,
    optionTries: 0,
    useIntegration: true,
    integrationId: kind === "integration" ? id : null,
    promptId: kind === "prompt" ? id : null,
  };
  return ends(after, says, { kind });
}
