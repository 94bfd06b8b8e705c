import { spokenMp3 } from "#simulator/openai/server.ts";

/** Simulates the used part of Azure's speech service: SSML in, MP3 out. */
export interface AzureSpeechSimulator {
  /** Value for `AZURE_SPEECH_URL`: here the region is part of the path. */
  readonly url: string;
  readonly spoken: readonly { readonly region: string; readonly voice: string; readonly text: string }[];
  /** Status with which every call is rejected; 0 = none. */
  broken: number;
  stop(): Promise<void>;
}

/** The key that the simulator accepts. */
export const AZURE_KEY = "azure-speech-test-key";

export function startAzureSpeech(): AzureSpeechSimulator {
  const spoken: { region: string; voice: string; text: string }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const [, region = "", ...rest] = new URL(request.url).pathname.split("/");
      if (simulator.broken > 0) return new Response(null, { status: simulator.broken });
      if (request.headers.get("ocp-apim-subscription-key") !== AZURE_KEY)
        return new Response(null, { status: 401 });
      const body = await request.text();
      const said =
        /^<speak version="1.0" xml:lang="[\w-]+"><voice name="([\w-]+)">([^<]*)<\/voice><\/speak>$/.exec(
          body,
        );
      const isMp3 = /mp3$/.test(request.headers.get("x-microsoft-outputformat") ?? "");
      if (rest.join("/") !== "cognitiveservices/v1" || !said || !isMp3)
        return new Response(null, { status: 400 });
      spoken.push({ region, voice: said[1] ?? "", text: said[2] ?? "" });
      return new Response(spokenMp3(), { headers: { "content-type": "audio/mpeg" } });
    },
  });
  const simulator: AzureSpeechSimulator = {
    url: `http://127.0.0.1:${server.port}/{region}`,
    spoken,
    broken: 0,
    stop: () => server.stop(true),
  };
  return simulator;
}
