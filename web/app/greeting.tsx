import { useSignals } from "@preact/signals-react/runtime";
import { Link } from "react-aria-components/Link";
import { useText } from "#web/i18n/use-text.ts";
import { formatPureDate } from "#web/lib/dates.ts";
import { session } from "#web/lib/session.ts";
import { shell } from "./locales/index.ts";

/** Who works here, for which company; admins also read until when it is paid (specification 000 section 2). */
export function Greeting() {
  useSignals();
  const t = useText(shell);
  const user = session.user.value;
  if (!user) return null;
  const { name, dueDate } = user.company;
  const isAdmin = session.can("drawer-admin-items:view");
  return (
    <p className="greeting">
      {t("top.hello")} <b>{user.name}</b> · {name}
      {isAdmin && dueDate ? (
        <>
          {" · "}
          <Link href="/subscription" className="greeting-link">
            {t("top.activeUntil", { date: formatPureDate(dueDate) })}
          </Link>
        </>
      ) : null}
    </p>
  );
}
