import { useSignals } from "@preact/signals-react/runtime";
import type { MacroAnswer } from "#automation/macros/contract.ts";
import type { FollowUpList } from "#inbox/follow-ups/contract.ts";
import type { FieldValue } from "#people/fields/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { colleagues, queues, tags } from "#web/inbox/tickets/reference-data.ts";
import { resolutionList } from "#web/inbox/tickets/resolutions/resolutions-store.ts";
import { actionTexts } from "#web/inbox/tickets/ticket-actions/locales/index.ts";
import { api } from "#web/lib/api/api.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { ValueInput } from "#web/people/fields/value-input.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { useOptions } from "#web/ui/form/use-options.ts";
import { MultiSelect, type Pickable } from "#web/ui/select/multi-select.tsx";
import { type Option, Select } from "#web/ui/select/select.tsx";
import type { ActionDraft } from "./draft.ts";
import { NoteFields } from "./note-fields.tsx";
import { ReplyFields } from "./reply-fields.tsx";

export interface ActionFieldsProps {
  readonly draft: ActionDraft;
  /** Files that the stored list has. */
  readonly files: MacroAnswer["files"];
  readonly isShared: boolean;
  /** The keys that change; undefined removes a key. */
  readonly onChange: (changes: Readonly<Record<string, unknown>>) => void;
}

/** The fields of one action, by its kind. */
export function ActionFields(props: ActionFieldsProps) {
  useSignals();
  const t = useText(actionTexts);
  const { draft, onChange } = props;
  switch (draft.action) {
    case "reply":
      return <ReplyFields {...props} />;
    case "note":
      return <NoteFields {...props} />;
    case "tag_add":
    case "tag_remove":
      return <Several label={t("edit.tags")} items={tags.all.value} name="tagIds" {...props} />;
    case "participant_add":
      return <Several label={t("edit.people")} items={colleagues.all.value} name="userIds" {...props} />;
    case "priority":
      return (
        <Select
          label={t("edit.level")}
          hideLabel
          options={([4, 3, 2, 1] as const).map((id) => ({ id, label: t(`priority.level${id}`) }))}
          value={Number(draft["priority"])}
          onChange={(priority) => onChange({ priority })}
        />
      );
    case "assign":
      return (
        <Select<string>
          label={t("edit.person")}
          hideLabel
          options={[
            { id: "me", label: t("edit.me") },
            ...known(t("edit.gone"), people(), draft["userId"] === "me" ? null : draft["userId"]),
          ]}
          value={String(draft["userId"])}
          onChange={(id) => onChange({ userId: id === "me" ? "me" : Number(id) })}
        />
      );
    case "transfer":
      return <TransferFields {...props} />;
    case "snooze":
      return <SnoozeFields {...props} />;
    case "follow_up":
      return <FollowUpFields {...props} />;
    case "field_set":
      return <FieldSetFields {...props} />;
    case "resolve":
      return <ResolveFields {...props} />;
    default:
      return null;
  }
}

const people = (): Option<string>[] =>
  colleagues.all.value.map(({ id, name }) => ({ id: String(id), label: name }));

/** The options, with the chosen one marked when it was deleted. */
const known = (gone: string, options: readonly Option<string>[], chosen: unknown): Option<string>[] =>
  chosen === undefined || chosen === null || options.some(({ id }) => id === String(chosen))
    ? [...options]
    : [...options, { id: String(chosen), label: gone }];

interface SeveralProps extends ActionFieldsProps {
  readonly label: string;
  readonly items: readonly Pickable[];
  readonly name: string;
}

function Several({ label, items, name, draft, onChange }: SeveralProps) {
  const t = useText(actionTexts);
  const chosen = (draft[name] as readonly number[] | undefined) ?? [];
  const names = chosen.map((id) => items.find((item) => item.id === id)?.name ?? t("edit.gone"));
  return (
    <MultiSelect
      label={label}
      trigger={names.join(", ") || t("edit.choose")}
      items={items}
      chosen={chosen}
      onChange={(ids) => onChange({ [name]: [...ids] })}
      onOpen={() => undefined}
      emptyText={t("edit.nothing")}
    />
  );
}

/** Whether the bot of the queue starts, by option. */
const BOTS = { botDefault: undefined, botYes: true, botNo: false } as const;
type Bot = keyof typeof BOTS;

function TransferFields({ draft, onChange }: ActionFieldsProps) {
  useSignals();
  const t = useText(actionTexts);
  const { userId, startBot } = draft;
  const bots = Object.keys(BOTS) as Bot[];
  return (
    <div className="action-pair">
      <Select
        label={t("edit.queue")}
        options={queues.all.value.map(({ id, name }) => ({ id, label: name }))}
        value={typeof draft["queueId"] === "number" ? draft["queueId"] : null}
        placeholder={t("edit.choose")}
        onChange={(queueId) => onChange({ queueId })}
      />
      <Select<string>
        label={t("edit.person")}
        options={[{ id: "", label: t("edit.anyone") }, ...known(t("edit.gone"), people(), userId)]}
        value={userId === undefined ? "" : String(userId)}
        onChange={(id) =>
          onChange(id === "" ? { userId: undefined } : { userId: Number(id), startBot: undefined })
        }
      />
      {userId === undefined ? (
        <Select<Bot>
          label={t("edit.startBot")}
          options={bots.map((id) => ({ id, label: t(`edit.${id}`) }))}
          value={bots.find((id) => BOTS[id] === startBot) ?? "botDefault"}
          onChange={(id) => onChange({ startBot: BOTS[id] })}
        />
      ) : null}
    </div>
  );
}

/** Ends of a snooze by their option. */
const ENDS = {
  untilHour: { minutes: 60 },
  untilHours: { minutes: 240 },
  untilToday: { opening: "today" },
  untilTomorrow: { opening: "tomorrow" },
  untilMonday: { opening: "monday" },
  untilDay: { minutes: 1440 },
  untilWeek: { minutes: 10_080 },
  untilReply: {},
} as const;
type End = keyof typeof ENDS;

function SnoozeFields({ draft, onChange }: ActionFieldsProps) {
  const t = useText(actionTexts);
  const { mode, minutes, opening } = draft;
  const isReply = mode === "reply";
  const end = (Object.entries(ENDS) as [End, { minutes?: number; opening?: string }][]).find(([id, one]) =>
    isReply ? id === "untilReply" : one.minutes === minutes && one.opening === opening,
  );
  return (
    <>
      <Select<End>
        label={t("edit.until")}
        hideLabel
        options={(Object.keys(ENDS) as End[]).map((id) => ({ id, label: t(`edit.${id}`) }))}
        value={end?.[0] ?? null}
        onChange={(id) =>
          onChange({
            minutes: undefined,
            opening: undefined,
            ...ENDS[id],
            mode: id === "untilReply" ? "reply" : isReply ? "either" : mode,
          })
        }
      />
      {isReply ? null : (
        <Switch
          label={t("edit.either")}
          value={mode === "either"}
          onChange={(on) => onChange({ mode: on ? "either" : "time" })}
        />
      )}
    </>
  );
}

function FollowUpFields({ draft, isShared, onChange }: ActionFieldsProps) {
  const t = useText(actionTexts);
  const all = useOptions(async () => (await api.get<FollowUpList>("/follow-ups")).followUps);
  const offered = (all ?? []).filter(({ shared }) => shared || !isShared);
  return (
    <Select
      label={t("edit.followUp")}
      hideLabel
      options={offered.map(({ id, name }) => ({ id, label: name }))}
      value={typeof draft["followUpId"] === "number" ? draft["followUpId"] : null}
      placeholder={t("edit.choose")}
      onChange={(followUpId) => onChange({ followUpId })}
    />
  );
}

function FieldSetFields({ draft, onChange }: ActionFieldsProps) {
  useSignals();
  const t = useText(actionTexts);
  const fields = fieldList.all.value.filter(({ active }) => active);
  const field = fields.find(({ key }) => key === draft["key"]);
  return (
    <div className="action-pair">
      <Select<string>
        label={t("edit.field")}
        options={fields.map(({ key, of, label }) => ({
          id: key,
          label: of === "contact" ? t("edit.ofContact", { label }) : label,
        }))}
        value={field?.key ?? null}
        placeholder={t("edit.choose")}
        onChange={(key) => onChange({ key, value: null })}
      />
      {field ? (
        <ValueInput
          key={field.key}
          field={field}
          value={(draft["value"] ?? undefined) as FieldValue | undefined}
          onChange={(value) => onChange({ value: value ?? null })}
        />
      ) : null}
    </div>
  );
}

function ResolveFields({ draft, onChange }: ActionFieldsProps) {
  useSignals();
  const t = useText(actionTexts);
  const resolutions = resolutionList.all.value.filter(({ active }) => active);
  return (
    <>
      <Switch
        label={t("edit.farewell")}
        value={draft["farewell"] === true}
        onChange={(farewell) => onChange({ farewell })}
      />
      {resolutions.length > 0 ? (
        <Select
          label={t("edit.resolution")}
          options={[
            { id: 0, label: t("edit.noResolution") },
            ...resolutions.map(({ id, name }) => ({ id, label: name })),
          ]}
          value={Number(draft["resolutionId"] ?? 0)}
          onChange={(id) => onChange({ resolutionId: id === 0 ? undefined : id })}
        />
      ) : null}
    </>
  );
}
