import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { storage } from "#web/lib/storage/storage.ts";
import { Switch } from "#web/ui/field/switch.tsx";
import { contactListTexts } from "./locales/index.ts";

/** Whether saving a contact opens its ticket (docs/rules/screens.md#contacts); users disable it for bulk edits. */
export const leadsToTicket = signal(storage.get("contactSaveStays") !== "yes");

export function AfterSaving() {
  useSignals();
  const t = useText(contactListTexts);
  return (
    <Switch
      label={t("save.opensTicket")}
      value={leadsToTicket.value}
      onChange={(leads) => {
        leadsToTicket.value = leads;
        if (leads) storage.remove("contactSaveStays");
        else storage.set("contactSaveStays", "yes");
      }}
    />
  );
}
