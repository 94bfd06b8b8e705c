import { signal } from "@preact/signals-react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { language } from "#web/i18n/language.ts";
import { session } from "#web/lib/session/session.ts";

/** How messages of customers are translated for this reader: from the menu, by themselves, or not. Reads signals. */
export function translationMode(): "demand" | "auto" | null {
  const mode = session.hasPlan("useOpenAi") ? session.setting("translateIncoming") : "off";
  return mode === "demand" || mode === "auto" ? mode : null;
}

/** Messages whose translation the reader asked for in the menu and that did not arrive yet. */
export const asked = signal<ReadonlySet<number>>(new Set());

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

/** The stored translation into the language of the page. Reads a signal. */
export const storedTranslation = ({ translations }: MessageAnswer): string | undefined =>
  translations?.find((one) => one.language === language.value)?.body;

/** Whether the menu offers "Traduzir". */
export const offersTranslation = (message: MessageAnswer): boolean =>
  translationMode() !== null && wordsToTranslate(message) !== "" && storedTranslation(message) === undefined;

export function askTranslation(id: number): void {
  asked.value = new Set([...asked.peek(), id]);
}

export function endAsking(id: number): void {
  asked.value = new Set([...asked.peek()].filter((other) => other !== id));
}
