import { useEffect, useState } from "react";
import type { WaitingSignupAnswer, WaitingSignupPage } from "#accounts/signup/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { formatPhone } from "#web/lib/format/phone.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { companyTexts } from "./locales/index.ts";

/** A button with the number of sign-ups that wait for confirmation; hidden while there are none. */
export function WaitingSignups() {
  const t = useText(companyTexts);
  const [page, setPage] = useState<WaitingSignupPage | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const load = async (pageNumber = 1) => {
    try {
      const next = await api.get<WaitingSignupPage>("/signups", { query: { pageNumber } });
      setError(null);
      setPage((shown) =>
        pageNumber > 1 && shown ? { ...next, signups: [...shown.signups, ...next.signups] } : next,
      );
    } catch (failure) {
      setError(failure);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, when the page opens
  useEffect(() => void load(), []);
  if (!isOpen && (page === null || page.count === 0)) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t("signups.open", { count: page?.count ?? 0 })}</Button>
      {isOpen ? (
        <Dialog title={t("signups.title")} onClose={() => setOpen(false)}>
          <p className="field-help">{t("signups.text")}</p>
          {error ? (
            <ErrorState title={t("signups.failed")} error={error} onRetry={() => void load()} />
          ) : null}
          <ul className="company-signups" aria-label={t("signups.title")}>
            {page?.signups.map((signup) => (
              <SignupRow key={signup.id} signup={signup} onChanged={() => void load()} />
            ))}
          </ul>
          {page?.count === 0 ? <p>{t("signups.none")}</p> : null}
          {page?.hasMore ? (
            <Button onPress={() => void load(Math.ceil(page.signups.length / PAGE_ROWS) + 1)}>
              {t("signups.more")}
            </Button>
          ) : null}
        </Dialog>
      ) : null}
    </>
  );
}

/** Rows per page of the server's list. */
const PAGE_ROWS = 20;

interface RowProps {
  readonly signup: WaitingSignupAnswer;
  readonly onChanged: () => void;
}

function SignupRow({ signup, onChanged }: RowProps) {
  const t = useText(companyTexts);
  const [isBusy, setBusy] = useState(false);
  const act = async (call: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await call();
      toast.success(done);
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
      onChanged();
    }
  };
  const { id, name, adminName, email, phone, planName, createdAt, expiresAt } = signup;
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p>{[adminName, email, formatPhone(phone), planName].filter(Boolean).join(" · ")}</p>
        <small>
          {t("signups.since", { since: formatDateTime(createdAt), until: formatDateTime(expiresAt) })}
        </small>
      </div>
      <div className="company-signup-actions">
        <Button
          size="s"
          isDisabled={isBusy}
          aria-label={`${t("signups.again")}: ${name}`}
          onPress={() => void act(() => api.post(`/signups/${id}/again`), t("signups.sent", { email }))}
        >
          {t("signups.again")}
        </Button>
        <Button
          size="s"
          variant="danger"
          isDisabled={isBusy}
          aria-label={`${t("signups.remove")}: ${name}`}
          onPress={() => void act(() => api.delete(`/signups/${id}`), t("signups.removed", { name }))}
        >
          {t("signups.remove")}
        </Button>
      </div>
    </li>
  );
}
