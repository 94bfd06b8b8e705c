import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { type CSSProperties, useRef, useState } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { formatDuration } from "#web/lib/format/dates.ts";
import { MediaMissing } from "./media-missing.tsx";
import { mediaSource } from "./media-source.ts";
import "./media-audio.css";

/** Bars drawn by the voice player. */
const BARS = 44;
/** Waveform shown when the message has none: equal bars. */
const FLAT = Array.from({ length: BARS }, () => 0.25);

/** Player of a voice message or audio file: play button, position and speed. */
export function MediaAudio({ message }: { readonly message: MessageAnswer }) {
  useSignals();
  const t = useText(messages);
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(message.duration ?? 0);
  const [broken, setBroken] = useState(false);
  const source = mediaSource(message.mediaUrl);
  if (!source || broken) return <MediaMissing message={message} onAgain={() => setBroken(false)} />;

  const rate = speed.value;
  if (audio.current && audio.current.playbackRate !== rate) audio.current.playbackRate = rate;
  const toggle = () => {
    const element = audio.current;
    if (!element) return;
    if (element.paused) startPlaying(element);
    else element.pause();
  };
  const seek = (seconds: number) => {
    if (audio.current) audio.current.currentTime = seconds;
    setAt(seconds);
  };
  return (
    <div className="voice">
      {/* biome-ignore lint/a11y/useMediaCaption: customers' voices come without captions */}
      <audio
        ref={audio}
        src={source}
        preload={message.duration === null ? "metadata" : "none"}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onError={() => setBroken(true)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onLoadedMetadata={(event) => {
          const { duration } = event.currentTarget;
          if (Number.isFinite(duration)) setLength(duration);
        }}
      />
      <button
        type="button"
        className="voice-play"
        aria-label={t(isPlaying ? "media.pause" : "media.play")}
        onClick={toggle}
      >
        {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      </button>
      <div className="voice-track">
        <Wave bars={parseWaveform(message.waveform) ?? FLAT} share={length > 0 ? at / length : 0} />
        <input
          type="range"
          className="voice-place"
          aria-label={t("media.position")}
          aria-valuetext={formatDuration(at)}
          min={0}
          max={Math.max(length, 0.1)}
          step={0.1}
          value={Math.min(at, length)}
          onChange={(event) => seek(Number(event.target.value))}
        />
      </div>
      <small className="voice-time">{formatDuration(isPlaying || at > 0 ? at : length)}</small>
      <button
        type="button"
        className="voice-speed"
        aria-label={t("media.speed", { speed: rate })}
        onClick={nextSpeed}
      >
        {rate}×
      </button>
    </div>
  );
}

function Wave({ bars, share }: { readonly bars: readonly number[]; readonly share: number }) {
  const step = 100 / bars.length;
  const path = bars
    .map((height, at) => {
      const half = Math.max(1.2, height * 12);
      const x = (at + 0.5) * step;
      return `M${x.toFixed(2)} ${(13 - half).toFixed(2)}V${(13 + half).toFixed(2)}`;
    })
    .join("");
  const played = { "--played": `${Math.round(share * 1000) / 10}%` } as CSSProperties;
  return (
    <svg
      className="voice-wave"
      viewBox="0 0 100 26"
      preserveAspectRatio="none"
      aria-hidden="true"
      style={played}
    >
      <path d={path} className="voice-wave-rest" />
      <path d={path} className="voice-wave-played" />
    </svg>
  );
}

/** Speeds of the voice player, in turn. */
const SPEEDS = [1, 1.5, 2] as const;
/** The chosen speed applies to the next message too. */
const speed = signal<(typeof SPEEDS)[number]>(1);

function nextSpeed(): void {
  speed.value = SPEEDS[(SPEEDS.indexOf(speed.peek()) + 1) % SPEEDS.length] ?? 1;
}

let playing: HTMLAudioElement | null = null;

/** Only one voice message plays at a time: starting one pauses the other. */
function startPlaying(audio: HTMLAudioElement): void {
  if (playing !== audio) playing?.pause();
  playing = audio;
  audio.playbackRate = speed.peek();
  void audio.play().catch(() => undefined);
}

/** Heights 0 to 1 from the 64 bytes (0 to 100) WhatsApp sends as base64; null when there is none to draw. */
export function parseWaveform(base64: string | null, bars = BARS): number[] | null {
  if (!base64) return null;
  const bytes = decode(base64);
  if (bytes.length === 0) return null;
  return resample(
    Array.from(bytes, (byte) => Math.min(byte, 100) / 100),
    bars,
  );
}

/** The loudest value of each of `bars` equal sections. */
export function resample(values: readonly number[], bars: number): number[] {
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * values.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * values.length) / bars));
    return values.slice(from, to).reduce((loudest, value) => Math.max(loudest, value), 0);
  });
}

function decode(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
