import type { BotNode, BotQueue, World } from "./context.ts";
import type { End, Input, Turn } from "./outcome.ts";
import { type BotState, freshState } from "./state.ts";
import { turn } from "./turn.ts";

export const NOW = Date.UTC(2026, 10, 23, 13);

let ids = 0;
/** A bot context for a connection with these queues; `others` are queues of the company without this connection. */
export function node(
  option: string,
  title: string,
  fields: Partial<BotNode> & { readonly children?: readonly BotNode[] } = {},
): BotNode[] {
  ids += 1;
  const { children = [], ...rest } = fields;
  const own: BotNode = {
    id: ids,
    parentId: null,
    title,
    option,
    message: "",
    action: "say",
    targetQueueId: null,
    targetUserId: null,
    targetTagId: null,
    integrationId: null,
    promptId: null,
    fallbackQueueId: null,
    maxTries: 3,
    autoAdvance: false,
    mediaId: null,
    ...rest,
  };
  return [
    own,
    ...children.map((child) => (child.parentId === null ? { ...child, parentId: own.id } : child)),
  ];
}

export const queue = (id: number, name: string, fields: Partial<BotQueue> = {}): BotQueue => ({
  id,
  name,
  greeting: `Setor ${name}`,
  outOfHours: `${name} fechou`,
  mediaId: null,
  isOpen: true,
  integrationId: null,
  promptId: null,
  nodes: [],
  ...fields,
});

/** A connection with these queues; `others` exist without being on it. */
export function world(
  queues: readonly BotQueue[],
  fields: Partial<World> & { readonly others?: readonly BotQueue[] } = {},
): World {
  const { others = [], ...rest } = fields;
  return {
    now: NOW,
    companyOpen: true,
    greeting: "Bem-vindo",
    outOfHours: "A loja fechou",
    outOfHoursRepeatMinutes: 60,
    outOfHoursAction: "wait",
    invalidOption: "Opção inválida.",
    greetsWithOneQueue: false,
    maxMenus: 3,
    restMinutes: 0,
    lastEndedAt: null,
    redirectQueueId: null,
    integrationId: null,
    promptId: null,
    queues,
    queue: (id) => [...queues, ...others].find((found) => found.id === id),
    takes: () => false,
    ...rest,
  };
}

/** The bot's messages after each input of the customer, and how the bot ended. */
export interface Heard {
  readonly replies: readonly (readonly string[])[];
  readonly last: Turn;
  readonly state: BotState;
  readonly end: End | null;
}

/** Runs a conversation with the bot; a null input is a message without text. */
export function converse(
  place: World,
  inputs: readonly (string | null)[],
  from: Partial<BotState> = {},
): Heard {
  let state: BotState = { ...freshState, ...from };
  let last: Turn | undefined;
  let end: End | null = null;
  const replies: string[][] = [];
  for (const text of inputs) {
    last = turn(place, state, { text } satisfies Input);
    state = last.state;
    end = last.end ?? end;
    replies.push(
      last.replies.map((reply) =>
        reply.mediaId === null ? reply.text : `${reply.text}[file ${reply.mediaId}]`,
      ),
    );
  }
  if (!last) throw new Error("the bot sent no message");
  return { replies, last, state, end };
}
