/** Texts of the kanban board, Portuguese: the source of the other languages. */
export const pt = {
  page: {
    title: "Kanban",
    board: "Quadro de atendimentos",
    lanes: "Colunas",
    openLane: "Em aberto",
    queues: "Filas",
    attendants: "Atendentes",
    noQueue: "Sem fila",
    noAttendant: "Sem atendente",
    none: "Nada para escolher",
    most: "Mostrando os 500 atendimentos mais recentes. Filtre por fila para ver os outros.",
    noLanesTitle: "Crie a primeira coluna",
    noLanesText: "Cada tag marcada como “Coluna do Kanban” vira uma coluna deste quadro.",
    askLanes: "Peça a um administrador para marcar tags como “Coluna do Kanban”.",
    toTags: "Ir para Tags",
  },
  lane: {
    count_one: "{{count}} atendimento",
    count_other: "{{count}} atendimentos",
    label: "{{name}}, {{count}}",
    empty: "Arraste um atendimento para cá",
  },
  card: {
    drag: "Arrastar {{name}}",
    move: "Mover {{name}} para…",
    moveTo: "Mover para…",
    moved: "{{name}} foi para {{lane}}",
    attendant: "Atendente: {{name}}",
  },
} as const satisfies Record<string, Record<string, string>>;
