import Copy from "lucide-react/icons/copy";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { consoleScript, readResult } from "./console-script.ts";
import { passkeyTexts } from "./locales/index.ts";

interface Props {
  readonly options: Readonly<Record<string, unknown>>;
  readonly onAnswer: (assertion: unknown) => Promise<void>;
}

/** The last resort without the extension: a text for the console of web.whatsapp.com, and its result. */
export function ManualAnswer({ options, onAnswer }: Props) {
  const t = useText(passkeyTexts);
  const [pasted, setPasted] = useState("");
  const [isInvalid, setInvalid] = useState(false);
  const script = consoleScript(options);
  const copy = () =>
    navigator.clipboard.writeText(script).then(() => toast.success(t("manual.copied")), toast.failure);
  const send = () => {
    const result = readResult(pasted);
    setInvalid(result === null);
    if (result !== null) void onAnswer(result);
  };
  return (
    <details className="passkey-manual">
      <summary>{t("manual.title")}</summary>
      <div className="passkey">
        <Callout tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
          {t("manual.warning")}
        </Callout>
        <ol className="link-steps">
          <li>{t("manual.step1")}</li>
          <li>
            <p>{t("manual.step2")}</p>
            <TextArea
              className="passkey-script"
              label={t("manual.script")}
              value={script}
              isReadOnly
              rows={5}
            />
            <Button icon={<Copy aria-hidden="true" />} onPress={() => void copy()}>
              {t("manual.copy")}
            </Button>
          </li>
          <li>{t("manual.step3")}</li>
        </ol>
        <TextArea
          label={t("manual.result")}
          value={pasted}
          onChange={setPasted}
          rows={3}
          {...(isInvalid ? { error: t("manual.invalid") } : {})}
        />
        <Button variant="primary" isDisabled={pasted.trim() === ""} onPress={send}>
          {t("manual.send")}
        </Button>
      </div>
    </details>
  );
}
