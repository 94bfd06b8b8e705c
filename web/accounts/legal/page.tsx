import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { Link } from "react-aria-components/Link";
import type { LegalPage as LegalPageName } from "#accounts/signup/contract.ts";
import { language } from "#web/i18n/language.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { FrontLinks, FrontPage } from "#web/ui/layout/front-page.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { readLegal } from "./legal-api.ts";
import { LegalText } from "./legal-text.tsx";
import { legalTexts } from "./locales/index.ts";
import "./legal.css";

type Shown =
  | { readonly text: string | null; readonly updatedAt: string | null }
  | { readonly error: unknown };

/** `/term` and `/privacy`: the provider's text, or the product's own if none is stored. Public. */
export function LegalPage({ page }: { readonly page: LegalPageName }) {
  useSignals();
  const t = useText(legalTexts);
  const spoken = language.value;
  const [shown, setShown] = useState<Shown | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    let isHere = true;
    setShown(null);
    readLegal(api, page, spoken).then(
      (answer) => isHere && setShown(answer),
      (error: unknown) => isHere && setShown({ error }),
    );
    return () => {
      isHere = false;
    };
  }, [page, spoken, attempt]);
  return (
    <FrontPage title={t(`${page}.title`)} size="wide">
      <div className="legal" aria-busy={shown === null}>
        {shown === null ? (
          <Skeleton shape="block" height="320px" />
        ) : "error" in shown ? (
          <ErrorState
            title={t("page.failed")}
            error={shown.error}
            onRetry={() => setAttempt((before) => before + 1)}
          />
        ) : (
          <LegalText text={shown.text ?? t(`${page}.text`)} />
        )}
      </div>
      <FrontLinks>
        <Link href="/login" className="button button-ghost button-s">
          {t("page.back")}
        </Link>
        <Link href={page === "term" ? "/privacy" : "/term"} className="button button-ghost button-s">
          {t(page === "term" ? "privacy.title" : "term.title")}
        </Link>
      </FrontLinks>
    </FrontPage>
  );
}
