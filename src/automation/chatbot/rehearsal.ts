import type { OptionsDraft } from "#accounts/queues/contract.ts";
import { findQueue, noQueue } from "#accounts/queues/index.ts";
import type { BotQueue, World } from "#automation/chatbot/engine/context.ts";
import type { Reply } from "#automation/chatbot/engine/outcome.ts";
import { type BotState, freshState } from "#automation/chatbot/engine/state.ts";
import { turn } from "#automation/chatbot/engine/turn.ts";
import { requireConnection } from "#channels/connections/index.ts";
import { presentAttachment } from "#channels/media/index.ts";
import { rendered } from "#inbox/messages/index.ts";
import { invalidFields } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { RehearsalAnswer, RehearsalBody } from "./contract.ts";
import { worldOf, worldOfQueue } from "./load-context.ts";

/**
 * `POST /chatbot/rehearsal`: the bot's answer without a ticket; nothing is stored or sent. The admin plays the
 * customer. `draft` replaces the stored options of the queue (docs/rules/queues.md#preview). Throws 400
 * ERR_VALIDATION without queue and connection, 404 ERR_NO_QUEUE_FOUND, 404 ERR_NO_WAPP_FOUND.
 */
export function rehearse({ tenant, actor }: UserCtx, body: RehearsalBody): RehearsalAnswer {
  const at = body.at ? Date.parse(body.at) : tenant.clock.now();
  const world = rehearsalWorld({ tenant, actor }, body, at);
  const { state, replies, end } = turn(world, body.state ? stateOf(body.state) : freshState, {
    text: body.text ?? "",
  });
  const show = ({ text, mediaId }: Reply): RehearsalAnswer["says"] => {
    const situation = { ticket: null, contactId: 0, contactName: actor.name, queueId: state.queueId };
    const mediaUrl = presentAttachment(tenant, mediaId).mediaPath;
    const shown = rendered(tenant, text, { ...situation, userName: actor.name });
    return shown === "" && mediaUrl === null ? [] : [{ text: shown, mediaUrl }];
  };
  return { state: presentState(state), says: replies.flatMap(show), end };
}

type WireState = RehearsalAnswer["state"];
const stateOf = ({ amountUsedBotQueues, ...state }: WireState): BotState => ({
  ...state,
  botMenusSent: amountUsedBotQueues,
});
const presentState = ({ botMenusSent, ...state }: BotState): WireState => ({
  ...state,
  amountUsedBotQueues: botMenusSent,
});

function rehearsalWorld(
  { tenant }: UserCtx,
  { queueId, whatsappId, draft }: RehearsalBody,
  at: number,
): World {
  if (whatsappId) {
    const connection = requireConnection(tenant.db, whatsappId);
    return worldOf(tenant, { connection, at, lastEndedAt: null });
  }
  if (!queueId) throw invalidFields({ queueId: "required" });
  const queue = findQueue(tenant.db, queueId);
  if (!queue) throw noQueue();
  const world = worldOfQueue(tenant, queue, at);
  return draft ? withDraft(world, queue.id, draft) : world;
}

/** The context with the drafted options of one queue; stored options keep their files. */
function withDraft(world: World, queueId: number, { options, texts }: OptionsDraft): World {
  const queue = world.queue(queueId);
  if (!queue) return world;
  const stored = new Map(queue.nodes.map((node) => [node.id, node]));
  const changed = new Map(texts.map(({ id, message }) => [id, message]));
  const nodes = options.map((option) => ({
    ...option,
    message: changed.get(option.id) ?? stored.get(option.id)?.message ?? "",
    mediaId: stored.get(option.id)?.mediaId ?? null,
  }));
  const drafted: BotQueue = { ...queue, nodes };
  return { ...world, queue: (id) => (id === queueId ? drafted : world.queue(id)) };
}
