import { useSignals } from "@preact/signals-react/runtime";
import { useMemo, useState } from "react";
import { PairingCodeBody } from "#connections/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Connection } from "#web/lib/connections.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, useField } from "#web/ui/form.tsx";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form-model.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast.ts";
import { connectionCalls } from "./connections-api.ts";
import { connectionsTexts } from "./locales/index.ts";

/** The other way: a code that is typed on the phone. */
export function LinkByCode({ connection }: { readonly connection: Connection }) {
  useSignals();
  const t = useText(connectionsTexts);
  const [code, setCode] = useState<string | null>(null);
  const form = useMemo(
    () =>
      new FormModel({
        initial: { number: "" },
        schema: PairingCodeBody,
        delayMs: ADMIN_SUBMIT_DELAY_MS,
        onFailure: toast.failure,
        submit: async ({ number }) =>
          setCode((await connectionCalls.pairingCode(connection.id, number)).code),
      }),
    [connection.id],
  );
  const field = useField(form);
  if (code === null) {
    return (
      <Form form={form} isPassing className="link-number" label={t("link.byCode")}>
        <TextField
          {...field("number")}
          label={t("link.number")}
          help={t("link.numberHelp")}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
        <Button type="submit" variant="primary" isPending={form.sending.value}>
          {t("link.getCode")}
        </Button>
      </Form>
    );
  }
  return (
    <div className="link-qr">
      <div className="link-code">
        <output className="pairing-code" aria-label={t("link.codeLabel")}>
          {spaced(code)}
        </output>
        <Button variant="ghost" onPress={() => setCode(null)}>
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
