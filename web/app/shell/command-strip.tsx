import { useSignals } from "@preact/signals-react/runtime";
import { type CSSProperties, useId, useLayoutEffect, useRef, useState } from "react";
import { shell } from "#web/app/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { activeComposer } from "#web/lib/keyboard/active-composer.ts";
import { endCommandMode } from "#web/lib/keyboard/command-mode.ts";
import { type Hotkey, hotkeyGroups, keyNames, runCommand } from "#web/lib/keyboard/hotkeys.ts";
import "./command-strip.css";

/** The commands that the next key can run; shown above the composer in command mode. */
export function CommandStrip() {
  useSignals();
  const t = useText(shell);
  const strip = useRef<HTMLDivElement>(null);
  const hintId = useId();
  // Read before the strip gets the focus: some commands act on the focused row.
  const [offered] = useState(commands);
  // Screen readers announce the focused strip; command mode restores the focus when it ends.
  useLayoutEffect(() => strip.current?.focus(), []);
  return (
    <div
      ref={strip}
      className="command-strip"
      style={placeAbove(activeComposer.peek()?.element() ?? null)}
      role="toolbar"
      tabIndex={-1}
      aria-label={t("keys.commands")}
      aria-describedby={hintId}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) endCommandMode({ givesFocusBack: false });
      }}
    >
      <strong aria-hidden="true">{t("keys.commands")}</strong>
      {offered.map((hotkey) => (
        <button key={hotkey.keys} type="button" tabIndex={-1} onClick={() => runCommand(hotkey)}>
          <kbd>{keyNames(hotkey.keys).join("+")}</kbd> {hotkey.describe()}
        </button>
      ))}
      <span>
        <kbd>g</kbd> … {t("keys.pages")}
      </span>
      <small id={hintId}>{t("keys.commandHint")}</small>
    </div>
  );
}

/** Single keys that have an effect now; of two with the same letter the one registered last. */
function commands(): readonly Hotkey[] {
  const offered = hotkeyGroups.value
    .flatMap(({ keys }) => keys)
    .filter(({ keys, acts, applies }) => [...keys].length === 1 && acts !== "chord" && (applies?.() ?? true));
  return [...new Map(offered.map((hotkey) => [hotkey.keys, hotkey])).values()];
}

function placeAbove(composer: HTMLElement | null): CSSProperties {
  if (!composer) return { transform: "translateX(-50%)" };
  const { left, top, width } = composer.getBoundingClientRect();
  const place = {
    "--strip-start": `${left + 12}px`,
    "--strip-bottom": `${globalThis.innerHeight - top + 8}px`,
    "--strip-width": `${width - 24}px`,
  };
  return place as CSSProperties;
}
