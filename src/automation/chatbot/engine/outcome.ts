import type { PartnerRef } from "./context.ts";
import type { BotState } from "./state.ts";
import type { Tap } from "./tap.ts";
import { type Menu, textOfMenu } from "./texts.ts";

/** One thing the bot says: a text, a file, or a text with its file behind it. Variables are not filled in yet. */
export interface Say {
  /** Of a menu: all of it, as it is typed through. */
  readonly text: string;
  readonly mediaId: number | null;
  readonly menu?: Menu;
}

/**
 * How the bot's part ended: waits where it is (`wait`), waits in a queue it came into (`queue`), given to somebody
 * (`user`), closed, taken over (`integration`, `prompt`), nobody there (`closedHours`), menus used up (`limit`).
 */
export interface End {
  readonly kind: "wait" | "queue" | "user" | "close" | "integration" | "prompt" | "closedHours" | "limit";
  readonly queueId: number | null;
  readonly userId: number | null;
}

export interface Turn {
  readonly state: BotState;
  readonly says: readonly Say[];
  /** Null while the bot goes on, and when it had nothing to do. */
  readonly end: End | null;
  /** A tag the ticket gets. */
  readonly tagId: number | null;
  /** Who has the conversation and hears the message instead; the turn does nothing else then. */
  readonly hearer: PartnerRef | null;
}

/** What the customer sent: words, or something that is none (null). */
export interface Input {
  readonly text: string | null;
  /** What was pressed in a menu, if anything was; says more than its text. */
  readonly tap?: Tap | null;
}

const NOTHING: Omit<Turn, "state"> = { says: [], end: null, tagId: null, hearer: null };

export const silent = (state: BotState): Turn => ({ ...NOTHING, state });

/** The partner that has the conversation hears what was written. */
export const heardBy = (state: BotState, hearer: PartnerRef): Turn => ({ ...NOTHING, state, hearer });

/** Says something and waits for the customer's answer. */
export const asks = (state: BotState, says: readonly Say[]): Turn => ({ ...NOTHING, state, says });

export const ends = (
  state: BotState,
  says: readonly Say[],
  end: Pick<End, "kind"> & Partial<End>,
  tagId: number | null = null,
): Turn => ({ state, says, end: { queueId: state.queueId, userId: null, ...end }, tagId, hearer: null });

/** As something to say; blank and without file it is nothing. */
export const said = (text: string, mediaId: number | null = null): readonly Say[] =>
  text.trim() === "" && mediaId === null ? [] : [{ text: text.trim() === "" ? "" : text, mediaId }];

/** A menu as something to say. */
export const asked = (menu: Menu, mediaId: number | null = null): readonly Say[] => [
  { text: textOfMenu(menu), mediaId, menu },
];
