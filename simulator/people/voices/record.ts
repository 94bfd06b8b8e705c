import { encodeVoice, VOICE_RATE } from "#channels/media/voice/encode.ts";
import { type Random, seededRandom } from "#simulator/people/random.ts";

/** Formant frequencies of a, e, i, o, u, Hz. */
const VOWELS = [
  [800, 1150],
  [400, 1600],
  [350, 1700],
  [450, 800],
  [325, 700],
] as const;
const SYLLABLE_SECONDS = 0.18;
const LOUDNESS = 0.3;

/** Synthesizes speech-like sound: syllables of random vowels with changing pitch. Mono, 16 kHz. */
function murmur(seconds: number, random: Random): Float32Array {
  const samples = new Float32Array(Math.round(seconds * VOICE_RATE));
  const perSyllable = Math.round(SYLLABLE_SECONDS * VOICE_RATE);
  const base = random.between(110, 210);
  let phase = 0;
  for (let start = 0; start < samples.length; start += perSyllable) {
    const [first, second] = random.pick(VOWELS);
    const isPause = random.chance(0.2);
    const pitch = base * random.between(0.85, 1.25);
    for (let index = start; index < Math.min(start + perSyllable, samples.length); index++) {
      const time = index / VOICE_RATE;
      phase = (phase + pitch / VOICE_RATE) % 1;
      const envelope = isPause ? 0 : Math.sin((Math.PI * (index - start)) / perSyllable);
      const formants = Math.sin(2 * Math.PI * first * time) + 0.5 * Math.sin(2 * Math.PI * second * time);
      samples[index] = LOUDNESS * envelope * (1 - phase) * formants;
    }
  }
  return samples;
}

/** Regenerates the voice notes beside this file: `bun simulator/people/voices/record.ts`. */
for (const seconds of [5, 6, 8, 9]) {
  async function* recording(): AsyncGenerator<Float32Array> {
    yield murmur(seconds, seededRandom(`voice ${seconds}`));
  }
  const { ogg } = await encodeVoice(recording());
  await Bun.write(`${import.meta.dir}/voice-${seconds}.ogg`, ogg);
}
