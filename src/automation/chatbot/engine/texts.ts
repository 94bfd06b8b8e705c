import { tapId } from "./choice.ts";
import type { BotNode, BotQueue, World } from "./context.ts";

const TO_MENU = "Voltar ao menu";
const MAIN_MENU = "Menu inicial";
const BACK = "Voltar";

/** An option of a menu: typed by its key, or pressed by its id. */
export interface Option {
  readonly key: string;
  readonly title: string;
  readonly id: string;
}
/** A question of the bot and its options. */
export interface Menu {
  readonly words: string;
  readonly options: readonly Option[];
}

/** Joins paragraphs with a blank line; blank ones are omitted. */
const paragraphs = (...parts: readonly string[]): string =>
  parts.filter((part) => part.trim() !== "").join("\n\n");

/**
 * A menu as text: its introduction and a line per option (docs/rules/queue-menu.md#menu,
 * docs/rules/queue-menu.md#options).
 */
export const textOfMenu = ({ words, options }: Menu): string =>
  paragraphs(words, options.map(({ key, title }) => `*${key}* - ${title}`).join("\n"));

/** The menu with a notice before its introduction. */
export const withNotice = (notice: string, menu: Menu): Menu => ({
  ...menu,
  words: paragraphs(notice, menu.words),
});

const toStart = (title: string): Option => ({ key: "#", title, id: tapId.start });

/** The menu of a connection: its greeting and its queues. */
export const queueMenu = ({ greeting, queues }: Pick<World, "greeting" | "queues">): Menu => ({
  words: greeting,
  options: queues.map(({ id, name }, index) => ({
    key: String(index + 1),
    title: name,
    id: tapId.queue(id, index + 1),
  })),
});

/** A text with the option to return to the queue menu. */
export const backToMenu = (words: string): Menu => ({ words, options: [toStart(TO_MENU)] });

const optionsOf = (children: readonly BotNode[]): readonly Option[] =>
  children.map(({ id, option, title }) => ({ key: option, title, id: tapId.option(id, option) }));

/** The first menu of a queue: its greeting and root options. */
export const rootMenu = (queue: BotQueue, children: readonly BotNode[]): Menu => ({
  words: queue.greeting,
  options: [...optionsOf(children), toStart(MAIN_MENU)],
});

export const nodeMenu = (node: BotNode, children: readonly BotNode[]): Menu => ({
  words: node.message,
  options: [...optionsOf(children), { key: "0", title: BACK, id: tapId.back(node.id) }, toStart(MAIN_MENU)],
});
