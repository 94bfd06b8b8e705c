import type { CompanyAnswer } from "#accounts/companies/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { companyTexts } from "./locales/index.ts";

interface Props {
  readonly company: CompanyAnswer;
  readonly onClose: () => void;
}

/** Explains the support session, then starts it. */
export function EnterSupport({ company, onClose }: Props) {
  const t = useText(companyTexts);
  return (
    <Confirm
      title={t("support.title", { name: company.name })}
      confirmLabel={t("support.enter")}
      tone="primary"
      onConfirm={() => session.enterSupport(company.id)}
      onClose={onClose}
    >
      {t("support.text")}
    </Confirm>
  );
}
