import * as v from "valibot";
import { NEURAL_VOICES, TEXT_VOICE } from "#automation/prompts/contract.ts";
import type { PromptRow } from "#automation/prompts/schema.ts";
import type { Installation } from "#tenants/installation.ts";
import { ModelFailed } from "./failure.ts";
import { callModel, type ModelServer, post, serverOf } from "./server.ts";

/** Characters; longer answers are sent as text (docs/rules/prompts.md#audio-and-files). */
const MAX_SPOKEN = 1000;
/** Maximum size of a speech file; 1,000 characters are about 90 seconds of speech. */
const LIMIT_BYTES = 5_000_000;
const SERVER_MODEL = "tts-1";
const ON_SERVER = "servidor:";

/** Whether this answer of the prompt is sent as a voice message. */
export const isSpoken = ({ voice }: Pick<PromptRow, "voice">, text: string): boolean =>
  voice !== TEXT_VOICE && text.length <= MAX_SPOKEN;

/** The answer as MP3, in the voice of the prompt. Throws ModelFailed. */
export async function speak(
  installation: Installation,
  prompt: PromptRow,
  text: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes } = prompt.voice.startsWith(ON_SERVER)
    ? await onServer(installation, prompt, text)
    : await onAzure(installation, prompt, text);
  if (!looksLikeMp3(bytes)) throw new ModelFailed("garbage", "no MP3");
  return bytes;
}

const onServer = (installation: Installation, prompt: PromptRow, input: string) =>
  callModel(installation, serverOf(installation, prompt), "/audio/speech", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      model: SERVER_MODEL,
      voice: prompt.voice.slice(ON_SERVER.length),
      input,
      response_format: "mp3",
    }),
    limitBytes: LIMIT_BYTES,
  });

/** Azure Speech. The region has only letters and digits, so the host is always one of Azure's. */
function onAzure(installation: Installation, { voice, voiceKey, voiceRegion }: PromptRow, text: string) {
  if (!(NEURAL_VOICES as readonly string[]).includes(voice) || voiceKey === "" || voiceRegion === "")
    throw new ModelFailed("key_refused", "voice not set up");
  return post(installation, {
    url: `${installation.config.azureSpeechUrl.replace("{region}", voiceRegion)}/cognitiveservices/v1`,
    headers: {
      "ocp-apim-subscription-key": installation.secrets.decrypt(voiceKey),
      "content-type": "application/ssml+xml",
      "x-microsoft-outputformat": "audio-24khz-48kbitrate-mono-mp3",
    },
    body: `<speak version="1.0" xml:lang="pt-BR"><voice name="${voice}">${escaped(text)}</voice></speak>`,
    limitBytes: LIMIT_BYTES,
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? "");

/** Whether the bytes begin with a frame of MPEG audio or an ID3 tag. */
const looksLikeMp3 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0) ||
  (bytes[0] === 0x49 && bytes[1] === 0x44 && bytes[2] === 0x33);

/** Largest file that public transcription servers accept. */
export const MAX_AUDIO_BYTES = 25_000_000;
const MAX_TEXT = 10_000;
const Transcription = v.object({ text: v.string() });

interface Recording {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name: string;
  readonly mimeType: string;
}

/** Transcribes a recording. Throws ModelFailed; with `garbage` also when the recording has no speech. */
export async function transcribe(
  installation: Installation,
  server: ModelServer,
  model: string,
  recording: Recording,
): Promise<string> {
  const form = new FormData();
  form.set("model", model);
  form.set("file", new File([recording.bytes], recording.name, { type: recording.mimeType }));
  const { text } = await callModel(installation, server, "/audio/transcriptions", { body: form });
  let said: string;
  try {
    said = v.parse(Transcription, JSON.parse(text)).text.trim();
  } catch {
    throw new ModelFailed("garbage", "no transcript");
  }
  if (said === "") throw new ModelFailed("garbage", "silence");
  return said.slice(0, MAX_TEXT);
}
