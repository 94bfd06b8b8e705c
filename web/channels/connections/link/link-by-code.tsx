import { useSignals } from "@preact/signals-react/runtime";
import Copy from "lucide-react/icons/copy";
import { useMemo } from "react";
import { PairingCodeBody } from "#channels/connections/contract.ts";
import { connectionCalls } from "#web/channels/connections/connections-api.ts";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, useField } from "#web/ui/form/form.tsx";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { CodeCountdown, useRemainingSeconds } from "./code-countdown.tsx";
import { CodeExpired } from "./code-expired.tsx";
import { PAIRING_CODE_MS } from "./code-lifetime.ts";
import { OfficialOffer } from "./official-offer.tsx";

/** A pairing code that the server returned. */
export interface PairingCode {
  readonly code: string;
  /** Time of its arrival at this page, ms. */
  readonly shownAt: number;
}

interface Props {
  readonly connection: Connection;
  /** `undefined`: none requested yet; null: the next one is being requested. */
  readonly pairingCode: PairingCode | null | undefined;
  readonly onPairingCode: (pairingCode: PairingCode | null) => void;
  readonly onOfficial?: (() => void) | undefined;
}

export function LinkByCode({ connection, pairingCode, onPairingCode, onOfficial }: Props) {
  useSignals();
  const t = useText(connectionsTexts);
  const form = useMemo(
    () =>
      new FormModel({
        initial: { number: "" },
        schema: PairingCodeBody,
        delayMs: ADMIN_SUBMIT_DELAY_MS,
        onFailure: toast.failure,
        submit: async ({ number }) => {
          const { code } = await connectionCalls.pairingCode(connection.id, number);
          onPairingCode({ code, shownAt: Date.now() });
        },
      }),
    [connection.id, onPairingCode],
  );
  const field = useField(form);
  if (pairingCode)
    return (
      <CodeOnScreen
        connection={connection}
        pairingCode={pairingCode}
        onAgain={() => onPairingCode(null)}
        onOfficial={onOfficial}
      />
    );
  return (
    <Form form={form} isPassing className="link-number" label={t("link.byCode")}>
      <TextField
        {...field("number")}
        label={t("link.number")}
        help={t("link.numberHelp")}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        autoFocus={pairingCode === null}
      />
      <Button type="submit" variant="primary" isPending={form.sending.value}>
        {t("link.getCode")}
      </Button>
    </Form>
  );
}

interface CodeProps {
  readonly connection: Connection;
  readonly pairingCode: PairingCode;
  readonly onAgain: () => void;
  readonly onOfficial?: (() => void) | undefined;
}

/** The code with its countdown while it is valid. */
function CodeOnScreen({ connection, pairingCode: { code, shownAt }, onAgain, onOfficial }: CodeProps) {
  const t = useText(connectionsTexts);
  const { status } = connection;
  const isExpired =
    useRemainingSeconds(PAIRING_CODE_MS, shownAt) === 0 || status === "DISCONNECTED" || status === "TIMEOUT";
  const copy = () =>
    navigator.clipboard
      .writeText(formatPairingCode(code))
      .then(() => toast.success(t("link.copied")), toast.failure);
  return (
    <div className="link-qr">
      <div className="link-code">
        {isExpired ? (
          <div className="link-over" role="status">
            <CodeExpired reason={connection.statusReason} />
          </div>
        ) : (
          <>
            <output className="pairing-code" aria-label={t("link.codeLabel")}>
              {formatPairingCode(code)}
            </output>
            <CodeCountdown lifeMs={PAIRING_CODE_MS} shownAt={shownAt} />
            <Button icon={<Copy aria-hidden="true" />} autoFocus onPress={() => void copy()}>
              {t("link.copy")}
            </Button>
          </>
        )}
        <Button variant={isExpired ? "primary" : "ghost"} onPress={onAgain}>
          {t("link.anotherCode")}
        </Button>
        {isExpired ? <OfficialOffer reason={connection.statusReason} onOfficial={onOfficial} /> : null}
      </div>
      <ol className="link-steps">
        <li>{t("link.step1")}</li>
        <li>{t("link.step2")}</li>
        <li>{t("link.codeStep3")}</li>
        <li>{t("link.codeStep4")}</li>
      </ol>
    </div>
  );
}

/** Eight letters in the phone's format: ABCD-EFGH. */
function formatPairingCode(code: string): string {
  return code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}
