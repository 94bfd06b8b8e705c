import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { IconButton, type IconButtonProps } from "./icon-button.tsx";

interface Props {
  readonly up: string;
  readonly down: string;
  /** Index of the item in its list. */
  readonly at: number;
  /** Length of the list. */
  readonly count: number;
  readonly size?: IconButtonProps["size"];
  readonly onMove: (by: 1 | -1) => void;
}

/** Two buttons that move an item of a list up and down. */
export function MoveButtons({ up, down, at, count, size = "s", onMove }: Props) {
  return (
    <>
      <IconButton size={size} label={up} isDisabled={at === 0} onPress={() => onMove(-1)}>
        <ArrowUp />
      </IconButton>
      <IconButton size={size} label={down} isDisabled={at === count - 1} onPress={() => onMove(1)}>
        <ArrowDown />
      </IconButton>
    </>
  );
}
