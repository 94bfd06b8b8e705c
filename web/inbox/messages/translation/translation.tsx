import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { isForeign } from "#automation/prompts/translation/contract.ts";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { language } from "#web/i18n/language.ts";
import { useText } from "#web/i18n/use-text.ts";
import { FormattedText } from "#web/inbox/messages/text/formatted-text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { requestTranslation, translateByItself } from "./automatic.ts";
import { translationTexts } from "./locales/index.ts";
import { asked, endAsking, storedTranslation, translationMode, wordsToTranslate } from "./offered.ts";
import "./translation.css";

interface Answered {
  /** What was translated: another text has no translation yet. */
  readonly words: string;
  readonly language: string;
  readonly text: string;
}

/** The translation under the original, marked as made by a model (docs/rules/translation.md#shown). */
export function Translation({ message }: { readonly message: MessageAnswer }) {
  useSignals();
  const t = useText(translationTexts);
  const { id } = message;
  const words = wordsToTranslate(message);
  const reader = language.value;
  // The answer comes before the event that has it, which may be missed.
  const [answered, setAnswered] = useState<Answered | null>(null);
  const own = answered?.words === words && answered.language === reader ? answered.text : undefined;
  const text = storedTranslation(message) ?? own;
  const isWanted = text === undefined && words !== "";
  const isAsked = isWanted && asked.value.has(id);
  const isByItself = isWanted && !isAsked && translationMode() === "auto" && isForeign(words, reader);
  useEffect(() => {
    if (!isAsked) return;
    requestTranslation(id, false)
      .then((answer) => answer !== null && setAnswered({ words, language: language.peek(), text: answer }))
      .catch(toast.failure)
      .finally(() => endAsking(id));
  }, [id, words, isAsked]);
  useEffect(() => {
    if (!isByItself) return;
    let isShown = true;
    void translateByItself(id, words, () => isShown).then((answer) => {
      if (answer !== null) setAnswered({ words, language: language.peek(), text: answer });
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
