import fiveSeconds from "#simulator/people/voices/voice-5.ogg" with { type: "file" };
import sixSeconds from "#simulator/people/voices/voice-6.ogg" with { type: "file" };
import eightSeconds from "#simulator/people/voices/voice-8.ogg" with { type: "file" };
import nineSeconds from "#simulator/people/voices/voice-9.ogg" with { type: "file" };

const FILES = { 5: fiveSeconds, 6: sixSeconds, 8: eightSeconds, 9: nineSeconds };
export type VoiceSeconds = keyof typeof FILES;

/** A recorded voice note of this many seconds: real OGG/Opus (mono, 16 kHz), as phones send it. */
export function voiceNote(seconds: VoiceSeconds): Promise<Uint8Array> {
  return Bun.file(FILES[seconds]).bytes();
}
