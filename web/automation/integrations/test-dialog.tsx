import { useCallback, useEffect, useState } from "react";
import type { IntegrationAnswer } from "#automation/integrations/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { failureText } from "./failure-text.ts";
import { integrationCalls } from "./integrations-api.ts";
import { integrationTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { Outcome, type TestOutcome, testSessionOutcome } from "./test-outcome.tsx";

interface Props {
  readonly integration: IntegrationAnswer;
  readonly onClose: () => void;
}

async function sendSample(integration: IntegrationAnswer, t: Translate<typeof pt>): Promise<TestOutcome> {
  const { id, type, projectName, jsonContent, language } = integration;
  if (type === "dialogflow")
    return testSessionOutcome(() => integrationCalls.testSession({ id, projectName, jsonContent, language }));
  try {
    const { ok, statusCode, error, answer } = await integrationCalls.sample(id);
    const why = error === null ? "" : failureText(t, error);
    return { ok, statusCode, text: [why, answer].filter((part) => part !== "").join("\n\n") };
  } catch (error) {
    return { ok: false, statusCode: null, text: error instanceof ApiError ? error.code : String(error) };
  }
}

/** Dialog that sends a sample when it opens. */
export function TestDialog({ integration, onClose }: Props) {
  const t = useText(integrationTexts);
  const words = useText(common);
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const run = useCallback(() => {
    setOutcome(null);
    void sendSample(integration, t).then(setOutcome);
  }, [integration, t]);
  useEffect(run, [run]);
  return (
    <Dialog
      title={t("test.title", { name: integration.name })}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{words("action.close")}</Button>
          <Button variant="primary" isPending={outcome === null} onPress={run}>
            {t("test.again")}
          </Button>
        </>
      }
    >
      <div className="integration-try" aria-live="polite">
        {integration.type === "billing" ? null : <p>{t(`test.${integration.type}`)}</p>}
        {outcome ? <Outcome outcome={outcome} /> : <Skeleton height={72} />}
      </div>
    </Dialog>
  );
}
