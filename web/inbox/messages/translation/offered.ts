import { signal } from "@preact/signals-react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { language } from "#web/i18n/language.ts";
import { session } from "#web/lib/session/session.ts";

/** How messages of customers are translated for this reader: from the menu, automatically, or not. Reads signals. */
export function translationMode(): "demand" | "auto" | null {
  const mode = session.hasPlan("useOpenAi") ? session.setting("translateIncoming") : "off";
  return mode === "demand" || mode === "auto" ? mode : null;
}

/** Messages whose translation the reader asked for in the menu and that did not arrive yet. */
export const asked = signal<ReadonlySet<number>>(new Set());

interface Answer {
  /** The text that was translated; a changed text has no translation yet. */
  readonly words: string;
  readonly language: string;
  readonly text: string;
}
/** Answers by message: an answer arrives before the event with the same translation, which may be missed. */
const answers = signal<ReadonlyMap<number, Answer>>(new Map());

/** Stores the server's translation of a message, which the page shows below the message. */
export function keepAnswer(id: number, answer: Answer): void {
  answers.value = new Map([...answers.peek(), [id, answer]]);
}

/** The words of a customer's message: its text or caption, else the transcript; "" = nothing to translate. */
export function wordsToTranslate({
  id,
  fromMe,
  isDeleted,
  mediaType,
  body,
  transcript,
}: MessageAnswer): string {
  const isWordless = mediaType === "locationMessage" || mediaType === "vcard" || mediaType === "call_log";
  return id <= 0 || fromMe || isDeleted || isWordless ? "" : body.trim() || (transcript ?? "").trim();
}

/** The translation of a message into the language of the page. Reads signals. */
export function translationFor(message: MessageAnswer): string | undefined {
  const stored = message.translations?.find((one) => one.language === language.value);
  if (stored) return stored.body;
  const answer = answers.value.get(message.id);
  const isCurrent = answer?.language === language.value && answer.words === wordsToTranslate(message);
  return isCurrent ? answer.text : undefined;
}

/** Whether the menu offers "Traduzir". */
export const offersTranslation = (message: MessageAnswer): boolean =>
  translationMode() !== null && wordsToTranslate(message) !== "" && translationFor(message) === undefined;

export function askTranslation(id: number): void {
  asked.value = new Set([...asked.peek(), id]);
}

export function endAsking(id: number): void {
  asked.value = new Set([...asked.peek()].filter((other) => other !== id));
}
