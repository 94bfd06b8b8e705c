import { useSignals } from "@preact/signals-react/runtime";
import { Link } from "wouter";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { kanbanTexts } from "./locales/index.ts";

/** A board with nothing but 'Em aberto': how lanes are made, for those who may. */
export function NoLanes() {
  useSignals();
  const t = useText(kanbanTexts);
  const { profile } = session.user.value ?? {};
  const mayMake = profile === "admin" || profile === "supervisor";
  return (
    <div className="kanban-no-lanes">
      <strong>{t("page.noLanesTitle")}</strong>
      <p>{t(mayMake ? "page.noLanesText" : "page.askLanes")}</p>
      {mayMake ? <Link href="/tags">{t("page.toTags")}</Link> : null}
    </div>
  );
}
