/** Who takes a conversation over from the menu: an AI prompt or an integration, by id. */
export interface PartnerRef {
  readonly kind: "integration" | "prompt";
  readonly id: number;
}

/** What a leaf does once the customer is there (docs/rules/queue-menu.md#options). */
type LeafAction = "say" | "queue" | "user" | "close" | "integration" | "prompt" | "tag";

/** A node of a queue's option tree as the bot needs it. */
export interface BotNode {
  readonly id: number;
  /** null = hangs from the queue itself. */
  readonly parentId: number | null;
  readonly title: string;
  readonly message: string;
  /** What the customer types. */
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

/** Everything a turn of the bot depends on besides the ticket: texts, menus, limits, verdicts of the hours. */
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
  /** Menus sent before the bot gives up; 0 = no limit. */
  readonly maxMenus: number;
  /** Minutes in which no new menu begins after a bot ended; 0 = at once. */
  readonly restMinutes: number;
  /** When a bot last ended for this contact on this connection, ms. */
  readonly lastEndedAt: number | null;
  /** Where tickets go that the menu did not place; always one of `queues`. */
  readonly sendIdQueue: number | null;
  readonly integrationId: number | null;
  readonly promptId: number | null;
  /** Queues of the connection in the order of the menu. */
  readonly queues: readonly { readonly id: number; readonly name: string }[];
  /** Any queue of the company; undefined when it is gone. */
  queue(id: number): BotQueue | undefined;
  /** Whether somebody is there who talks for this integration or prompt. */
  takes(partner: PartnerRef): boolean;
}
