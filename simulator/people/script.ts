import fiveSeconds from "#simulator/people/voices/voice-5.ogg" with { type: "file" };
import sixSeconds from "#simulator/people/voices/voice-6.ogg" with { type: "file" };
import eightSeconds from "#simulator/people/voices/voice-8.ogg" with { type: "file" };
import nineSeconds from "#simulator/people/voices/voice-9.ogg" with { type: "file" };
import type { DocumentName } from "./documents.ts";
import type { PictureName } from "./pictures.ts";

const FILES = { 5: fiveSeconds, 6: sixSeconds, 8: eightSeconds, 9: nineSeconds };
type VoiceSeconds = keyof typeof FILES;

/** A recorded voice note of this many seconds: real OGG/Opus (mono, 16 kHz), as phones send it. */
export function voiceNote(seconds: VoiceSeconds): Promise<Uint8Array> {
  return Bun.file(FILES[seconds]).bytes();
}

/** Alternative texts; a person chooses one. */
export type Words = string | readonly string[];

/** One step of a conversation. Missing values depend on the person's temperament. */
export type Step =
  | { readonly say: Words }
  /** Quotes the shop's last message with a text. */
  | { readonly quote: Words }
  | { readonly photo: PictureName; readonly caption?: string }
  | { readonly voice: VoiceSeconds }
  | { readonly document: DocumentName; readonly caption?: string }
  | { readonly sticker: PictureName }
  | { readonly place: { readonly latitude: number; readonly longitude: number; readonly name: string } }
  | { readonly card: { readonly name: string; readonly number: string } }
  /** Waits until the shop answers; sends reminders meanwhile. */
  | { readonly wait: "answer" }
  /** Does nothing for this many seconds. */
  | { readonly pause: number }
  /** Reacts to the shop's last message. */
  | { readonly react: string }
  /** Edits the person's own last text. */
  | { readonly fix: string }
  /** Deletes the person's own last message for everyone. */
  | { readonly takeBack: true }
  /** Calls for this many seconds, then hangs up. */
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
