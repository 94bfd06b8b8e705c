import { useSignals } from "@preact/signals-react/runtime";
import BellRing from "lucide-react/icons/bell-ring";
import { useEffect, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { brand } from "#web/lib/page/brand.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Callout, type CalloutProps } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { pwaTexts } from "./locales/index.ts";
import { push } from "./push.ts";
import { PushKinds } from "./push-kinds.tsx";
import type { PushTest } from "./push-model.ts";
import "./push-dialog.css";

/** Push notifications of this device: the switch, the preview setting, and a test that names the problem. */
export function PushDialog({ onClose }: { readonly onClose: () => void }) {
  useSignals();
  const t = useText(pwaTexts);
  const [failure, setFailure] = useState<unknown>(null);
  const load = () => {
    setFailure(null);
    push.load().catch(setFailure);
  };
  useEffect(load, []);
  const isOn = push.state.value === "on";
  // Controls remain enabled while `busy`: a disabled control loses the keyboard focus.
  const isReading = push.state.value === "reading";
  const obstacle = push.obstacle.value;
  return (
    <Dialog title={t("push.title")} onClose={onClose} size="s">
      {failure ? (
        <ErrorState error={failure} title={t("push.unread")} onRetry={load} />
      ) : (
        <div className="push" aria-busy={isReading || push.busy.value}>
          <Switch
            label={t("push.on")}
            help={t("push.onHelp", { brand: brand.value.name })}
            value={isOn}
            isDisabled={isReading}
            onChange={(on) => void (on ? push.turnOn() : push.turnOff()).catch(toast.failure)}
          />
          {obstacle ? (
            <Callout tone="waiting">{t(`push.${obstacle}`, { brand: brand.value.name })}</Callout>
          ) : null}
          {isOn ? (
            <>
              <Switch
                label={t("push.preview")}
                help={t("push.previewHelp")}
                value={push.preview.value}
                isDisabled={isReading}
                onChange={(preview) => void push.setPreview(preview).catch(toast.failure)}
              />
              <PushKinds />
              <Button
                icon={<BellRing />}
                isDisabled={isReading}
                onPress={() => void push.runTest().catch(toast.failure)}
              >
                {t("push.test")}
              </Button>
            </>
          ) : null}
          <div role="status">
            {push.test.value ? (
              <Callout tone={toneOf(push.test.value)}>
                {t(`push.test_${push.test.value}`, { brand: brand.value.name })}
              </Callout>
            ) : null}
          </div>
        </div>
      )}
    </Dialog>
  );
}

function toneOf(test: PushTest): CalloutProps["tone"] {
  if (test === "arrived") return "success";
  return test === "running" ? "info" : "waiting";
}
