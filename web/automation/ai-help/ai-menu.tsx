import { useSignals } from "@preact/signals-react/runtime";
import Sparkles from "lucide-react/icons/sparkles";
import { memo } from "react";
import { LANGUAGES, TONES } from "#automation/prompts/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Menu, type MenuGroup } from "#web/ui/overlay/menu.tsx";
import type { AssistRequest } from "./ai-api.ts";
import { aiHelpTexts } from "./locales/index.ts";

export interface AiMenuProps {
  readonly isWorking: boolean;
  /** Both callbacks are stable, so that a change of the ticket does not render the menu again. */
  readonly onAsk: (request: AssistRequest) => void;
  readonly onShow: (dialog: "summary" | "trace") => void;
}

export const AiMenu = memo(function AiMenu({ isWorking, onAsk, onShow }: AiMenuProps) {
  useSignals();
  const t = useText(aiHelpTexts);
  const groups: readonly MenuGroup[] = [
    {
      id: "reply",
      title: t("menu.reply"),
      items: [{ id: "suggest", label: t("menu.suggest"), onAction: () => onAsk({ kind: "suggest" }) }],
    },
    {
      id: "rewrite",
      title: t("menu.rewrite"),
      items: TONES.map((tone) => ({
        id: tone,
        label: t(`menu.${tone}`),
        onAction: () => onAsk({ kind: "rewrite", tone }),
      })),
    },
    {
      id: "translate",
      title: t("menu.translate"),
      items: LANGUAGES.map((language) => ({
        id: language,
        label: t(`menu.${language}`),
        onAction: () => onAsk({ kind: "translate", language }),
      })),
    },
    {
      id: "talk",
      title: t("menu.talk"),
      items: [
        { id: "summarise", label: t("menu.summarise"), onAction: () => onShow("summary") },
        ...(session.user.value?.profile === "admin"
          ? [{ id: "trace", label: t("menu.trace"), onAction: () => onShow("trace") }]
          : []),
      ],
    },
  ];
  return (
    <Menu
      label={t("menu.label")}
      placement="top end"
      groups={groups}
      trigger={
        <Button
          size="s"
          variant="ghost"
          className="ai-help-button"
          isPending={isWorking}
          icon={<Sparkles aria-hidden="true" />}
          aria-label={t(isWorking ? "menu.working" : "menu.label")}
        >
          {t("menu.open")}
        </Button>
      }
    />
  );
});
