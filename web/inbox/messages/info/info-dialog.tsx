import { useCallback, useEffect, useState } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { MessageInfo } from "#inbox/messages/info/contract.ts";
import { preloadTexts, type Translate } from "#web/i18n/dictionary.ts";
import { errorOfCode } from "#web/i18n/errors/error-text.ts";
import { useText } from "#web/i18n/use-text.ts";
import { originLabel } from "#web/inbox/messages/bubble/origin-label.ts";
import { type MessageTexts, messages } from "#web/inbox/messages/locales/index.ts";
import { api } from "#web/lib/api/api.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { infoTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import "./info-dialog.css";

export interface InfoDialogProps {
  readonly message: MessageAnswer;
  readonly onClose: () => void;
}

/** The texts are loaded together with the dialog. */
export async function loadInfoDialog() {
  await preloadTexts(infoTexts);
  return InfoDialog;
}

/** Who wrote a message, and when it was sent, delivered, read and played (docs/rules/messages.md#info). */
export function InfoDialog({ message, onClose }: InfoDialogProps) {
  const t = useText(infoTexts);
  const [info, setInfo] = useState<MessageInfo | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const load = useCallback(() => {
    setFailure(null);
    api.get<MessageInfo>(`/messages/${message.id}/info`).then(setInfo, setFailure);
  }, [message.id]);
  useEffect(load, [load]);
  return (
    <Dialog title={t("title")} size="s" onClose={onClose}>
      {failure ? (
        <ErrorState error={failure} title={t("loadFailed")} onRetry={load} />
      ) : info ? (
        <Facts message={message} info={info} />
      ) : (
        <Skeleton shape="block" height={160} />
      )}
    </Dialog>
  );
}

function Facts({ message, info }: { readonly message: MessageAnswer; readonly info: MessageInfo }) {
  const t = useText(infoTexts);
  const m = useText(messages);
  const author = info.author?.name ?? message.contact?.name;
  const lines: [string, string][] = [];
  if (author) lines.push([t("author"), author]);
  const origin = message.fromMe ? originOf(info, t, m) : null;
  if (origin) lines.push([t("origin"), origin]);
  lines.push([t(message.fromMe ? "written" : "arrived"), formatDateTime(info.writtenAt)]);
  if (message.fromMe) lines.push(...marks(message, info, t));
  if (info.sendError) lines.push([t("error"), errorOfCode(info.sendError)]);
  return (
    <>
      <dl className="message-info">
        {lines.map(([name, value]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {info.recipients.length > 0 ? (
        <section>
          <h3>{t("recipients")}</h3>
          <ul className="message-info-list">
            {info.recipients.map(({ contactId, name, deliveredAt, readAt, playedAt }) => (
              <li key={contactId}>
                {name}
                <small>
                  {(
                    [
                      ["delivered", deliveredAt],
                      ["read", readAt],
                      ["played", playedAt],
                    ] as const
                  )
                    .flatMap(([key, at]) => (at ? [`${t(key)}: ${formatDateTime(at)}`] : []))
                    .join(" · ")}
                </small>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {info.edits.length > 0 ? (
        <section>
          <h3>{t("edits")}</h3>
          <ul className="message-info-list">
            {info.edits.map(({ body, at }) => (
              <li key={at} dir="auto">
                {body}
                <small>{formatDateTime(at)}</small>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

/** Origins of which the server knows the name: a macro sends for a user. */
const NAMED = {
  campaign: "sentBy.campaign",
  rule: "sentBy.rule",
  followup: "sentBy.followup",
  user: "sentBy.user",
} as const;

/** What sent a message; null = a person. */
function originOf(
  { origin, originName }: MessageInfo,
  t: Translate<typeof pt>,
  m: Translate<MessageTexts>,
): string | null {
  const named = origin in NAMED ? NAMED[origin as keyof typeof NAMED] : undefined;
  if (named && originName !== null) return t(named, { name: originName });
  const label = originLabel(origin);
  return label ? m(label) : null;
}

/** Sent, delivered, read; played for voice notes. Older messages have their mark without a time. */
function marks({ voice }: MessageAnswer, info: MessageInfo, t: Translate<typeof pt>): [string, string][] {
  const steps = [
    ["sent", 1, info.sentAt],
    ["delivered", 2, info.deliveredAt],
    ["read", 3, info.readAt],
    ...(voice ? [["played", 5, info.playedAt] as const] : []),
  ] as const;
  return steps.map(([key, ack, at]) => [
    t(key),
    at ? formatDateTime(at) : t(info.ack >= ack ? "timeUnknown" : "notYet"),
  ]);
}
