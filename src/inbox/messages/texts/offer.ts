import { CHOICE_LIMITS, type Choice } from "#channels/connections/index.ts";
import type { MediaDriver } from "#channels/media/index.ts";
import type { Content } from "#inbox/messages/outbox/payload.ts";

/**
 * A menu with its variables filled in: `whole` is the complete menu as text, `words` only the text above the options.
 */
export interface Offer {
  readonly whole: string;
  readonly words: string;
  readonly options: readonly { readonly id: string; readonly title: string }[];
  readonly style: "list" | "button";
}

/** Default for an empty text above the options, which networks require. */
const NO_WORDS = "Escolha uma opção:";

/**
 * Converts a menu to the choices of a channel (docs/rules/queue-menu.md#menu); undefined where it is sent as text: on
 * the unofficial WhatsApp, and where the network's limits are exceeded. Pure.
 */
export function choicesFor(driver: MediaDriver, offer: Offer): Content | undefined {
  if (offer.options.length === 0 || offer.options.some(({ title }) => title.trim() === "")) return undefined;
  switch (driver) {
    case "whatsapp":
      return undefined;
    case "cloud":
      return onCloud(offer);
    case "facebook":
    case "instagram":
      return onPage(offer);
  }
}

function onCloud({ words, options, style }: Offer): Content | undefined {
  const { buttons, buttonTitle, rows, rowTitle, rowDescription, ...limit } = CHOICE_LIMITS.cloud;
  const text = words.trim() === "" ? NO_WORDS : words;
  if (lengthOf(text) > limit.text || options.length > rows) return undefined;
  const titles = new Set(options.map(({ title }) => title));
  const fit = options.every(({ title }) => lengthOf(title) <= buttonTitle) && titles.size === options.length;
  if (style === "button" && options.length <= buttons && fit)
    return { type: "choices", text, style, options };
  const listed = options.map(
    ({ id, title }): Choice =>
      lengthOf(title) <= rowTitle
        ? { id, title }
        : { id, title: cut(title, rowTitle), description: cut(title, rowDescription) },
  );
  return { type: "choices", text, style: "list", options: listed };
}

/** The text lists all options for people who type; the buttons below it disappear with the next message. */
function onPage({ whole, options }: Offer): Content | undefined {
  const { replies, title: longest } = CHOICE_LIMITS.page;
  if (options.length > replies) return undefined;
  const pressed = options.map(({ id, title }) => ({ id, title: cut(title, longest) }));
  return { type: "choices", text: whole, style: "button", options: pressed };
}

/** Networks count UTF-16 units. The cut never splits an emoji. */
const lengthOf = (text: string): number => text.length;
function cut(text: string, longest: number): string {
  if (lengthOf(text) <= longest) return text;
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (lengthOf(kept) + lengthOf(segment) > longest - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
