import { useSignals } from "@preact/signals-react/runtime";
import Forward from "lucide-react/icons/forward";
import { useEffect } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { useHotkeys } from "#web/lib/keyboard/use-hotkeys.ts";
import { Button } from "#web/ui/button/button.tsx";
import { forwardTexts } from "./locales/index.ts";
import { selection } from "./selection.ts";

const end = () => {
  selection.value = null;
};

export interface SelectionBarProps {
  /** The loaded messages of the conversation, oldest first. */
  readonly messages: readonly MessageAnswer[];
  readonly onForward: (messages: readonly MessageAnswer[]) => void;
}

/** Above the composer while messages are selected: forwards them, in the order of the conversation. Esc ends it. */
export function SelectionBar({ messages, onForward }: SelectionBarProps) {
  useSignals();
  const t = useText(forwardTexts);
  const c = useText(common);
  // The selection ends when another conversation is shown.
  useEffect(() => end, []);
  useHotkeys({
    id: "selection",
    title: () => t("title", { count: 2 }),
    keys: [{ keys: "Escape", acts: "chord", describe: () => c("action.cancel"), run: end }],
  });
  const chosen = messages.filter(({ id }) => selection.value?.ids.has(id));
  return (
    <div
      className="picked-bar"
      data-bottom-bar
      role="toolbar"
      aria-label={t("title", { count: chosen.length })}
    >
      <span role="status">{t("selected", { count: chosen.length })}</span>
      <Button size="s" variant="ghost" onPress={end}>
        {c("action.cancel")}
      </Button>
      <Button
        size="s"
        variant="primary"
        icon={<Forward aria-hidden="true" />}
        isDisabled={chosen.length === 0}
        onPress={() => {
          onForward(chosen);
          end();
        }}
      >
        {t("send")}
      </Button>
    </div>
  );
}
