import { useSignals } from "@preact/signals-react/runtime";
import { Fragment } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { type HotkeyGroup, hotkeyGroups, keyNames } from "#web/lib/hotkeys.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { shell } from "./locales/index.ts";
import { closeOverlay } from "./overlays.ts";
import "./key-sheet.css";

/** Every shortcut in force here and now. */
export function KeySheet() {
  useSignals();
  const t = useText(shell);
  return (
    <Dialog title={t("keys.title")} onClose={closeOverlay}>
      <div className="key-sheet">
        {pageFirst(hotkeyGroups.value).map((group) => (
          <section key={group.id}>
            <h3>{group.title()}</h3>
            <dl>
              {[...group.keys, ...(group.told ?? [])]
                .filter(({ keys }) => keys !== "")
                .map((hotkey) => (
                  <div key={hotkey.keys}>
                    <dt>{hotkey.describe()}</dt>
                    <dd>
                      <Keys keys={hotkey.keys} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** What the page can do stands together, then what only a row or a field hears, then what works everywhere. */
function pageFirst(groups: readonly HotkeyGroup[]): readonly HotkeyGroup[] {
  const place = ({ id, keys }: HotkeyGroup) => (id === "shell" ? 2 : keys.length === 0 ? 1 : 0);
  return groups.toSorted((a, b) => place(a) - place(b));
}

/** `mod+k` as Ctrl K, `g t` as g, then t. */
function Keys({ keys }: { readonly keys: string }) {
  const t = useText(shell);
  return keys.split(" ").map((part, index) => (
    // The same key may come twice.
    <Fragment key={index > 0 ? `then ${part}` : part}>
      {index > 0 ? <span className="key-then">{t("keys.followedBy")}</span> : null}
      {keyNames(part).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </Fragment>
  ));
}
