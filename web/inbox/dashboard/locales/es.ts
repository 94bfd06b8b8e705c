import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the dashboard, Spanish. */
export const es: Dictionary<typeof pt> = {
  page: {
    title: "Dashboard",
    skipped: "Defina el filtro",
    failed: "No se pudieron cargar los números",
    updating: "Actualizando…",
  },
  filter: {
    label: "Filtro",
    kind: "Tipo de filtro",
    byDate: "Filtro por fecha",
    byPeriod: "Filtro por período",
    start: "Fecha inicial",
    end: "Fecha final",
    period: "Período",
    none: "Ninguno seleccionado",
    lastDays: "Últimos {{count}} días",
    apply: "Filtrar",
    queues: "Colas",
    noQueues: "Todavía no hay colas",
    withoutQueue: "Sin cola",
    connections: "Conexiones",
    noConnections: "Todavía no hay conexiones",
  },
  card: {
    supportPending: "Atenciones pendientes",
    supportHappening: "Atenciones en curso",
    supportFinished: "Atenciones finalizadas",
    leads: "Contactos nuevos",
    avgSupportTime: "Tiempo medio de atención",
    avgWaitTime: "Tiempo medio de espera",
    avgFirstResponse: "Tiempo medio hasta la primera respuesta",
    dueDate: "Fecha de vencimiento",
    now: "ahora",
    noDueDate: "Sin vencimiento",
    daysLeft_one: "falta {{count}} día",
    daysLeft_other: "faltan {{count}} días",
    dueToday: "vence hoy",
    overdue: "vencida",
    how: "Cómo se calcula: {{name}}",
  },
  change: {
    same: "igual que el período anterior",
    none: "sin período anterior para comparar",
    more: "{{percent}}% más que del {{from}} al {{to}}",
    less: "{{percent}}% menos que del {{from}} al {{to}}",
  },
  formula: {
    supportPending:
      "Atenciones que esperan en este momento, sea cual sea el período. Los grupos, las importadas y las iniciadas en el teléfono no cuentan.",
    supportHappening:
      "Atenciones en curso en este momento, sea cual sea el período. Los grupos, las importadas y las iniciadas en el teléfono no cuentan.",
    supportFinished: "Atenciones cerradas en el período que tuvieron un agente.",
    leads: "Contactos creados en el período que escribieron a la empresa.",
    avgSupportTime:
      "Media del tiempo entre el inicio de la atención por una persona y el cierre, en las atenciones finalizadas del período.",
    avgWaitTime:
      "Media del tiempo entre la entrada en la cola y el inicio de la atención, en las atenciones iniciadas en el período.",
    avgFirstResponse:
      "Media del tiempo entre la entrada en la cola y el primer mensaje de una persona, en las primeras respuestas del período.",
  },
  hours: {
    title: "Atenciones hoy: {{count}}",
    at: "{{hour}}h: {{count}}",
    hour: "Hora",
    count: "Atenciones",
    empty: "Todavía no empezó ninguna atención hoy.",
  },
  attendants: {
    title: "Agentes",
    name: "Nombre",
    rating: "Valoraciones",
    ratingHint: "1 - Insatisfecho, 2 - Satisfecho, 3 - Muy satisfecho",
    rated: "{{rate}} de 3",
    notRated: "Sin valoraciones",
    avgSupportTime: "T. M. de atención",
    tickets: "Finalizadas",
    status: "Estado (actual)",
    online: "En línea",
    offline: "Desconectado",
    export: "Exportar CSV",
    empty: "Todavía no hay agentes",
  },
};
