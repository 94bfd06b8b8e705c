import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { isForeign } from "#automation/prompts/translation/contract.ts";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { language } from "#web/i18n/language.ts";
import { useText } from "#web/i18n/use-text.ts";
import { FormattedText } from "#web/inbox/messages/text/formatted-text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { requestTranslation, translateByItself } from "./automatic.ts";
import { translationTexts } from "./locales/index.ts";
import {
  asked,
  endAsking,
  keepAnswer,
  translationFor,
  translationMode,
  wordsToTranslate,
} from "./offered.ts";
import "./translation.css";

/** The translation under the original, marked as made by a model (docs/rules/translation.md#shown). */
export function Translation({ message }: { readonly message: MessageAnswer }) {
  useSignals();
  const t = useText(translationTexts);
  const { id } = message;
  const words = wordsToTranslate(message);
  const reader = language.value;
  const text = translationFor(message);
  const isWanted = text === undefined && words !== "";
  const isAsked = isWanted && asked.value.has(id);
  const isByItself = isWanted && !isAsked && translationMode() === "auto" && isForeign(words, reader);
  useEffect(() => {
    if (!isAsked) return;
    requestTranslation(id, false)
      .then((answer) => answer !== null && keepAnswer(id, { words, language: language.peek(), text: answer }))
      .catch(toast.failure)
      .finally(() => endAsking(id));
  }, [id, words, isAsked]);
  useEffect(() => {
    if (!isByItself) return;
    let isShown = true;
    void translateByItself(id, words, () => isShown).then((answer) => {
      if (answer !== null) keepAnswer(id, { words, language: language.peek(), text: answer });
    });
    return () => {
      isShown = false;
    };
  }, [id, words, isByItself]);
  if (text === undefined) return isAsked ? <small className="translation-mark">{t("running")}</small> : null;
  return (
    <span className="translation" lang={reader}>
      <small className="translation-mark">{t("by")}</small>
      <FormattedText text={text} />
    </span>
  );
}
