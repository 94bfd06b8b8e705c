import type { ChatMessage } from "#simulator/phones/chat-message.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { document } from "./documents.ts";
import { photo, sticker } from "./pictures.ts";
import type { Random } from "./random.ts";
import { type Step, voiceNote, type Words } from "./script.ts";

/** Steps of a script that send something. */
export type Gesture = Exclude<Step, { wait: "answer" } | { pause: number } | { call: number }>;

function wording(words: Words, random: Random): string {
  return typeof words === "string" ? words : random.pick(words);
}

/** Context of a person for the next step. */
interface Situation {
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

const OPTION = /^\W*(\d)\W*\s*[-–.]\s*(\S.*)$/gmu;

export interface Choice {
  readonly number: number;
  readonly words: string;
}

/** The menu lines in a text (`*1* - Encomendas`), without the way back (`*0*`). */
export function offeredLines(text: string): Choice[] {
  return [...text.matchAll(OPTION)]
    .map(([, digit, words = ""]) => ({ number: Number(digit), words }))
    .filter(({ number }) => number > 0);
}

/** The numbers of the menu lines. */
export const offeredChoices = (text: string): number[] => offeredLines(text).map(({ number }) => number);

/** The menu line that matches the person's keywords; undefined when none matches. */
export const meant = (lines: readonly Choice[], wishes: readonly string[]): Choice | undefined =>
  lines.find(({ words }) => wishes.some((wish) => words.toLowerCase().includes(wish.toLowerCase())));

/** True for the request to rate an attendance from 1 to 3. */
export function asksForRating(text: string): boolean {
  return /satisfeito/i.test(text) && offeredChoices(text).length === 3;
}

/** A rating; most are good. */
export function ratingOf(random: Random): string {
  if (random.chance(0.65)) return "3";
  return random.chance(0.6) ? "2" : "1";
}

/** Short phrases that fit any shop. */
export const FAREWELLS = [
  "Obrigada! 🙏",
  "Valeu!",
  "Muito obrigado pelo atendimento 😊",
  "👍",
  "Ok, obrigada!",
];

/** Sent before giving up on a shop that does not answer. */
export const RESIGNATIONS = [
  "Tudo bem, deixa pra lá. Amanhã eu tento de novo.",
  "Vou aí pessoalmente então. Me esperem.",
  "Desisto por hoje. Foi bom conversar comigo mesmo.",
];
