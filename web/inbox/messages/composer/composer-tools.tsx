import Paperclip from "lucide-react/icons/paperclip";
import Smile from "lucide-react/icons/smile";
import { memo } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";

const EmojiPicker = lazyLayer(
  async () => (await import("#web/inbox/messages/emoji/emoji-picker.tsx")).default,
  () => <EmojiWaiting />,
);

export interface ComposerToolsProps {
  readonly note: boolean;
  /** Always the same functions: another conversation renders no button again. */
  readonly onEmoji: (emoji: string) => void;
  readonly onAttach: () => void;
}

/** The emoji and file buttons before the text box. */
export const ComposerTools = memo(function ComposerTools({ note, onEmoji, onAttach }: ComposerToolsProps) {
  const t = useText(messages);
  return (
    <div className="composer-tools">
      <Popover
        label={t("composer.emoji")}
        placement="top start"
        className="emoji-popover"
        trigger={
          <IconButton label={t("composer.emoji")} placement="top">
            <Smile />
          </IconButton>
        }
      >
        {(close) => (
          <EmojiPicker
            onPick={(emoji) => {
              close();
              onEmoji(emoji);
            }}
          />
        )}
      </Popover>
      {note ? null : (
        <IconButton label={t("composer.attach")} placement="top" onPress={onAttach}>
          <Paperclip />
        </IconButton>
      )}
    </div>
  );
});

function EmojiWaiting() {
  const t = useText(messages);
  return <div className="emoji-waiting">{t("emoji.loading")}</div>;
}
