import { useSignals } from "@preact/signals-react/runtime";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { type CSSProperties, useRef, useState } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { formatDuration } from "#web/lib/format/dates.ts";
import { nextSpeed, speed, startPlaying } from "./audio-model.ts";
import { MediaMissing } from "./media-missing.tsx";
import { mediaSource } from "./media-source.ts";
import { BARS, parseWaveform } from "./waveform.ts";
import "./media-audio.css";

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
  const source = mediaSource(message.mediaUrl);
  if (!source) return <MediaMissing message={message} />;

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
