import { CHOICE_LIMITS, type Choice } from "#channels/connections/index.ts";
import type { MediaDriver } from "#channels/media/index.ts";
import type { Content } from "#inbox/messages/outbox/payload.ts";

/** A menu, filled in: `whole` is all of it as text, `words` what stands above its options. */
export interface Offer {
  readonly whole: string;
  readonly words: string;
  readonly options: readonly { readonly id: string; readonly title: string }[];
  readonly style: "list" | "button";
}

/** Networks want words above what can be pressed. */
const NO_WORDS = "Escolha uma opção:";

/**
 * How a menu goes out on a channel (docs/rules/queue-menu.md#menu); undefined where it goes as text: on the unofficial
 * WhatsApp, and where the network does not take so much. Pure.
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

/** The text says everything, for whoever types; what can be pressed stands below it and goes with the next message. */
function onPage({ whole, options }: Offer): Content | undefined {
  const { replies, title: longest } = CHOICE_LIMITS.page;
  if (options.length > replies) return undefined;
  const pressed = options.map(({ id, title }) => ({ id, title: cut(title, longest) }));
  return { type: "choices", text: whole, style: "button", options: pressed };
}

/** Networks count as programs do; half an emoji is never left over. */
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
