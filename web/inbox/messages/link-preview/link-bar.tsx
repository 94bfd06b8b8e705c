import { useSignals } from "@preact/signals-react/runtime";
import X from "lucide-react/icons/x";
import { useEffect } from "react";
import type * as v from "valibot";
import type { LinkPreviewAnswer, LinkPreviewResult } from "#channels/link-previews/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import { findLinks } from "#web/inbox/messages/text/find-links.ts";
import { api } from "#web/lib/api/api.ts";
import { destinationOf } from "./destination.ts";
import { LinkFacts } from "./link-card.tsx";
import { linkPreviewTexts } from "./locales/index.ts";

interface Props {
  readonly composer: Composer;
  /** Gives the focus back to the text box. */
  readonly onDone: () => void;
}

/** How long an address must stay unchanged before its preview is requested, ms. */
const SETTLED_MS = 500;
/** Previews by address, so that each is requested once while the rest of the text changes; null = the address has none. */
const known = new Map<string, LinkPreviewAnswer | null>();
const MOST_KNOWN = 50;

async function fetchPreview(url: string, signal: AbortSignal): Promise<LinkPreviewAnswer | null> {
  const stored = known.get(url);
  if (stored !== undefined) return stored;
  type Result = v.InferOutput<typeof LinkPreviewResult>;
  const { preview } = await api.post<Result>("/link-previews", { url }, { signal });
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(url, preview);
  return preview;
}

/** The first https address of a text, as written. */
const firstAddress = (text: string): string | null =>
  findLinks(text).find(({ type, value }) => type === "url" && /^https:\/\//i.test(value))?.value ?? null;

/**
 * The link preview that is sent with the text, above the text box, with a button that removes it
 * (docs/rules/link-previews.md#sending).
 */
export function LinkBar({ composer, onDone }: Props) {
  useSignals();
  const t = useText(linkPreviewTexts);
  const address = firstAddress(composer.text.value);
  const url = address !== null && composer.takesLink(address) ? address : null;
  useEffect(() => {
    if (url === null) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const ask = () => {
      // After any failure the text is sent without a preview.
      fetchPreview(url, signal).then(
        (preview) => {
          if (!signal.aborted) composer.link.value = preview;
        },
        () => undefined,
      );
    };
    const timer = setTimeout(ask, known.has(url) ? 0 : SETTLED_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
      composer.link.value = null;
    };
  }, [composer, url]);
  const preview = composer.link.value;
  const destination = preview && destinationOf(preview.url);
  if (!preview || !destination || preview.url !== url) return null;
  return (
    <div className="composer-bar link-bar" role="status" aria-label={t("bar")}>
      <LinkFacts preview={preview} host={destination.hostname} />
      <button
        type="button"
        aria-label={t("remove")}
        onClick={() => {
          composer.removeLink();
          onDone();
        }}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  );
}
