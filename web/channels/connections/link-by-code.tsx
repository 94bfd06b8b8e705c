import { useSignals } from "@preact/signals-react/runtime";
import Copy from "lucide-react/icons/copy";
import { useMemo } from "react";
import { PairingCodeBody } from "#channels/connections/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, useField } from "#web/ui/form/form.tsx";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { CodeCountdown, useSecondsLeft } from "./code-countdown.tsx";
import { connectionCalls } from "./connections-api.ts";
import { CodeOver } from "./link-by-qr.tsx";
import { connectionsTexts } from "./locales/index.ts";
import { TYPED_CODE_MS } from "./qr-countdown.ts";

/** A code that was asked for; null in its place = none on screen. */
export interface TypedCode {
  readonly code: string;
  /** When it reached this page, ms. */
  readonly shownAt: number;
}

interface Props {
  readonly connection: Connection;
  /** `undefined` = nobody asked yet, null = asked for another one. */
  readonly typed: TypedCode | null | undefined;
  readonly onTyped: (typed: TypedCode | null) => void;
}

/** The other way: a code that is typed on the phone. */
export function LinkByCode({ connection, typed, onTyped }: Props) {
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
          onTyped({ code, shownAt: Date.now() });
        },
      }),
    [connection.id, onTyped],
  );
  const field = useField(form);
  if (typed) return <CodeOnScreen connection={connection} typed={typed} onAgain={() => onTyped(null)} />;
  return (
    <Form form={form} isPassing className="link-number" label={t("link.byCode")}>
      <TextField
        {...field("number")}
        label={t("link.number")}
        help={t("link.numberHelp")}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        autoFocus={typed === null}
      />
      <Button type="submit" variant="primary" isPending={form.sending.value}>
        {t("link.getCode")}
      </Button>
    </Form>
  );
}

interface CodeProps {
  readonly connection: Connection;
  readonly typed: TypedCode;
  readonly onAgain: () => void;
}

/** The code as the phone shows it, while it is worth something. */
function CodeOnScreen({ connection, typed: { code, shownAt }, onAgain }: CodeProps) {
  const t = useText(connectionsTexts);
  const { status } = connection;
  const isOver =
    useSecondsLeft(TYPED_CODE_MS, shownAt) === 0 || status === "DISCONNECTED" || status === "TIMEOUT";
  const copy = () =>
    navigator.clipboard.writeText(spaced(code)).then(() => toast.success(t("link.copied")), toast.failure);
  return (
    <div className="link-qr">
      <div className="link-code">
        {isOver ? (
          <div className="link-over" role="status">
            <CodeOver connection={connection} />
          </div>
        ) : (
          <>
            <output className="pairing-code" aria-label={t("link.codeLabel")}>
              {spaced(code)}
            </output>
            <CodeCountdown lifeMs={TYPED_CODE_MS} shownAt={shownAt} />
            <Button icon={<Copy aria-hidden="true" />} autoFocus onPress={() => void copy()}>
              {t("link.copy")}
            </Button>
          </>
        )}
        <Button variant={isOver ? "primary" : "ghost"} onPress={onAgain}>
          {t("link.anotherCode")}
        </Button>
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

/** Eight letters as the phone shows them: ABCD-EFGH. */
function spaced(code: string): string {
  return code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}
