import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import X from "lucide-react/icons/x";
import { Button as AriaButton } from "react-aria-components/Button";
import { Text } from "react-aria-components/Text";
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as AriaToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from "react-aria-components/Toast";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "./button.tsx";
import { toasts } from "./toast.ts";
import "./toast.css";

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info };

/** Where toasts appear; once per page. F6 leads here, screen readers hear each. */
export function ToastRegion() {
  const t = useText(common);
  return (
    <AriaToastRegion queue={toasts} className="toast-region" aria-label={t("toast.region")}>
      {({ toast }) => {
        const { tone, text, action } = toast.content;
        const Icon = ICONS[tone];
        return (
          <AriaToast toast={toast} className={`toast toast-${tone}`}>
            <Icon aria-hidden="true" />
            <AriaToastContent className="toast-words">
              <Text slot="title">{text}</Text>
            </AriaToastContent>
            {action ? (
              <Button
                size="s"
                variant="ghost"
                onPress={() => {
                  action.run();
                  toasts.close(toast.key);
                }}
              >
                {action.label}
              </Button>
            ) : null}
            <AriaButton slot="close" className="toast-close" aria-label={t("action.close")}>
              <X aria-hidden="true" />
            </AriaButton>
          </AriaToast>
        );
      }}
    </AriaToastRegion>
  );
}
