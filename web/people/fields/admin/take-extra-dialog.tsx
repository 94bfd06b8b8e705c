import { useState } from "react";
import type { FieldAnswer, TakeExtraAnswer } from "#people/fields/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { fieldCalls } from "#web/people/fields/fields-api.ts";
import { fieldTexts } from "#web/people/fields/locales/index.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";

interface Props {
  readonly field: FieldAnswer;
  readonly onClose: () => void;
}

/** Moves extra information of contacts into a field, after showing what fits (docs/rules/fields.md#extra-information). */
export function TakeExtraDialog({ field, onClose }: Props) {
  const t = useText(fieldTexts);
  const [name, setName] = useState(field.label);
  const [found, setFound] = useState<TakeExtraAnswer | null>(null);
  const [isBusy, setBusy] = useState(false);
  const ask = async (dryRun: boolean) => {
    setBusy(true);
    try {
      const answer = await fieldCalls.takeExtra(field.id, name.trim(), dryRun);
      if (dryRun) setFound(answer);
      else {
        toast.success(t("extra.taken", { count: answer.taken }));
        onClose();
      }
    } catch (error) {
      toast.failure(error);
    }
    setBusy(false);
  };
  const mayTake = found !== null && found.taken > 0;
  return (
    <Dialog
      title={t("extra.title")}
      size="s"
      onClose={onClose}
      footer={
        <Button
          variant="primary"
          isPending={isBusy}
          isDisabled={name.trim() === ""}
          onPress={() => void ask(!mayTake)}
        >
          {t(mayTake ? "extra.take" : "extra.check")}
        </Button>
      }
    >
      <p>{t("extra.text", { name: field.label })}</p>
      <TextField
        label={t("extra.name")}
        value={name}
        maxLength={50}
        autoFocus
        onChange={(typed) => {
          setName(typed);
          setFound(null);
        }}
      />
      <div role="status">{found ? <Found found={found} /> : null}</div>
    </Dialog>
  );
}

function Found({ found }: { readonly found: TakeExtraAnswer }) {
  const t = useText(fieldTexts);
  const { taken, kept, refusedCount, refused } = found;
  if (taken + kept + refusedCount === 0) return <p>{t("extra.none")}</p>;
  return (
    <>
      <p>{t("extra.fits", { count: taken })}</p>
      {kept > 0 ? <p>{t("extra.kept", { count: kept })}</p> : null}
      {refusedCount > 0 ? (
        <>
          <p>{t("extra.refused", { count: refusedCount })}</p>
          <ul className="extra-refused">
            {refused.map(({ contactId, name, value }) => (
              <li key={contactId}>
                {name} <span>{value}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}
