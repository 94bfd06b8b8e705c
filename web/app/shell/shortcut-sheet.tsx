import { useSignals } from "@preact/signals-react/runtime";
import { Fragment } from "react";
import { shell } from "#web/app/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { idleTicketKeys } from "#web/inbox/tickets/keys/key-groups.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { type HotkeyGroup, hotkeyGroups, keyNames, pressesOf } from "#web/lib/keyboard/hotkeys.ts";
import { singleKeys } from "#web/lib/keyboard/single-keys.ts";
import { Switch } from "#web/ui/field/switch.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { closeOverlay } from "./overlays.ts";
import "./shortcut-sheet.css";

/** All shortcuts; those without an effect now are greyed out. */
export function ShortcutSheet() {
  useSignals();
  const t = useText(shell);
  const tickets = useText(ticketTexts);
  const inForce = hotkeyGroups.value;
  const idle = idleTicketKeys(tickets).filter(({ id }) => !inForce.some((group) => group.id === id));
  return (
    <Dialog title={t("keys.title")} size="l" onClose={closeOverlay}>
      <p className="key-rule">{t("keys.rule", { keys: keyNames("mod+/").join("+") })}</p>
      <div className="key-sheet">
        {pageFirst([...inForce, ...idle]).map((group) => (
          <section key={group.id}>
            <h3>{group.title()}</h3>
            <dl>
              {group.keys
                .filter(({ keys }) => keys !== "")
                .map((hotkey) => (
                  <Line
                    key={hotkey.keys}
                    what={hotkey.describe()}
                    keys={pressesOf(hotkey)}
                    isIdle={!(hotkey.applies?.() ?? true)}
                  />
                ))}
              {(group.documented ?? []).map(({ keys, describe }) => (
                <Line key={keys} what={describe()} keys={keys} isIdle={false} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        label={t("keys.single")}
        value={singleKeys.value}
        onChange={(isAllowed) => void singleKeys.set(isAllowed).catch(toast.failure)}
      />
    </Dialog>
  );
}

/**
 * The keys of the page are first, then those that a row or a field handles itself, then those that work everywhere.
 */
function pageFirst(groups: readonly HotkeyGroup[]): readonly HotkeyGroup[] {
  const place = ({ id, keys }: HotkeyGroup) => (id === "shell" ? 2 : keys.length === 0 ? 1 : 0);
  return groups.toSorted((a, b) => place(a) - place(b));
}

interface LineProps {
  readonly what: string;
  readonly keys: string;
  readonly isIdle: boolean;
}

function Line({ what, keys, isIdle }: LineProps) {
  const t = useText(shell);
  return (
    <div className={classNames(isIdle && "key-idle")}>
      <dt>
        {what}
        {isIdle ? <span className="visually-hidden"> ({t("keys.unavailable")})</span> : null}
      </dt>
      <dd>
        <Keys keys={keys} />
      </dd>
    </div>
  );
}

/** `mod+k` as Ctrl K, `g t` as g, then t. */
function Keys({ keys }: { readonly keys: string }) {
  const t = useText(shell);
  return keys.split(" ").map((part, index) => (
    // The same key may occur twice.
    <Fragment key={index > 0 ? `then ${part}` : part}>
      {index > 0 ? <span className="key-then">{t("keys.followedBy")}</span> : null}
      {keyNames(part).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </Fragment>
  ));
}
