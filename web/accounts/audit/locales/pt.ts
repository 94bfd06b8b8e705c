import { words } from "#accounts/audit/locales/pt.ts";

/** Texts of the audit trail, Portuguese: the source of the other languages. */
export const pt = {
  page: {
    title: "Auditoria",
    trails: "Auditoria de",
    company: "Empresa",
    provider: "Provedor",
    export: "Exportar CSV",
    exporting: "Exportando…",
    emptyTitle: "Nada registrado ainda",
    emptyText:
      "Acessos, alterações, exportações e exclusões aparecem aqui, com data e endereço IP. Segredos e conversas não são registrados.",
    noneTitle: "Nenhum registro com este filtro",
    noneText: "Mude o período, a pessoa ou a ação.",
  },
  filter: {
    label: "Filtro da auditoria",
    person: "Pessoa",
    everybody: "Todas",
    kind: "Tipo",
    everything: "Tudo",
    verb: "Ação",
    anything: "Todas",
    from: "De",
    to: "Até",
    thing: "Só: {{name}}",
    clear: "Limpar filtro",
    show: "Filtros",
  },
  column: {
    who: "Quem",
    what: "O quê",
    details: "Detalhes",
    company: "Empresa",
    ip: "Endereço IP",
    when: "Quando",
  },
  line: {
    number: "nº {{id}}",
    onlyThis: "Só registros de {{name}}",
    count_one: "{{count}} item",
    count_other: "{{count}} itens",
    change: "{{field}}: {{from}} → {{to}}",
    none: "–",
  },
  ...words,
} as const satisfies Record<string, Record<string, string>>;
