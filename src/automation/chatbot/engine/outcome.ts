import type { Tap } from "./choice.ts";
import type { ResponderRef } from "./context.ts";
import type { BotState } from "./state.ts";
import { type Menu, textOfMenu } from "./texts.ts";

/** A message of the bot: a text, a file, or a text followed by a file. Variables are not filled in yet. */
export interface Reply {
  /** For a menu: the whole menu as text. */
  readonly text: string;
  readonly mediaId: number | null;
  readonly menu?: Menu;
}

/**
 * How the bot ended: the ticket waits where it is (`wait`) or in a queue it entered (`queue`), is assigned (`user`),
 * closed, passed to a responder (`integration`, `prompt`), outside opening hours (`closedHours`), or the limit of
 * menus was reached (`limit`).
 */
export interface End {
  readonly kind: "wait" | "queue" | "user" | "close" | "integration" | "prompt" | "closedHours" | "limit";
  readonly queueId: number | null;
  readonly userId: number | null;
}

export interface Turn {
  readonly state: BotState;
  readonly replies: readonly Reply[];
  /** Null while the bot continues, and when the turn did nothing. */
  readonly end: End | null;
  /** A tag to add to the ticket. */
  readonly tagId: number | null;
  /** The responder that gets the message instead; then the turn has no other effect. */
  readonly responder: ResponderRef | null;
}

/** The customer's message; null text for anything but text. */
export interface Input {
  readonly text: string | null;
  /** The pressed option of a menu; it takes precedence over the text. */
  readonly tap?: Tap | null;
}

const NOTHING: Omit<Turn, "state"> = { replies: [], end: null, tagId: null, responder: null };

export const silent = (state: BotState): Turn => ({ ...NOTHING, state });

/** Passes the message to the responder that has the conversation. */
export const passToResponder = (state: BotState, responder: ResponderRef): Turn => ({
  ...NOTHING,
  state,
  responder,
});

/** Sends messages and waits for the customer's answer. */
export const awaitCustomer = (state: BotState, replies: readonly Reply[]): Turn => ({
  ...NOTHING,
  state,
  replies,
});

export const ends = (
  state: BotState,
  replies: readonly Reply[],
  end: Pick<End, "kind"> & Partial<End>,
  tagId: number | null = null,
): Turn => ({
  state,
  replies,
  end: { queueId: state.queueId, userId: null, ...end },
  tagId,
  responder: null,
});

/** A message; empty for a blank text without a file. */
export const textReply = (text: string, mediaId: number | null = null): readonly Reply[] =>
  text.trim() === "" && mediaId === null ? [] : [{ text: text.trim() === "" ? "" : text, mediaId }];

/** The message that shows a menu, with an optional file. */
export const menuReply = (menu: Menu, mediaId: number | null = null): readonly Reply[] => [
  { text: textOfMenu(menu), mediaId, menu },
];
