import { useSignals } from "@preact/signals-react/runtime";
import Users from "lucide-react/icons/users";
import type { TicketElsewhere } from "#inbox/tickets/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { TimelineScope } from "#web/inbox/messages/messages-api.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import type pt from "#web/inbox/tickets/locales/pt.json";
import { openTicketPage } from "#web/inbox/tickets/paths.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { hasOtherConnections, hasScopes } from "./other-connections.ts";
import type { TicketViewModel } from "./ticket-view-model.ts";
import "./scope-bar.css";

const SCOPES: readonly TimelineScope[] = ["connection", "all"];

interface ScopeBarProps {
  readonly view: TicketViewModel;
  /** Called when a choice was made. */
  readonly onDone?: () => void;
}

/**
 * When the contact also writes to another connection: which messages to show, and who attends there. Above the stream;
 * on phones in a dialog of the head's menu (docs/rules/pages.md#phones).
 */
export function ScopeBar({ view, onDone }: ScopeBarProps) {
  useSignals();
  const t = useText(ticketTexts);
  const { scope } = view;
  const elsewhere = view.elsewhere.value;
  if (!hasOtherConnections(view)) return null;
  const names = scope.others.value.map(({ name }) => name).join(", ");
  return (
    <div className="scope-bar">
      {hasScopes(view) ? (
        <fieldset className="scope-choice" aria-label={t("scope.label")}>
          {SCOPES.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={scope.shown.value === one}
              title={one === "all" && names !== "" ? t("scope.allHelp", { names }) : undefined}
              onClick={() => {
                view.showScope(one);
                onDone?.();
              }}
            >
              {t(`scope.${one}`)}
            </button>
          ))}
        </fieldset>
      ) : null}
      {elsewhere.length > 0 ? (
        <ul className="scope-elsewhere">
          {elsewhere.map(({ seen }, at) => (
            <li key={seen?.id ?? `hidden-${at}`}>
              <Users aria-hidden="true" />
              <span>{words({ seen }, t)}</span>
              {seen ? (
                <button
                  type="button"
                  onClick={() => {
                    openTicketPage(seen.uuid);
                    onDone?.();
                  }}
                >
                  {t("scope.open")}
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function words({ seen }: TicketElsewhere, t: Translate<typeof pt>): string {
  if (!seen) return t("scope.hidden");
  const connection = seen.whatsapp.name;
  if (seen.status === "pending" || !seen.user) return t("scope.waiting", { connection });
  if (seen.user.id === currentUser.peek().id) return t("scope.byYou", { connection });
  return t("scope.by", { connection, name: seen.user.name });
}
