import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const es = {
  page: {
    title: "Kanban",
    board: "Tablero de atenciones",
    lanes: "Columnas",
    openLane: "Abiertas",
    queues: "Colas",
    attendants: "Agentes",
    noQueue: "Sin cola",
    noAttendant: "Sin agente",
    none: "Nada para elegir",
    most: "Se muestran las 500 atenciones más recientes. Filtre por cola para ver las demás.",
    noLanesTitle: "Cree la primera columna",
    noLanesText:
      "Cada etiqueta marcada como “Columna del Kanban” se convierte en una columna de este tablero.",
    askLanes: "Pida a un administrador que marque etiquetas como “Columna del Kanban”.",
    toTags: "Ir a Etiquetas",
  },
  lane: {
    count_one: "{{count}} atención",
    count_other: "{{count}} atenciones",
    label: "{{name}}, {{count}}",
    empty: "Arrastre una atención aquí",
  },
  card: {
    drag: "Arrastrar {{name}}",
    move: "Mover {{name}} a…",
    moveTo: "Mover a…",
    moved: "{{name}} pasó a {{lane}}",
    attendant: "Agente: {{name}}",
  },
} as const satisfies Dictionary<typeof pt>;
