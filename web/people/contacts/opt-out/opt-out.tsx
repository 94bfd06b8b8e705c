import { useState } from "react";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatDate } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { optOutTexts } from "./locales/index.ts";

interface Props {
  readonly contactId: number;
  readonly name: string;
  readonly since: string;
}

/** The opt-out and its texts, loaded on demand to keep them out of the first page's bundle. */
export async function loadOptOut() {
  await preloadTexts(optOutTexts);
  return OptOut;
}

/** Opts a contact out of campaigns, or reverts the opt-out (docs/rules/campaigns.md#opt-out). */
export function OptOut({ contactId, name, since }: Props) {
  const t = useText(optOutTexts);
  const [isPending, setPending] = useState(false);
  const undo = async () => {
    setPending(true);
    try {
      await api.delete(`/contacts/${contactId}/opt-out`);
      toast.success(t("optOut.undone", { name }));
    } catch (error) {
      toast.failure(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Chip tone="waiting">{t("optOut.since", { date: formatDate(since) })}</Chip>
      <Button size="s" isPending={isPending} onPress={() => void undo()}>
        {t("optOut.undo")}
      </Button>
    </>
  );
}
