import type { Action, AuditEntry } from "#accounts/audit/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { Chip, type ChipProps } from "#web/ui/display/chip.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import type { AuditModel, Trail } from "./audit-model.ts";
import { detailsOf } from "./details.ts";
import type { AuditTexts } from "./locales/index.ts";

const TONES: Readonly<Partial<Record<Action, ChipProps["tone"]>>> = {
  created: "success",
  removed: "danger",
  refused: "danger",
  "sign-in-failed": "danger",
  exported: "waiting",
  downloaded: "waiting",
  seen: "waiting",
  entered: "waiting",
  left: "waiting",
  changed: "primary",
};

/** Columns of an entry; only the provider's trail adds the company. */
export function auditColumns(
  t: Translate<AuditTexts>,
  trail: Trail,
  model: AuditModel,
  settingName: (key: string) => string,
): readonly Column<AuditEntry>[] {
  const company: Column<AuditEntry> = {
    id: "company",
    title: t("column.company"),
    card: "named",
    cell: ({ company: about }) => about?.name || t("line.none"),
  };
  return [
    {
      id: "who",
      title: t("column.who"),
      card: "title",
      cell: ({ name, who }) => (
        <span className="audit-who">
          <b>{name}</b>
          {who === "person" || name.startsWith(t("who.support")) ? null : <Chip>{t(`who.${who}`)}</Chip>}
        </span>
      ),
    },
    {
      id: "what",
      title: t("column.what"),
      card: "body",
      cell: (line) => {
        const name = nameOf(line, t, settingName);
        return <What line={line} name={name} t={t} onOnly={() => model.look(only(line, name))} />;
      },
    },
    {
      id: "details",
      title: t("column.details"),
      card: "body",
      cell: (line) => {
        const details = detailsOf(t, line, settingName);
        return details.length === 0 ? null : (
          <ul className="audit-details">
            {details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        );
      },
    },
    ...(trail === "provider" ? [company] : []),
    { id: "ip", title: t("column.ip"), card: "named", cell: ({ ip }) => ip || t("line.none") },
    {
      id: "when",
      title: t("column.when"),
      card: "corner",
      cell: ({ at }) => (
        <time className="audit-when" dateTime={at}>
          {formatDateTime(at)}
        </time>
      ),
    },
  ];
}

/** Filters the trail by the subject of this entry. */
const only = (line: AuditEntry, thing: string) => ({
  kind: line.kind,
  thingId: line.thingId ?? undefined,
  thing,
});

function nameOf(
  { kind, thing, thingId }: AuditEntry,
  t: Translate<AuditTexts>,
  settingName: (key: string) => string,
): string {
  if (kind === "setting" && thingId !== null) return `${t("kind.setting")} ${settingName(thingId)}`;
  const number =
    thingId !== null && /^\d+$/.test(thingId) ? t("line.number", { id: thingId }) : (thingId ?? "");
  return `${t(`kind.${kind}`)} ${thing ?? number}`.trim();
}

interface WhatProps {
  readonly line: AuditEntry;
  readonly name: string;
  readonly t: Translate<AuditTexts>;
  readonly onOnly: () => void;
}

/** Subjects whose id is meaningless to users, so that the page offers no filter by it. */
const NAMELESS: ReadonlySet<AuditEntry["kind"]> = new Set([
  "session",
  "route",
  "support",
  "brand",
  "company-brand",
]);

function What({ line, name, t, onOnly }: WhatProps) {
  const { verb, kind, thingId } = line;
  const isOne = thingId !== null && !NAMELESS.has(kind);
  return (
    <span className="audit-what">
      <Chip tone={TONES[verb] ?? "neutral"}>{t(`verb.${verb}`)}</Chip>
      {isOne ? (
        <button
          type="button"
          className="audit-thing"
          aria-label={t("line.onlyThis", { name })}
          onClick={onOnly}
        >
          {name}
        </button>
      ) : (
        <span>{t(`kind.${kind}`)}</span>
      )}
    </span>
  );
}
