import type { DocumentName } from "./documents.ts";
import type { PictureName } from "./pictures.ts";
import type { VoiceSeconds } from "./voice-note.ts";

/** Several ways to say one thing; a person picks one. */
export type Words = string | readonly string[];

/** One thing somebody does in a conversation. Whatever is not said is left to temperament. */
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
  /** Waits until the shop says something; gets impatient in between. */
  | { readonly wait: "answer" }
  /** Does nothing for so many seconds. */
  | { readonly pause: number }
  /** Reacts to the shop's last message. */
  | { readonly react: string }
  /** Corrects the own last text. */
  | { readonly fix: string }
  /** Deletes the own last message for everybody. */
  | { readonly takeBack: true }
  /** Rings for so many seconds and hangs up. */
  | { readonly call: number };

/** What somebody wants from a shop, from the first word to the last. */
export interface Script {
  readonly title: string;
  readonly steps: readonly Step[];
  /** Said when nobody answers, one after the other. */
  readonly impatience: readonly string[];
  /** Words of the lines this person takes from menus, whichever comes; any line when none is there. */
  readonly wishes?: readonly string[];
}
