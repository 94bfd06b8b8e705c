/** A responder: an AI prompt or an integration that takes over from the menu. */
export interface ResponderRef {
  readonly kind: "integration" | "prompt";
  readonly id: number;
}

/** The action of a leaf (docs/rules/queue-menu.md#options). */
type LeafAction = "say" | "queue" | "user" | "close" | "integration" | "prompt" | "tag";

/** A node of a queue's option tree, as far as the bot needs it. */
export interface BotNode {
  readonly id: number;
  /** Null for a root option of the queue. */
  readonly parentId: number | null;
  readonly title: string;
  readonly message: string;
  /** The key the customer types. */
  readonly option: string;
  readonly action: LeafAction;
  readonly targetQueueId: number | null;
  readonly targetUserId: number | null;
  readonly targetTagId: number | null;
  readonly integrationId: number | null;
  readonly promptId: number | null;
  readonly fallbackQueueId: number | null;
  readonly maxTries: number;
  readonly autoAdvance: boolean;
  readonly mediaId: number | null;
}

export interface BotQueue {
  readonly id: number;
  readonly name: string;
  readonly greeting: string;
  readonly outOfHours: string;
  /** File of the greeting. */
  readonly mediaId: number | null;
  readonly isOpen: boolean;
  readonly integrationId: number | null;
  readonly promptId: number | null;
  /** The whole tree, siblings in their order. */
  readonly nodes: readonly BotNode[];
}

/** What a turn depends on besides the ticket: texts, menus, limits, opening hours. */
export interface World {
  /** ms. */
  readonly now: number;
  readonly companyOpen: boolean;
  /** Greeting of the connection: the text above its menu. */
  readonly greeting: string;
  readonly outOfHours: string;
  readonly outOfHoursRepeatMinutes: number;
  readonly outOfHoursAction: "wait" | "close";
  readonly invalidOption: string;
  readonly greetsWithOneQueue: boolean;
  /** Maximum number of queue menus in one ticket period; 0 = no limit. */
  readonly maxMenus: number;
  /** Minutes without a new menu after a bot ended; 0 = none. */
  readonly restMinutes: number;
  /** When a bot last ended for this contact on this connection, ms. */
  readonly lastEndedAt: number | null;
  /** Queue of tickets after the last menu; always one of `queues`. */
  readonly redirectQueueId: number | null;
  readonly integrationId: number | null;
  readonly promptId: number | null;
  /** Queues of the connection in the order of the menu. */
  readonly queues: readonly { readonly id: number; readonly name: string }[];
  /** Any queue of the company; undefined when it was deleted. */
  queue(id: number): BotQueue | undefined;
  /** Whether this integration or prompt exists and can take the conversation. */
  takes(responder: ResponderRef): boolean;
}
