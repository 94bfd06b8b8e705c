import Paperclip from "lucide-react/icons/paperclip";
import { PREVIEW_LENGTH, type QuickReplyChoice } from "#inbox/quick-replies/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { truncate } from "#web/lib/format/truncate.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { quickPickerTexts } from "./locales/index.ts";

interface Props {
  readonly id: string;
  readonly choice: QuickReplyChoice;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

/** One quick reply: its shortcode and the first 35 letters of what the customer will read. */
export function PickerRow({ id, choice, isActive, onPoint, onChoose }: Props) {
  const t = useText(quickPickerTexts);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text box has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the text box names the active row
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className="quick-picker-row"
      data-id={choice.id}
      onPointerMove={isActive ? undefined : onPoint}
      // A press must not move the focus out of the text box.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="quick-picker-code">
        <strong className="ellipsis">/{choice.shortcode.replace(/^\//, "")}</strong>
        {choice.geral ? <Chip>{t("picker.shared")}</Chip> : null}
        {choice.isMedia ? <Paperclip aria-hidden="true" /> : null}
      </span>
      <span className="quick-picker-text ellipsis">
        {truncate(choice.preview ?? choice.message, PREVIEW_LENGTH)}
      </span>
    </div>
  );
}
