import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { dayKey, formatDateTime, formatTime } from "#web/lib/format/dates.ts";
import { ContactSection } from "./contact-section.tsx";
import type { TrailStep } from "./drawer-room.ts";
import { contactTexts } from "./locales/index.ts";

/** Section "Por que está aqui": the ticket events that explain the present queue and attendant. */
export function ContactTrail({ trail }: { readonly trail: readonly TrailStep[] }) {
  useSignals();
  const t = useText(contactTexts);
  const today = dayKey(Date.now());
  return (
    <ContactSection title={t("drawer.trail")}>
      {trail.length === 0 ? (
        <p className="contact-empty">{t("drawer.trailEmpty")}</p>
      ) : (
        <ol className="contact-trail">
          {trail.map(({ id, at, text }) => (
            <li key={id}>
              {text} <time dateTime={at}>{dayKey(at) === today ? formatTime(at) : formatDateTime(at)}</time>
            </li>
          ))}
        </ol>
      )}
    </ContactSection>
  );
}
