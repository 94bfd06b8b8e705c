import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const es = {
  page: {
    title: "Etiquetas",
    add: "Nueva etiqueta",
    emptyTitle: "Todavía no hay etiquetas",
    emptyText: "Las etiquetas marcan atenciones por tema o etapa y sirven de filtro. Cree la primera.",
    select: "Seleccionar {{name}}",
    selected_one: "{{count}} seleccionada",
    selected_other: "{{count}} seleccionadas",
    deleteSelected: "Eliminar seleccionadas",
    clearSelection: "Limpiar selección",
  },
  column: {
    name: "Etiqueta",
    kanban: "Kanban",
    tickets: "Atenciones",
    actions: "Acciones",
  },
  row: {
    edit: "Editar {{name}}",
    delete: "Eliminar {{name}}",
    lane: "Columna del Kanban",
  },
  form: {
    addTitle: "Nueva etiqueta",
    editTitle: "Editar etiqueta",
    name: "Nombre",
    tooShort: "Nombre demasiado corto",
    color: "Color",
    otherColor: "Elegir otro color",
    kanban: "Columna del Kanban",
    kanbanHelp: "La etiqueta aparece como columna del tablero Kanban.",
    saved: "Etiqueta guardada.",
  },
  remove: {
    title: "¿Eliminar {{name}}?",
    titleMany_one: "¿Eliminar {{count}} etiqueta?",
    titleMany_other: "¿Eliminar {{count}} etiquetas?",
    tickets_one: "Se quitará de {{count}} atención.",
    tickets_other: "Se quitará de {{count}} atenciones.",
    deleted: "Etiqueta eliminada.",
    deletedMany: "Etiquetas eliminadas.",
  },
} as const satisfies Dictionary<typeof pt>;
