import KeyRound from "lucide-react/icons/key-round";
import { useCallback, useEffect, useState } from "react";
import { Link } from "react-aria-components/Link";
import { useText } from "#web/i18n/use-text.ts";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { type Operation, operationOf } from "./api-document.ts";
import { messagesApiTexts } from "./locales/index.ts";
import { messagesApiCalls, SEND_PATH } from "./messages-api-api.ts";
import { OperationCard } from "./operation-card.tsx";

type State =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "ready"; readonly operations: readonly Operation[] };

const CALLS = [
  { method: "POST", path: SEND_PATH, title: "docs.send", text: "docs.sendText" },
  { method: "GET", path: `${SEND_PATH}/{messageId}`, title: "docs.status", text: "docs.statusText" },
] as const;

/** Documentation of the send API, rendered from the OpenAPI document of this server. */
export function Documentation() {
  const t = useText(messagesApiTexts);
  const [state, setState] = useState<State>({ kind: "loading" });
  const read = useCallback(async () => {
    setState({ kind: "loading" });
    try {
      const document = await messagesApiCalls.document();
      const operations = CALLS.flatMap(({ method, path }) => operationOf(document, method, path) ?? []);
      setState({ kind: "ready", operations });
    } catch (error) {
      setState({ kind: "failed", error });
    }
  }, []);
  useEffect(() => void read(), [read]);
  return (
    <div className="api-docs">
      <Callout tone="info" icon={<KeyRound aria-hidden="true" />}>
        {t("docs.token")} <Link href="/connections">{t("test.connections")}</Link>
      </Callout>
      {state.kind === "loading" ? <Skeleton shape="block" height={420} /> : null}
      {state.kind === "failed" ? (
        <div className="panel">
          <ErrorState title={t("docs.failed")} error={state.error} onRetry={() => void read()} />
        </div>
      ) : null}
      {state.kind === "ready"
        ? CALLS.map(({ method, path, title, text }) => {
            const operation = state.operations.find((one) => one.method === method && one.path === path);
            return operation ? (
              <OperationCard key={title} operation={operation} title={t(title)} text={t(text)} />
            ) : null;
          })
        : null}
    </div>
  );
}
