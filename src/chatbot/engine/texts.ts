import type { BotNode, BotQueue, World } from "./world.ts";

export const BACK_TO_MENU = "*#* - Voltar ao menu";
const MAIN_MENU = "*#* - Menu inicial";
const BACK = "*0* - Voltar";

/** Parts with a blank line between them; blank ones are left out. */
export const paragraphs = (...parts: readonly string[]): string =>
  parts.filter((part) => part.trim() !== "").join("\n\n");

/** Greeting of the connection, and a line per queue (behaviour 8.2). */
export const menuText = ({ greeting, queues }: Pick<World, "greeting" | "queues">): string =>
  paragraphs(greeting, queues.map(({ name }, index) => `*${index + 1}* - ${name}`).join("\n"));

const linesOf = (children: readonly BotNode[]): readonly string[] =>
  children.map(({ option, title }) => `*${option}* - ${title}`);

/** Greeting of the queue, and a line per root option (behaviour 9). */
export const rootText = (queue: BotQueue, children: readonly BotNode[]): string =>
  paragraphs(queue.greeting, [...linesOf(children), MAIN_MENU].join("\n"));

export const nodeText = (node: BotNode, children: readonly BotNode[]): string =>
  paragraphs(node.message, [...linesOf(children), BACK, MAIN_MENU].join("\n"));
