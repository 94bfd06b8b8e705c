import { useSignals } from "@preact/signals-react/runtime";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronRight from "lucide-react/icons/chevron-right";
import Ellipsis from "lucide-react/icons/ellipsis";
import GripVertical from "lucide-react/icons/grip-vertical";
import IndentDecrease from "lucide-react/icons/indent-decrease";
import IndentIncrease from "lucide-react/icons/indent-increase";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { type DragEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { MAX_DEPTH } from "#accounts/queues/options/contract.ts";
import { queueTexts } from "#web/accounts/queues/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { TitleBox } from "./title-box.tsx";
import type { OptionTree } from "./tree-model.ts";
import { type Move, placeAfter, type Row, type Zone } from "./tree-shape.ts";

interface Props {
  readonly row: Row;
  readonly tree: OptionTree;
  /** The only row that the Tab key reaches. */
  readonly isStop: boolean;
  readonly isDragged: boolean;
  /** Where a dragged option would be dropped on this row. */
  readonly zone: Zone | null;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onMove: (how: Move) => void;
  readonly onRemove: () => void;
  readonly onDragStart: () => void;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
  readonly onDragEnd: () => void;
}

/** One row of the tree: number, title, buttons. */
export function TreeRow({ row, tree, isStop, isDragged, zone, onMove, onRemove, ...events }: Props) {
  useSignals();
  const t = useText(queueTexts);
  const { node, level, isOpen } = row;
  const { id, title, option, children } = node;
  const isChosen = tree.chosen.value?.node.id === id;
  const isRenaming = tree.renaming.value === id;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const line = useRef<HTMLDivElement>(null);
  // A key that ends renaming returns the focus to the row; a click elsewhere does not.
  const isDoneByKey = useRef(false);
  useEffect(() => {
    if (!isRenaming && isDoneByKey.current) line.current?.focus();
    isDoneByKey.current = false;
  }, [isRenaming]);
  return (
    <div
      ref={line}
      role="treeitem"
      data-node={id}
      aria-level={level}
      aria-posinset={row.index + 1}
      aria-setsize={row.siblings.length}
      aria-selected={isChosen}
      aria-expanded={children.length > 0 ? isOpen : undefined}
      aria-label={`${option} ${title}`}
      tabIndex={isStop ? 0 : -1}
      className={classNames("option-row", isDragged && "option-dragged", zone && `option-drop-${zone}`)}
      style={{ paddingLeft: `${(level - 1) * 20}px` }}
      draggable={!isRenaming}
      onClick={() => tree.choose(id)}
      onDoubleClick={() => {
        tree.renaming.value = id;
      }}
      onKeyDown={events.onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", title);
        events.onDragStart();
      }}
      onDragOver={events.onDragOver}
      onDrop={events.onDrop}
      onDragEnd={events.onDragEnd}
    >
      <GripVertical className="option-grip" aria-hidden="true" />
      {children.length > 0 ? (
        <button
          type="button"
          tabIndex={-1}
          className="option-chevron"
          aria-label={t(isOpen ? "bot.collapse" : "bot.expand", { title })}
          onClick={(event) => {
            event.stopPropagation();
            tree.toggle(id, !isOpen);
          }}
        >
          <Chevron aria-hidden="true" />
        </button>
      ) : (
        <span className="option-chevron" />
      )}
      <span className="option-badge">{option}</span>
      {isRenaming ? (
        <TitleBox
          node={node}
          tree={tree}
          onKey={() => {
            isDoneByKey.current = true;
          }}
        />
      ) : (
        <span className="option-title ellipsis">{title}</span>
      )}
      <RowMenu row={row} tree={tree} onMove={onMove} onRemove={onRemove} />
    </div>
  );
}

type MenuProps = Pick<Props, "row" | "tree" | "onMove" | "onRemove">;

/** Every command of mouse and keyboard as a menu, for touch screens. */
function RowMenu({ row, tree, onMove, onRemove }: MenuProps) {
  useSignals();
  const t = useText(queueTexts);
  const { id, title } = row.node;
  const move = (how: Move, label: string, icon: React.ReactNode) => ({
    id: how,
    label,
    icon,
    isDisabled: placeAfter(tree.nodes.value, id, how) === null,
    onAction: () => onMove(how),
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: presses in the menu must not count as presses on the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <span className="option-menu" onClick={(event) => event.stopPropagation()}>
      <Menu
        label={t("bot.more", { title })}
        placement="bottom end"
        trigger={
          <IconButton label={t("bot.more", { title })}>
            <Ellipsis />
          </IconButton>
        }
        groups={[
          {
            id: "change",
            items: [
              {
                id: "add",
                label: t("bot.addBelow"),
                icon: <Plus aria-hidden="true" />,
                isDisabled: row.level >= MAX_DEPTH,
                onAction: () => void tree.add(id, t("bot.newTitle")),
              },
              {
                id: "rename",
                label: t("bot.rename"),
                icon: <Pencil aria-hidden="true" />,
                keys: "F2",
                onAction: () => {
                  tree.renaming.value = id;
                },
              },
            ],
          },
          {
            id: "move",
            items: [
              move("up", t("bot.moveUp"), <ArrowUp aria-hidden="true" />),
              move("down", t("bot.moveDown"), <ArrowDown aria-hidden="true" />),
              move("in", t("bot.moveIn"), <IndentIncrease aria-hidden="true" />),
              move("out", t("bot.moveOut"), <IndentDecrease aria-hidden="true" />),
            ],
          },
          {
            id: "delete",
            items: [
              {
                id: "delete",
                label: t("bot.delete"),
                icon: <Trash2 aria-hidden="true" />,
                tone: "danger",
                onAction: onRemove,
              },
            ],
          },
        ]}
      />
    </span>
  );
}
