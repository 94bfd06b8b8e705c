import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import type { SubscriptionAnswer } from "#accounts/billing/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDuration } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { QrPicture } from "#web/ui/display/qr-picture.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { billingTexts } from "./locales/index.ts";

interface Props {
  readonly charge: SubscriptionAnswer;
  readonly onAgain: () => void;
  readonly onChange: () => void;
}

/**
 * The Pix code as a QR code and as text to copy, with its remaining time and the note that the page waits for the
 * payment.
 */
export function PayCode({ charge, onAgain, onChange }: Props) {
  const t = useText(billingTexts);
  const left = useSecondsLeft(charge.expiresAt);
  const code = charge.qrcode.qrcode;
  if (left === 0) {
    return (
      <div className="pay-over">
        <p className="state-title">{t("pay.over")}</p>
        <Button variant="primary" onPress={onAgain}>
          {t("pay.again")}
        </Button>
      </div>
    );
  }
  return (
    <div className="pay-code">
      <QrPicture text={code} label={t("pay.qr")} />
      <div className="pay-steps">
        <ol>
          <li>{t("pay.step1")}</li>
          <li>{t("pay.step2")}</li>
          <li>{t("pay.step3")}</li>
        </ol>
        <label className="pay-line">
          <span>{t("pay.code")}</span>
          <input readOnly value={code} onFocus={(event) => event.target.select()} />
        </label>
        <CopyButton code={code} />
        {charge.confirmsItself ? (
          <p className="pay-waiting" role="status">
            <span className="button-spinner" aria-hidden="true" />
            {t("pay.waiting")}
          </p>
        ) : (
          <Callout tone="info">{t("pay.byHand")}</Callout>
        )}
        {left === null ? null : (
          <p className="pay-left" role="timer">
            {t("pay.left", { time: formatDuration(left) })}
          </p>
        )}
        <Button variant="ghost" size="s" onPress={onChange}>
          {t("pay.change")}
        </Button>
      </div>
    </div>
  );
}

function CopyButton({ code }: { readonly code: string }) {
  const t = useText(billingTexts);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
      toast.success(t("pay.copied"));
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <Button
      variant="primary"
      icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      onPress={() => void copy()}
    >
      {t("pay.copy")}
    </Button>
  );
}

/** Counts down to a time; null without one. A code that is valid for a day or longer has no countdown. */
function useSecondsLeft(expiresAt: string | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (expiresAt === null) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [expiresAt]);
  if (expiresAt === null) return null;
  const left = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1000));
  return left > 86_400 ? null : left;
}
