import { useSignals } from "@preact/signals-react/runtime";
import { type EmojiPickerListComponents, EmojiPicker as Picker, useSkinTone } from "frimousse";
import { type AriaAttributes, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { language } from "#web/i18n/language.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { storage } from "#web/lib/storage/storage.ts";
import { SearchBox } from "#web/ui/field/search-box.tsx";
import { EmojiGrid, emojiColumns } from "./emoji-grid.tsx";
import { type EmojiData, findEmojis, NEWEST_VERSION } from "./emoji-search.ts";
import "./emoji-picker.css";

/** Every emoji, searched by the beginnings of words of the page's language. The data comes from our own server. */
export default function EmojiPicker({ onPick }: { readonly onPick: (emoji: string) => void }) {
  useSignals();
  const pick = (emoji: string) => {
    keepRecent(emoji);
    onPick(emoji);
  };
  return (
    <Picker.Root
      className="emoji"
      columns={emojiColumns()}
      locale={language.value}
      emojibaseUrl="/emoji"
      emojiVersion={NEWEST_VERSION}
      onEmojiSelect={({ emoji }) => pick(emoji)}
    >
      <Parts onPick={pick} />
    </Picker.Root>
  );
}

function Parts({ onPick }: { readonly onPick: (emoji: string) => void }) {
  useSignals();
  const t = useText(messages);
  const [typed, setTyped] = useState("");
  const [recents] = useState(recentEmojis);
  const [tone] = useSkinTone();
  const all = useEmojiData(language.value);
  const box = useRef<HTMLDivElement>(null);
  const search = () => box.current?.querySelector("input");
  useEffect(() => {
    // The popover moves the focus when it opens; this component may be rendered only after that.
    const frame = requestAnimationFrame(() => hasKeyboard() && box.current?.querySelector("input")?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const isSearching = typed.trim() !== "";
  const found = isSearching && all ? findEmojis(all, typed, tone) : [];

  // While a search is typed, this component shows the results and handles the arrow keys itself.
  const press = (event: KeyboardEvent) => {
    if (!isSearching || event.target !== search() || event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && found[0]) onPick(found[0].emoji);
    else if (event.key === "ArrowDown")
      box.current?.querySelector<HTMLElement>(".emoji-grid button")?.focus();
    else if (event.key !== "Enter" && event.key !== "ArrowUp") return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={box} className="emoji-parts" onKeyDownCapture={press}>
      <div className="emoji-head">
        <SearchBox className="emoji-search">
          <Picker.Search
            className="field-input"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            aria-label={t("emoji.search")}
            placeholder={t("emoji.search")}
          />
        </SearchBox>
        <Picker.SkinToneSelector className="emoji-skin" aria-label={t("emoji.skinTone")} />
      </div>
      {isSearching ? (
        <div className="emoji-view">
          {found.length > 0 ? (
            <EmojiGrid label={t("emoji.found")} emojis={found} onPick={onPick} />
          ) : (
            <p className="emoji-waiting" role="status">
              {t(all ? "emoji.empty" : "emoji.loading")}
            </p>
          )}
        </div>
      ) : (
        <>
          {recents.length > 0 ? (
            <div className="emoji-recents">
              <div className="emoji-category">{t("emoji.recent")}</div>
              <EmojiGrid
                label={t("emoji.recent")}
                emojis={recents.map((emoji) => ({
                  emoji,
                  label: all?.find((one) => one.emoji === emoji)?.label ?? emoji,
                }))}
                onPick={onPick}
              />
            </div>
          ) : null}
          <Picker.Viewport className="emoji-view">
            <Picker.Loading className="emoji-waiting">{t("emoji.loading")}</Picker.Loading>
            <Picker.Empty className="emoji-waiting">{t("emoji.empty")}</Picker.Empty>
            <Picker.List className="emoji-list" components={PARTS} />
          </Picker.Viewport>
        </>
      )}
    </div>
  );
}

/** Names and tags of all emojis; null until they are loaded. The browser caches the file. */
function useEmojiData(spoken: string): readonly EmojiData[] | null {
  const [data, setData] = useState<readonly EmojiData[] | null>(null);
  useEffect(() => {
    let isHere = true;
    fetch(`/emoji/${spoken}/data.json`)
      .then((answer) => answer.json())
      .then(
        (all: readonly EmojiData[]) => isHere && setData(all),
        // Offline the library's own list stays visible, and a search finds nothing.
        () => isHere && setData([]),
      );
    return () => {
      isHere = false;
    };
  }, [spoken]);
  return data;
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

/** Most emojis in the list of recent ones: two rows of the picker. */
const MOST = 18;

/** Emojis chosen last on this device, newest first. */
function recentEmojis(): readonly string[] {
  return (storage.get("emojis") ?? "").split(" ").filter(Boolean).slice(0, MOST);
}

/** Stores an emoji as the most recent choice. */
function keepRecent(emoji: string): void {
  const others = recentEmojis().filter((one) => one !== emoji);
  storage.set("emojis", [emoji, ...others].slice(0, MOST).join(" "));
}
