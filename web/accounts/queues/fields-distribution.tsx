import { batch } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import UserPlus from "lucide-react/icons/user-plus";
import X from "lucide-react/icons/x";
import { useState } from "react";
import type { ColleagueAnswer } from "#accounts/users/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { moveItem } from "#web/lib/lists/move-item.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { MoveButtons } from "#web/ui/button/move-buttons.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { useOptions } from "#web/ui/form/use-options.ts";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { CheckList } from "#web/ui/select/multi-select.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import type { FieldsProps } from "./fields-general.tsx";
import { queueTexts } from "./locales/index.ts";
import { FEWEST_USERS } from "./queue-form-model.ts";
import { queueCalls } from "./queues-api.ts";

/** The switch of the distribution and the users in their order. */
export function DistributionFields({ form, queue }: FieldsProps) {
  useSignals();
  const t = useText(queueTexts);
  const people = useColleagues();
  const [warned, setWarned] = useState(false);
  const turn = { allow: form.value("allowDistributedTickets"), users: form.value("usersDistributedTickets") };
  const apply = ({ allow, users, tooFew }: Turned) => {
    batch(() => {
      form.set("allowDistributedTickets", allow);
      form.set("usersDistributedTickets", users);
    });
    setWarned(tooFew);
  };
  const refused = form.problem("allowDistributedTickets") !== null;
  return (
    <>
      <Switch
        label={t("distribution.allow")}
        help={t("distribution.help")}
        value={turn.allow}
        onChange={(on) => apply(switchTurn(turn, on))}
      />
      <div aria-live="polite">
        {warned || refused ? (
          <Callout tone="waiting" icon={<TriangleAlert aria-hidden="true" />}>
            {t("distribution.tooFew")}
          </Callout>
        ) : null}
      </div>
      <section className="turn" aria-label={t("distribution.users")}>
        <h3 className="field-label">{t("distribution.users")}</h3>
        {people === null ? <Skeleton shape="block" height="52px" /> : null}
        {people && turn.users.length === 0 ? <p className="field-help">{t("distribution.empty")}</p> : null}
        <TurnList
          people={people ?? []}
          users={turn.users}
          queueId={queue?.id ?? null}
          onChange={(users) => apply(withUsers(turn, users))}
        />
        <Popover
          label={t("distribution.add")}
          placement="bottom start"
          trigger={
            <Button icon={<UserPlus aria-hidden="true" />} isDisabled={people === null}>
              {t("distribution.add")}
            </Button>
          }
        >
          <CheckList
            label={t("distribution.add")}
            items={people ?? []}
            chosen={turn.users}
            onChange={(users) => apply(withUsers(turn, users))}
            onOpen={() => undefined}
            emptyText={t("distribution.addEmpty")}
          />
        </Popover>
      </section>
    </>
  );
}

interface ListProps {
  readonly people: readonly ColleagueAnswer[];
  readonly users: readonly number[];
  readonly queueId: number | null;
  readonly onChange: (users: readonly number[]) => void;
}

/** The users in their order, with buttons to move up, move down and remove. */
function TurnList({ people, users, queueId, onChange }: ListProps) {
  const t = useText(queueTexts);
  const [said, setSaid] = useState("");
  const shown = users.flatMap((id) => people.find((person) => person.id === id) ?? []);
  const move = (person: ColleagueAnswer, by: number) => {
    const next = moved(users, person.id, by);
    setSaid(
      t("distribution.place", {
        name: person.name,
        place: next.indexOf(person.id) + 1,
        count: next.length,
      }),
    );
    onChange(next);
  };
  return (
    <>
      <ol className="turn-list">
        {shown.map((person, index) => (
          <li key={person.id} className="turn-person">
            <span className="turn-place">{index + 1}</span>
            <Avatar name={person.name} size="s" />
            <span className="turn-words">
              <span className="ellipsis">{person.name}</span>
              {queueId !== null && !person.queues.some(({ id }) => id === queueId) ? (
                <small>{t("distribution.notInQueue")}</small>
              ) : null}
            </span>
            <MoveButtons
              size="m"
              up={t("distribution.up", { name: person.name })}
              down={t("distribution.down", { name: person.name })}
              at={index}
              count={shown.length}
              onMove={(by) => move(person, by)}
            />
            <IconButton
              label={t("distribution.remove", { name: person.name })}
              onPress={() => onChange(users.filter((id) => id !== person.id))}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ol>
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
    </>
  );
}

/** The company's users, loaded when the tab opens; null until then. */
export const useColleagues = () => useOptions(queueCalls.users);

/** The users to whom tickets are offered in turn, and whether the distribution is on. */
interface Turn {
  readonly allow: boolean;
  readonly users: readonly number[];
}
type Turned = Turn & {
  /** The distribution is on, or was just switched on, with fewer than two users. */
  readonly tooFew: boolean;
};

/** Switches the distribution on or off; with fewer than two users it stays off. */
export const switchTurn = ({ users }: Turn, on: boolean): Turned => {
  const tooFew = on && users.length < FEWEST_USERS;
  return { allow: on && !tooFew, users, tooFew };
};

/** Replaces the list; fewer than two users switch the distribution off. */
export const withUsers = ({ allow }: Turn, users: readonly number[]): Turned => {
  const tooFew = allow && users.length < FEWEST_USERS;
  return { allow: allow && !tooFew, users, tooFew };
};

/** Moves one user by `by` positions down (negative: up). */
export function moved(users: readonly number[], id: number, by: number): readonly number[] {
  const at = users.indexOf(id);
  return moveItem(users, at, at + by);
}
