import { signal } from "@preact/signals-react";
import type * as v from "valibot";
import type { TranslationAnswer } from "#automation/prompts/translation/contract.ts";
import { language } from "#web/i18n/language.ts";
import { api } from "#web/lib/api/api.ts";

type Answer = v.InferOutput<typeof TranslationAnswer>;

/** Requests the translation from the server; null = the server does not translate this message. */
export async function requestTranslation(id: number, automatic: boolean): Promise<string | null> {
  const body = { language: language.peek(), automatic };
  return (await api.post<Answer>(`/messages/${id}/translation`, body)).text;
}

/**
 * True after an error: no further message of this page is translated automatically, because budget, key or plan would refuse
 * the next one too.
 */
const isStopped = signal(false);
/** Messages whose automatic translation was requested, so that each is requested once. */
const tried = new Set<string>();
/** One call at a time. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Translates a message on screen automatically, once per page, language and text. `isShown`: false when it was scrolled away
 * before its turn. Returns the text, null when it is left out.
 */
export function translateByItself(id: number, words: string, isShown: () => boolean): Promise<string | null> {
  const key = `${id}:${language.peek()}:${words}`;
  const turn = last.then(async () => {
    if (isStopped.peek() || tried.has(key) || !isShown()) return null;
    tried.add(key);
    try {
      return await requestTranslation(id, true);
    } catch {
      isStopped.value = true;
      return null;
    }
  });
  last = turn;
  return turn;
}

/** Permits automatic translations again, for example in the next test. */
export function resumeAutomatic(): void {
  isStopped.value = false;
  tried.clear();
}
