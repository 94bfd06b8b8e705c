import { useSignals } from "@preact/signals-react/runtime";
import Volume2 from "lucide-react/icons/volume-2";
import VolumeX from "lucide-react/icons/volume-x";
import { shell } from "#web/app/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { playNotification, setVolume, VOLUME_STEP, volume } from "#web/lib/page/sound.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";

/** Button with a slider for the volume. */
export function VolumeControl() {
  useSignals();
  const t = useText(shell);
  return (
    <Popover
      label={t("top.volume")}
      trigger={
        <IconButton label={t("top.volume")}>{volume.value > 0 ? <Volume2 /> : <VolumeX />}</IconButton>
      }
    >
      <VolumeSlider />
    </Popover>
  );
}

/** 0 to 1 in steps of 0.1; after a change the sound is played at the new volume. */
function VolumeSlider() {
  useSignals();
  const t = useText(shell);
  const percent = `${Math.round(volume.value * 100)}%`;
  return (
    <div className="volume">
      {volume.value > 0 ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
      <input
        type="range"
        min={0}
        max={1}
        step={VOLUME_STEP}
        value={volume.value}
        aria-label={t("top.volumeOf")}
        aria-valuetext={volume.value > 0 ? percent : t("top.mute")}
        onChange={(event) => setVolume(event.target.valueAsNumber)}
        onPointerUp={() => void playNotification()}
        onKeyUp={() => void playNotification()}
      />
      <output>{percent}</output>
    </div>
  );
}
