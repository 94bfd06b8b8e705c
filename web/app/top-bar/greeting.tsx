import { useSignals } from "@preact/signals-react/runtime";
import { Link } from "react-aria-components/Link";
import { shell } from "#web/app/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { session } from "#web/lib/session/session.ts";

/** Names of user and company; for admins also the due date (docs/rules/screens.md#frame). */
export function Greeting() {
  useSignals();
  const t = useText(shell);
  const user = session.user.value;
  if (!user) return null;
  return (
    <p className="greeting">
      {t("top.hello")} <b>{user.name}</b> · {user.company.name}
      <ActiveUntil before=" · " />
    </p>
  );
}

/** 'Ativo até {date}' for admins, with a link to the subscription. Phones show it in the menu. */
export function ActiveUntil({ before = "" }: { readonly before?: string }) {
  useSignals();
  const t = useText(shell);
  const dueDate = session.user.value?.company.dueDate;
  if (!dueDate || !session.can("drawer-admin-items:view")) return null;
  return (
    <>
      {before}
      <Link href="/subscription" className="greeting-link">
        {t("top.activeUntil", { date: formatPureDate(dueDate) })}
      </Link>
    </>
  );
}
