import { words } from "#accounts/audit/locales/es.ts";
import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const es: Dictionary<typeof pt> = {
  page: {
    title: "Auditoría",
    trails: "Auditoría de",
    company: "Empresa",
    provider: "Proveedor",
    export: "Exportar CSV",
    exporting: "Exportando…",
    emptyTitle: "Nada registrado todavía",
    emptyText:
      "Los accesos, cambios, exportaciones y eliminaciones aparecen aquí, con fecha y dirección IP. Los secretos y las conversaciones no se registran.",
    noneTitle: "Ningún registro con este filtro",
    noneText: "Cambie el período, la persona o la acción.",
  },
  filter: {
    label: "Filtro de la auditoría",
    person: "Persona",
    everybody: "Todas",
    kind: "Tipo",
    everything: "Todo",
    verb: "Acción",
    anything: "Todas",
    from: "Desde",
    to: "Hasta",
    thing: "Solo: {{name}}",
    clear: "Limpiar filtro",
    show: "Filtros",
  },
  column: {
    who: "Quién",
    what: "Qué",
    details: "Detalles",
    company: "Empresa",
    ip: "Dirección IP",
    when: "Cuándo",
  },
  line: {
    number: "n.º {{id}}",
    onlyThis: "Solo registros de {{name}}",
    count_one: "{{count}} elemento",
    count_other: "{{count}} elementos",
    change: "{{field}}: {{from}} → {{to}}",
    none: "–",
  },
  ...words,
};
