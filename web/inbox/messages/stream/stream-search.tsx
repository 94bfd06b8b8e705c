import { useSignals } from "@preact/signals-react/runtime";
import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { searchWords } from "#web/inbox/messages/text/highlight.ts";
import { useBackCloses } from "#web/lib/page/use-back-closes.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { createMessageSearch, type Found } from "./message-search-model.ts";
import "./stream-search.css";

export interface StreamSearchProps {
  readonly find: (text: string, signal: AbortSignal) => Promise<Found<{ readonly id: number }>>;
  /** Scrolls to a message. */
  readonly onGo: (messageId: number) => void;
  /** Words to highlight in the bubbles. */
  readonly onWords: (words: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Searches one conversation and moves from hit to hit, newest first. */
export function StreamSearch({ find, onGo, onWords, onClose }: StreamSearchProps) {
  useSignals();
  const t = useText(messages);
  const box = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState(0);
  const [model] = useState(() => createMessageSearch(find));
  const hits = model.hits.value;
  useBackCloses(onClose);
  useEffect(() => box.current?.focus(), []);
  useEffect(() => () => model.stop(), [model]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a new search the newest hit is selected
  useEffect(() => {
    if (hits.length === 0) return;
    onWords(searchWords(model.text.peek()));
    go(0);
  }, [hits]);

  function go(index: number): void {
    const hit = hits[index];
    if (!hit) return;
    setAt(index);
    onGo(hit.id);
  }
  const found = `${formatNumber(at + 1)} / ${formatNumber(hits.length)}${model.hasMore.value ? "+" : ""}`;
  const words = {
    idle: "",
    searching: "",
    error: t("search.failed"),
    done: hits.length === 0 ? t("search.empty") : found,
  };
  return (
    <search className="stream-search" data-keyboard-layer="">
      <TextField
        label={t("search.title")}
        type="search"
        inputRef={box}
        placeholder={t("search.placeholder")}
        maxLength={200}
        value={model.text.value}
        onChange={(text) => {
          model.type(text);
          if (text.trim() === "") onWords([]);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          if (event.key === "Enter") go(event.shiftKey ? at - 1 : at + 1);
        }}
      />
      <span className="stream-search-count" aria-live="polite">
        {words[model.state.value]}
      </span>
      <IconButton
        label={t("media.previous")}
        size="s"
        isDisabled={at >= hits.length - 1}
        onPress={() => go(at + 1)}
      >
        <ChevronUp />
      </IconButton>
      <IconButton label={t("media.next")} size="s" isDisabled={at <= 0} onPress={() => go(at - 1)}>
        <ChevronDown />
      </IconButton>
      <IconButton label={t("search.close")} size="s" onPress={onClose}>
        <X />
      </IconButton>
    </search>
  );
}
