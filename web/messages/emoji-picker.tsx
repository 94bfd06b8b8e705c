import { useSignals } from "@preact/signals-react/runtime";
import { type EmojiPickerListComponents, EmojiPicker as Picker } from "frimousse";
import type { AriaAttributes } from "react";
import { language } from "#web/i18n/start.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "./locales/index.ts";
import "./emoji-picker.css";

/** Newest emojis that the phones in use can show. */
const NEWEST_VERSION = 15;

/** Every emoji, searched by words of the page's language. The data comes from our own server. */
export default function EmojiPicker({ onPick }: { readonly onPick: (emoji: string) => void }) {
  useSignals();
  const t = useText(messages);
  return (
    <Picker.Root
      className="emoji"
      columns={9}
      locale={language.value}
      emojibaseUrl="/emoji"
      emojiVersion={NEWEST_VERSION}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <div className="emoji-head">
        <Picker.Search
          className="emoji-search"
          autoFocus
          aria-label={t("emoji.search")}
          placeholder={t("emoji.search")}
        />
        <Picker.SkinToneSelector className="emoji-skin" aria-label={t("emoji.skinTone")} />
      </div>
      <Picker.Viewport className="emoji-view">
        <Picker.Loading className="emoji-waiting">{t("emoji.loading")}</Picker.Loading>
        <Picker.Empty className="emoji-waiting">{t("emoji.empty")}</Picker.Empty>
        <Picker.List className="emoji-list" components={PARTS} />
      </Picker.Viewport>
    </Picker.Root>
  );
}

/** The library counts rows and columns from 0; screen readers count from 1. */
function countedFromOne<Props extends AriaAttributes>(props: Props) {
  const { "aria-rowindex": row, "aria-colindex": column } = props;
  return {
    ...props,
    ...(row !== undefined && { "aria-rowindex": row + 1 }),
    ...(column !== undefined && { "aria-colindex": column + 1 }),
  };
}

const PARTS: EmojiPickerListComponents = {
  CategoryHeader: ({ category, ...rest }) => (
    <div {...rest} className="emoji-category">
      {category.label}
    </div>
  ),
  Row: ({ children, ...rest }) => (
    <div {...countedFromOne(rest)} className="emoji-row">
      {children}
    </div>
  ),
  Emoji: ({ emoji, ...rest }) => (
    <button
      {...countedFromOne(rest)}
      type="button"
      className="emoji-cell"
      data-active={emoji.isActive || undefined}
    >
      {emoji.emoji}
    </button>
  ),
};
