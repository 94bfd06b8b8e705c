import type { ChatMessage } from "#simulator/phones/chat-message.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { document } from "./documents.ts";
import { photo, sticker } from "./pictures.ts";
import type { Random } from "./random.ts";
import type { Step, Words } from "./script.ts";
import { voiceNote } from "./voice-note.ts";

/** Steps of a script that send something. */
export type Gesture = Exclude<Step, { wait: "answer" } | { pause: number } | { call: number }>;

function wording(words: Words, random: Random): string {
  return typeof words === "string" ? words : random.pick(words);
}

/** Context of a person for the next step. */
export interface Situation {
  readonly lastOwn: ChatMessage | null;
  readonly lastHeard: ChatMessage | null;
  readonly random: Random;
}

/** Performs one step of a script on a handset; null when it has no target. */
export async function perform(
  phone: Phone,
  shop: Phone,
  step: Gesture,
  { lastOwn, lastHeard, random }: Situation,
): Promise<ChatMessage | null> {
  const { send } = phone;
  if ("say" in step) return send.text(shop, wording(step.say, random));
  if ("quote" in step) {
    return send.text(shop, wording(step.quote, random), lastHeard ? { quote: lastHeard } : {});
  }
  if ("photo" in step) return send.image(shop, await photo(step.photo), { caption: step.caption ?? "" });
  if ("voice" in step) {
    return send.voice(shop, await voiceNote(step.voice), { seconds: step.voice });
  }
  if ("document" in step) {
    const { bytes, fileName } = document(step.document);
    return send.document(shop, bytes, fileName, { caption: step.caption ?? "" });
  }
  if ("sticker" in step) return send.sticker(shop, await sticker(step.sticker));
  if ("place" in step) return send.location(shop, step.place);
  if ("card" in step) return send.vcard(shop, [step.card]);
  if ("react" in step) return lastHeard && send.react(shop, lastHeard, step.react);
  if ("fix" in step) return lastOwn && send.edit(shop, lastOwn, step.fix);
  return lastOwn && send.revoke(shop, lastOwn);
}

/** Time to type, record or choose this, ms. */
export function effort(step: Gesture): { ms: number; state: "composing" | "recording" } {
  if ("voice" in step) return { ms: step.voice * 1000, state: "recording" };
  const words = "say" in step ? step.say : "quote" in step ? step.quote : "fix" in step ? step.fix : "";
  const letters = typeof words === "string" ? words.length : (words[0]?.length ?? 0);
  return { ms: Math.min(1_200 + letters * 70, 8_000), state: "composing" };
}
