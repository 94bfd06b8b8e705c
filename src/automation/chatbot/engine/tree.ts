import { chosenNode, type Tap, wordsOf } from "./choice.ts";
import type { BotNode, BotQueue, ResponderRef, World } from "./context.ts";
import { childrenOf, enterQueue, startResponder } from "./enter-queue.ts";
import { awaitCustomer, ends, type Input, menuReply, type Turn, textReply } from "./outcome.ts";
import { type BotState, stopped } from "./state.ts";
import { type Menu, nodeMenu, rootMenu, withNotice } from "./texts.ts";

/** Maximum number of invalid inputs at the root, for which there is no setting (docs/rules/queue-menu.md#options). */
const ROOT_TRIES = 3;

/** Handles a message inside the option tree of the ticket's queue (docs/rules/queue-menu.md#options). */
export function walkTree(world: World, state: BotState, input: Input): Turn {
  const queue = state.queueId === null ? undefined : world.queue(state.queueId);
  if (!queue || childrenOf(queue, null).length === 0) return waits(world, state);
  const node = queue.nodes.find(({ id }) => id === state.queueOptionId) ?? null;
  // The current node was deleted or lost its children since the last message: restart at the root.
  if (node === null && state.queueOptionId !== null) return show(state, queue, null);
  const children = childrenOf(queue, node?.id ?? null);
  if (node && children.length === 0) return show(state, queue, null);

  const { text, tap } = input;
  const left = tap ? nodeOfTap(queue, tap, "back") : text !== null && wordsOf(text) === "0" ? node : null;
  if (left) return show(state, queue, parentOf(queue, left));
  const chosen = tap
    ? nodeOfTap(queue, tap, "option")
    : text === null
      ? undefined
      : childBy(children, node, text);
  if (!chosen) return handleInvalid(world, state, queue, node);
  return childrenOf(queue, chosen.id).length > 0
    ? show(state, queue, chosen)
    : reachLeaf(world, { ...state, optionTries: 0 }, chosen);
}

/** A node with one child may accept any text for it. */
function childBy(children: readonly BotNode[], node: BotNode | null, text: string): BotNode | undefined {
  const [only, second] = children;
  const takesAny = node?.autoAdvance === true && only !== undefined && second === undefined;
  return chosenNode(children, text) ?? (takesAny && text.trim() !== "" ? only : undefined);
}

/** The pressed node, also when the menu was sent earlier than the current one. */
const nodeOfTap = (queue: BotQueue, tap: Tap, kind: "option" | "back"): BotNode | undefined =>
  tap.kind === kind ? queue.nodes.find(({ id }) => id === tap.id) : undefined;

const parentOf = (queue: BotQueue, { parentId }: BotNode): BotNode | null =>
  queue.nodes.find(({ id }) => id === parentId) ?? null;

const menuOf = (queue: BotQueue, node: BotNode | null): Menu =>
  node ? nodeMenu(node, childrenOf(queue, node.id)) : rootMenu(queue, childrenOf(queue, null));

/** Sends a node with its file and waits there. The greeting's file was sent when the queue was entered. */
function show(state: BotState, queue: BotQueue, node: BotNode | null): Turn {
  const there = { ...state, queueOptionId: node?.id ?? null, optionTries: 0 };
  return awaitCustomer(there, menuReply(menuOf(queue, node), node?.mediaId ?? null));
}

function handleInvalid(world: World, state: BotState, queue: BotQueue, node: BotNode | null): Turn {
  const tries = state.optionTries + 1;
  if (tries < Math.max(1, node?.maxTries ?? ROOT_TRIES)) {
    const menu = withNotice(world.invalidOption, menuOf(queue, node));
    return awaitCustomer({ ...state, optionTries: tries }, menuReply(menu));
  }
  const fallback = node?.fallbackQueueId ?? null;
  if (fallback === null || !world.queue(fallback)) return waits(world, state);
  return ends({ ...stopped(state, world.now), queueId: fallback }, [], { kind: "queue" });
}

/** The bot ends, and the ticket waits for a person where it is. */
const waits = (
  world: World,
  state: BotState,
  replies: Turn["replies"] = [],
  tagId: number | null = null,
): Turn => ends(stopped(state, world.now), replies, { kind: "wait" }, tagId);

/** Sends a leaf with its file and performs its action. */
function reachLeaf(world: World, state: BotState, leaf: BotNode): Turn {
  const replies = textReply(leaf.message, leaf.mediaId);
  switch (leaf.action) {
    case "queue": {
      const target = leaf.targetQueueId === null ? undefined : world.queue(leaf.targetQueueId);
      return target ? enterQueue(world, state, target, { replies }) : waits(world, state, replies);
    }
    case "user":
      return leaf.targetUserId === null
        ? waits(world, state, replies)
        : ends(stopped(state, world.now), replies, { kind: "user", userId: leaf.targetUserId });
    case "close":
      return ends(stopped(state, world.now), replies, { kind: "close" });
    case "integration":
    case "prompt": {
      const responder = responderOf(leaf, leaf.action);
      return responder && world.takes(responder)
        ? startResponder(state, replies, responder)
        : waits(world, state, replies);
    }
    case "tag":
      return waits(world, state, replies, leaf.targetTagId);
    default:
      return waits(world, state, replies);
  }
}

function responderOf(leaf: BotNode, kind: ResponderRef["kind"]): ResponderRef | null {
  const id = kind === "integration" ? leaf.integrationId : leaf.promptId;
  return id === null ? null : { kind, id };
}
