import type { QueueRef } from "#accounts/queues/contract.ts";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { dataColor } from "#web/ui/styles/color.ts";
import "./queue-choice.css";

export interface QueueChoiceProps {
  readonly label: string;
  readonly help?: string;
  /** Shown when the company has no queue. */
  readonly emptyText: string;
  /** Null until they are loaded. */
  readonly queues: readonly QueueRef[] | null;
  readonly value: readonly number[];
  readonly onChange: (queueIds: readonly number[]) => void;
}

/** Selects any number of the company's queues, each in its colour. */
export function QueueChoice({ label, help, emptyText, queues, value, onChange }: QueueChoiceProps) {
  const change = (id: number, isIn: boolean) =>
    onChange(isIn ? [...value, id] : value.filter((other) => other !== id));
  return (
    <fieldset className="queue-choice">
      <legend className="field-label">{label}</legend>
      {help ? <p className="field-help">{help}</p> : null}
      <div className="queue-choice-list" aria-busy={queues === null}>
        {queues?.length === 0 ? <p className="field-help">{emptyText}</p> : null}
        {queues?.map((queue) => (
          <span key={queue.id} className="queue-choice-item" style={dataColor(queue.color)}>
            <Checkbox
              label={queue.name}
              value={value.includes(queue.id)}
              onChange={(isIn) => change(queue.id, isIn)}
            />
          </span>
        ))}
      </div>
    </fieldset>
  );
}
