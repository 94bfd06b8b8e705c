import { useSignals } from "@preact/signals-react/runtime";
import Mic from "lucide-react/icons/mic";
import Pause from "lucide-react/icons/pause";
import SendHorizontal from "lucide-react/icons/send-horizontal";
import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useRef, useState } from "react";
import type { TextKey } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDuration } from "#web/lib/format/dates.ts";
import { useBackCloses } from "#web/lib/page/use-back-closes.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type RecorderTexts, recorderTexts } from "./locales/index.ts";
import { openMicrophone } from "./microphone.ts";
import { startMp3Encoder } from "./mp3-encoder.ts";
import { METER_BARS, Recorder } from "./recorder-model.ts";
import "./voice-recorder.css";

export interface VoiceRecorderProps {
  readonly onSend: (file: File) => void;
  readonly onClose: () => void;
}

const FAILURES: Readonly<Record<string, TextKey<RecorderTexts>>> = {
  ERR_MICROPHONE_DENIED: "denied",
  ERR_NO_MICROPHONE: "missing",
};

/** Records a voice message in place of the text: level, time, pause, discard, send. */
export function VoiceRecorder({ onSend, onClose }: VoiceRecorderProps) {
  useSignals();
  const t = useText(recorderTexts);
  const [recorder] = useState(
    () => new Recorder({ openMicrophone, startEncoder: startMp3Encoder, now: Date.now }),
  );
  const box = useRef<HTMLElement>(null);
  const fail = (error: unknown) => {
    toast.error(t(FAILURES[error instanceof Error ? error.message : ""] ?? "failed"));
    onClose();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: one recording per mount
  useEffect(() => {
    recorder.start().catch(fail);
    box.current?.focus();
    return () => recorder.discard();
  }, [recorder]);

  const send = async () => {
    try {
      const outcome = await recorder.finish();
      if (outcome.kind === "too_short") toast.info(t("tooShort"));
      if (outcome.kind === "file") onSend(outcome.file);
      onClose();
    } catch (error) {
      fail(error);
    }
  };
  const state = recorder.state.value;
  // The first Back pauses instead of leaving: the recording would be lost with the page.
  useBackCloses(() => (recorder.state.peek() === "recording" ? recorder.pause() : onClose()));
  return (
    <section
      ref={box}
      className="recorder"
      aria-label={t("region")}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <IconButton label={t("discard")} variant="danger" placement="top" onPress={onClose}>
        <Trash2 />
      </IconButton>
      <span
        className={state === "recording" ? "recorder-dot recorder-dot-on" : "recorder-dot"}
        aria-hidden="true"
      />
      <time className="recorder-time" title={t("time")}>
        {formatDuration(recorder.seconds.value)}
      </time>
      {state === "starting" ? (
        <span className="recorder-starting">{t("starting")}</span>
      ) : (
        <Meter recorder={recorder} label={t("level")} />
      )}
      {state === "paused" ? (
        <IconButton label={t("resume")} placement="top" onPress={() => recorder.resume()}>
          <Mic />
        </IconButton>
      ) : (
        <IconButton
          label={t("pause")}
          placement="top"
          isDisabled={state !== "recording"}
          onPress={() => recorder.pause()}
        >
          <Pause />
        </IconButton>
      )}
      <button
        type="button"
        className="composer-send"
        aria-label={t("send")}
        title={t("send")}
        disabled={state !== "recording" && state !== "paused"}
        onClick={() => void send()}
      >
        <SendHorizontal aria-hidden="true" />
      </button>
    </section>
  );
}

function Meter({ recorder, label }: { readonly recorder: Recorder; readonly label: string }) {
  useSignals();
  const levels = recorder.levels.value;
  const first = METER_BARS - levels.length;
  const path = levels
    .map((level, at) => {
      const half = Math.max(0.8, level * 11);
      const x = ((first + at + 0.5) * 100) / METER_BARS;
      return `M${x.toFixed(2)} ${(12 - half).toFixed(2)}V${(12 + half).toFixed(2)}`;
    })
    .join("");
  return (
    <svg
      className="recorder-meter"
      viewBox="0 0 100 24"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
}
