import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { SettingsModel } from "./settings-model.ts";

export interface Draft {
  readonly value: string;
  readonly isDirty: boolean;
  readonly change: (typed: string) => void;
  readonly save: () => void;
  readonly discard: () => void;
}

/** The unsaved input of a setting; without one it follows the stored value. */
export function useDraft(
  model: SettingsModel,
  key: string,
  read: (stored: string) => string,
  write: (typed: string) => string,
): Draft {
  useSignals();
  const stored = read(model.value(key));
  const [typed, setTyped] = useState<string | null>(null);
  const isDirty = typed !== null && typed !== stored;
  return {
    value: typed ?? stored,
    isDirty,
    change(next) {
      model.forgive(key);
      setTyped(next);
    },
    save() {
      if (!isDirty || typed === null) return;
      void model.save(key, write(typed)).then((taken) => taken && setTyped(null));
    },
    discard() {
      model.forgive(key);
      setTyped(null);
    },
  };
}
