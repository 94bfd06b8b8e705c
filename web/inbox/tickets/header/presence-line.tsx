import { useSignals } from "@preact/signals-react/runtime";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import type pt from "#web/inbox/tickets/locales/pt.json";
import { presence } from "#web/inbox/tickets/store.ts";
import { classNames } from "#web/ui/styles/class-names.ts";

/** Colleagues who watch the same ticket or are typing in it. */
export function PresenceLine() {
  useSignals();
  const t = useText(ticketTexts);
  const typing = presence.typing.value;
  const people = typing.length > 0 ? typing : presence.looking.value;
  const areBoth = typing.length > 0 && presence.writing.value;
  const key = areBoth ? "head.bothWriting" : typing.length > 0 ? "head.typing" : "head.looking";
  const words =
    people.length === 0
      ? ""
      : t(key, {
          count: people.length,
          names: joinNames(
            people.map(({ name }) => firstName(name)),
            t,
          ),
        });
  return (
    <span className={classNames("presence", areBoth && "presence-both")} aria-live="polite">
      {words ? <i className="presence-dot" aria-hidden="true" /> : null}
      <span className="ellipsis">{words}</span>
    </span>
  );
}

function joinNames(names: readonly string[], t: Translate<typeof pt>): string {
  const last = names.at(-1) ?? "";
  if (names.length < 2) return last;
  return t("head.and", { first: names.slice(0, -1).join(", "), last });
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}
