import type { DocumentName } from "./documents.ts";
import type { PictureName } from "./pictures.ts";
import type { VoiceSeconds } from "./voice-note.ts";

/** Several ways to say one thing; a person picks one. */
export type Words = string | readonly string[];

/** One step of a conversation. Missing values depend on the person's temperament. */
export type Step =
  | { readonly say: Words }
  /** Says something as an answer to the shop's last message. */
  | { readonly quote: Words }
  | { readonly photo: PictureName; readonly caption?: string }
  | { readonly voice: VoiceSeconds }
  | { readonly document: DocumentName; readonly caption?: string }
  | { readonly sticker: PictureName }
  | { readonly place: { readonly latitude: number; readonly longitude: number; readonly name: string } }
  | { readonly card: { readonly name: string; readonly number: string } }
  /** Waits until the shop answers; sends reminders meanwhile. */
  | { readonly wait: "answer" }
  /** Does nothing for so many seconds. */
  | { readonly pause: number }
  /** Reacts to the shop's last message. */
  | { readonly react: string }
  /** Corrects the own last text. */
  | { readonly fix: string }
  /** Deletes the person's own last message for everyone. */
  | { readonly takeBack: true }
  /** Rings for so many seconds and hangs up. */
  | { readonly call: number };

/** A conversation with a shop from the first message to the last. */
export interface Script {
  readonly title: string;
  readonly steps: readonly Step[];
  /** Reminders sent one after the other when the shop does not answer. */
  readonly impatience: readonly string[];
  /** Keywords of the menu lines this person chooses; any line when none matches. */
  readonly wishes?: readonly string[];
}
