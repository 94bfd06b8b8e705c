import { useSignals } from "@preact/signals-react/runtime";
import ArrowLeftRight from "lucide-react/icons/arrow-left-right";
import X from "lucide-react/icons/x";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import { previewText } from "#web/lib/format/plain-text.ts";
import { drafts } from "#web/lib/storage/drafts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { keyOfDraft, keyOfOther } from "./draft-keys.ts";
import type { DraftSync } from "./draft-sync.ts";
import { draftTexts } from "./locales/index.ts";
import "./other-draft-bar.css";

/** The texts are loaded together with the bar. */
export async function loadOtherDraftBar() {
  await preloadTexts(draftTexts);
  return OtherDraftBar;
}

interface Props {
  readonly composer: Composer;
  readonly sync: DraftSync;
  /** Gives the focus back to the text box. */
  readonly onDone: () => void;
}

/**
 * Offers a second text of the same ticket, from another device or set aside here; it can be swapped with the text in the box.
 */
function OtherDraftBar({ composer, sync, onDone }: Props) {
  useSignals();
  const t = useText(draftTexts);
  const key = keyOfDraft({ ticketId: composer.ticketId, mode: composer.mode.value });
  const other = drafts.get(keyOfOther(key));
  if (!other) return null;
  const title = t(other.version === undefined ? "bar.setAside" : "bar.otherDevice");
  const exchange = () => {
    // White space in the box would hide the other text.
    if (composer.text.peek().trim() === "") composer.setText("");
    composer.flush();
    sync.exchange(key);
    onDone();
  };
  return (
    <div className="composer-bar other-draft" role="status">
      <span className="composer-bar-words">
        <strong>{title}</strong>
        <span className="other-draft-text" dir="auto">
          {previewText(other.text)}
        </span>
      </span>
      <span className="other-draft-buttons">
        <Button onPress={exchange} icon={<ArrowLeftRight />}>
          {t("bar.use")}
        </Button>
        <IconButton
          label={t("bar.discard")}
          onPress={() => {
            sync.discardOther(key);
            onDone();
          }}
        >
          <X />
        </IconButton>
      </span>
    </div>
  );
}
