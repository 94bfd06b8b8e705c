import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo } from "react";
import { useLocation } from "wouter";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { FrontPage } from "#web/ui/layout/front-page.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { setupTexts } from "./locales/index.ts";
import { SetupForm } from "./setup-form.tsx";
import { codeOf, SetupModel } from "./setup-model.ts";

/** The first page of a fresh installation, opened by the one-time link. Afterwards the connections page is shown. */
export function SetupPage() {
  useSignals();
  const t = useText(setupTexts);
  const [, navigate] = useLocation();
  const code = useMemo(() => codeOf(globalThis.location.hash), []);
  const model = useMemo(
    () =>
      new SetupModel({
        api,
        session,
        code,
        onFailure: toast.failure,
        onDone: () => navigate("/connections", { replace: true }),
      }),
    [code, navigate],
  );
  useEffect(() => void model.ask(), [model]);
  switch (model.state.value) {
    case "asking":
      return (
        <FrontPage title={t("page.title")}>
          <Skeleton shape="block" height="320px" />
        </FrontPage>
      );
    case "error":
      return (
        <FrontPage title={t("page.title")}>
          <ErrorState onRetry={() => void model.ask()} />
        </FrontPage>
      );
    case "closed":
      return (
        <FrontPage title={t("closed.title")} text={t("closed.text")}>
          <div className="form">
            <Button variant="primary" onPress={() => navigate("/login", { replace: true })}>
              {t("closed.login")}
            </Button>
          </div>
        </FrontPage>
      );
    case "open":
      return code === "" ? (
        <FrontPage title={t("noCode.title")} text={t("noCode.text")}>
          {null}
        </FrontPage>
      ) : (
        <FrontPage title={t("page.title")} text={t("page.text")}>
          <SetupForm model={model} />
        </FrontPage>
      );
  }
}
