import { useSignals } from "@preact/signals-react/runtime";
import type { Channel } from "#channels/connections/contract.ts";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatMonth } from "#web/lib/format/dates.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { session } from "#web/lib/session/session.ts";
import { channelName } from "#web/ui/display/channel-icon.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { ContactSection } from "./contact-section.tsx";
import { contactTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";

const OptOut = lazy(async () => (await import("./opt-out/opt-out.tsx")).loadOptOut());

export interface ContactDataProps {
  /** Undefined until they are loaded. */
  readonly contact: ContactAnswer | undefined;
  /** The connection through which the contact writes. */
  readonly connectionId: number;
  readonly onEdit: () => void;
  readonly onMerge: () => void;
}

/** The data of a contact, with its extra information. */
export function ContactData({ contact, connectionId, onEdit, onMerge }: ContactDataProps) {
  useSignals();
  const t = useText(contactTexts);
  const isOfficial = connections.items.get(connectionId)?.provider === "cloud";
  const edit = contact ? { label: t("drawer.edit"), run: onEdit } : undefined;
  return (
    <ContactSection title={t("drawer.data")} action={edit}>
      {contact ? (
        <>
          <dl className="contact-facts">
            {factsOf(contact, isOfficial, t).map(([name, value], at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two extra fields may have the same name
              <div key={`${at}-${name}`}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
          <div className="contact-flags">
            {contact.isGroup ? <Chip>{t("drawer.group")}</Chip> : null}
            {contact.blocked ? <Chip tone="danger">{t("drawer.blocked")}</Chip> : null}
            {contact.disableBot ? <Chip>{t("drawer.botOff")}</Chip> : null}
            {contact.optedOutAt && session.hasPlan("useCampaigns") ? (
              <OptOut contactId={contact.id} name={contact.name} since={contact.optedOutAt} />
            ) : null}
          </div>
          {session.user.value?.profile === "admin" ? (
            <button type="button" className="contact-action" onClick={onMerge}>
              {t("drawer.merge")}
            </button>
          ) : null}
        </>
      ) : (
        <div className="contact-waiting" aria-busy="true">
          <Skeleton width="80%" height={14} />
          <Skeleton width="60%" height={14} />
          <Skeleton width="70%" height={14} />
        </div>
      )}
    </ContactSection>
  );
}

function factsOf(
  contact: ContactAnswer,
  isOfficial: boolean,
  t: Translate<typeof pt>,
): readonly [string, string][] {
  const nameOf = (channel: Channel) =>
    channel === "whatsapp" && isOfficial ? t("drawer.official") : channelName(channel);
  const since = t("drawer.sinceValue", {
    date: formatMonth(contact.createdAt),
    count: contact.ticketsCount,
  });
  const facts: [string, string][] = [
    [t("drawer.email"), contact.email],
    ...contact.extraInfo.map(({ name, value }): [string, string] => [name, value]),
    [t("drawer.channel"), contact.channels.map(nameOf).join(" · ")],
    [t("drawer.origin"), contact.whatsapp?.name ?? ""],
    [t("drawer.since"), since],
  ];
  return facts.filter(([, value]) => value !== "");
}
